import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { endSabotage, sabotage } from '#test/sabotage.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced, nameInWebApi, twoStoreKinds } from '#test/two-store-kinds.ts'

const actions = ['add', 'change', 'delete'] as const
type Action = (typeof actions)[number]
const methodOf = { add: 'POST', change: 'PUT', delete: 'DELETE' } as const

// Writes to both stores, for every kind that both have. The files beside the write itself test all its rare cases, for
// metric profiles.
describe.each(databases)('writes to two stores on $name', (database) => {
  let server: TestApp
  let admin: Client
  beforeAll(async () => {
    server = await startTestApp(database, { webApiTimeout: 20_000 })
    admin = await server.as('admin')
    await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await endSabotage(server)
    await server.recoverWrites()
  })

  describe.each(twoStoreKinds)('of $label', ({ kind, path, remote, content, changed }) => {
    let made = 0
    const keyOf = (name: string) => `${path}/${encodeURIComponent(name)}`

    /** A write of an object of its own, which can be sent several times. */
    async function aWrite(action: Action) {
      made += 1
      const body = { name: `${kind} ${action} ${made}`, groupname: 'operations' }
      const { name } = body
      if (action === 'add') return { name, send: () => admin.send('POST', path, { ...body, ...changed }) }
      const { status, body: added, etag = '' } = await admin.send('POST', path, { ...body, ...content })
      expect(status, added.detail).toBe(201)
      const seen = { 'if-match': etag }
      const { apiid } = added
      const send = () =>
        action === 'change'
          ? admin.send('PUT', path, { ...body, ...changed, apiid }, seen)
          : admin.send('DELETE', `${path}/${apiid}`, undefined, seen)
      return { name, send }
    }

    /** Expects both stores to agree about the object; returns the console's, if there is one. */
    async function agreed(name: string) {
      const all = (await admin.send('GET', 'differences')).body
      const { differences, openWrites } = all.find((found: { kind: string }) => found.kind === kind)
      expect([differences, openWrites]).toEqual([[], []])
      const { status, body } = await admin.send('GET', keyOf(name))
      const there = (await admin.send('GET', `/api/v2/webapi/${remote}`)).body.data
      expect(there.filter((item: object) => nameInWebApi(item) === name)).toHaveLength(status === 200 ? 1 : 0)
      return status === 200 ? body : undefined
    }

    /** Expects the write to be done or to have had no effect. */
    async function expectDone(action: Action, name: string, isDone: boolean) {
      const stored = await agreed(name)
      const expected = { add: changed, change: isDone ? changed : content, delete: content }[action]
      const exists = action === 'add' ? isDone : action === 'change' || !isDone
      expect(stored).toEqual(exists ? expect.objectContaining(expected) : undefined)
    }

    const refused = { kind: 'refuse', status: 409 } as const
    const faults: [string, Behavior, 'undone' | 'recovered'][] = [
      ['refuses it', refused, 'undone'],
      ['fails', { kind: 'refuse', status: 500 }, 'recovered'],
      ['drops the connection', { kind: 'drop', carryOut: false }, 'recovered'],
      ['drops the connection, having done it', { kind: 'drop', carryOut: true }, 'recovered'],
      ['answers rubbish', { kind: 'rubbish' }, 'recovered'],
      ['answers without an id', lie({}), 'recovered'],
    ]
    test.each(faults)('leave both stores equal if the Web API %s', async (_, behavior, outcome) => {
      for (const action of actions) {
        const { name, send } = await aWrite(action)
        server.webApi.behave(behavior, methodOf[action])
        expect((await send()).status, action).toBeGreaterThanOrEqual(400)
        server.webApi.recover()
        await server.recoverWrites()
        await expectDone(action, name, outcome === 'recovered' && action === 'delete')
      }
    })

    test('leave both stores equal if the database refuses its part', async () => {
      for (const action of actions) {
        const { name, send } = await aWrite(action)
        await sabotage(server, remote, `raise exception 'No.'`)
        expect((await send()).status, action).toBe(500)
        await endSabotage(server)
        await server.recoverWrites()
        await expectDone(action, name, action === 'delete')
      }
    })

    test('of two users who save at once succeed once; the other one gets 412 and nothing is lost', async () => {
      const { name, send } = await aWrite('change')
      const statuses = (await Promise.all([send(), send()])).map(({ status }: Answer) => status)
      expect(statuses.sort()).toEqual([200, 412])
      expect((await send()).body.code).toBe('stale_version')
      await expectDone('change', name, true)
    })

    test('of two users who add one name at once succeed once', async () => {
      const { name, send } = await aWrite('add')
      const statuses = (await Promise.all([send(), send()])).map(({ status }: Answer) => status)
      expect(statuses.sort()).toEqual([201, 409])
      await server.recoverWrites()
      await expectDone('add', name, true)
    })
  })
})

function lie(data: object): Behavior {
  return { kind: 'lie', status: 201, body: { status: { message: 'Success', code: '201' }, data } }
}
