import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { webApiToken } from '#test/seed.ts'
import { type Answer, startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced, type Referenced, type TwoStoreKind, twoStoreKinds } from '#test/two-store-kinds.ts'
import {
  type Action,
  aWrite,
  expectDone,
  expectNoEffect,
  methodOf,
  openIntents,
  storesOf,
  type Write,
} from '#test/two-stores.ts'
import { addToWebApi } from '#test/web-api-store.ts'

describe.each(bothDatabases)('concurrent writes to two stores on $name', (database) => {
  let server: TestApp
  let ids: Referenced
  beforeAll(async () => {
    server = await startTestApp(database)
    ids = await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
  })

  /** All kinds in a full run, else another one for each next group of tests, and other ones on the other database. */
  const kindsInTurn = (index: number) => oneInTurn(twoStoreKinds, index + 2 * bothDatabases.indexOf(database))

  const admin = () => server.as('admin')

  async function removeFromWebApi({ remote }: TwoStoreKind, id: string | undefined): Promise<void> {
    const answer = await fetch(`${server.webApi.url}/api/v2/${remote}/${id}`, {
      method: 'DELETE',
      headers: { accept: 'application/json', 'x-api-key': webApiToken('NORTH') },
    })
    expect(answer.status).toBeLessThan(300)
  }

  /** Sends the write, and runs `work` while it is held back on its way to the Web API, or before its response. */
  async function meanwhile(write: Write, where: 'before' | 'after', work: () => Promise<unknown>): Promise<Answer> {
    const done = Promise.withResolvers<void>()
    const behavior: Behavior = {
      kind: 'wait',
      async [where]() {
        server.webApi.recover()
        await work().then(() => done.resolve(), done.reject)
      },
    }
    server.webApi.behave(behavior, methodOf[write.action])
    // The write may have timed out before the work is done.
    const [answer] = await Promise.all([write.send(), done.promise])
    return answer
  }

  describe.each(kindsInTurn(0))('a slow write of a $label that recovery has taken over', (kind) => {
    const afterwards = [
      // It is refused, but the Web API has what it sent: the newer change sent the same.
      { action: 'change', done: 200, refused: [412, 'stale_version', 'internal-api'] },
      { action: 'add', done: 201, refused: [502, 'upstream_failed', 'web-api'] },
    ] as const
    const held = (['before', 'after'] as const).flatMap((where) => afterwards.map((each) => ({ ...each, where })))
    test.each(held)(
      'does not undo a newer $action of the same name, held back $where it reached the Web API',
      async ({ action, where, done, refused }) => {
        const write = await aWrite(server, action, kind)
        const { status, body } = await meanwhile(write, where, async () => {
          expect(await server.recoverWrites()).toBe(1)
          expect((await write.send()).status).toBe(done)
        })
        expect([status, body.code, body.source]).toEqual(refused)
        await expectDone(server, write)
      },
    )

    test.each(['change', 'delete'] as const)('does not continue its %s while recovery works on it', async (action) => {
      const write = await aWrite(server, action, kind)
      const { status, body } = await meanwhile(write, 'after', async () => {
        // Recovery has claimed it, and is blocked.
        server.webApi.behave({ kind: 'refuse', status: 503 })
        expect(await server.recoverWrites()).toBe(0)
        server.webApi.recover()
      })
      expect([status, body.code, body.detail]).toEqual([503, 'unavailable', 'It took too long and was given up.'])
      expect(await server.recoverWrites()).toBe(1)
      await (action === 'delete' ? expectDone : expectNoEffect)(server, write)
    })

    test('leaves nothing behind if it adds after all', async () => {
      const write = await aWrite(server, 'add', kind)
      const { status, body } = await meanwhile(write, 'before', async () =>
        expect(await server.recoverWrites()).toBe(1),
      )
      expect([status, body.code, body.source]).toEqual([503, 'unavailable', 'internal-api'])
      expect(body.detail).toBe('It took too long and was given up.')
      await expectNoEffect(server, write)
    })

    test.each(['before', 'after'] as const)(
      'does not delete what was added again, held back %s it reached the Web API',
      async (where) => {
        const write = await aWrite(server, 'delete', kind)
        const { status } = await meanwhile(write, where, async () => {
          expect(await server.recoverWrites()).toBe(1)
          const body = { name: write.name, groupname: 'operations', ...kind.changed }
          expect((await (await admin()).send('POST', kind.path, body)).status).toBe(201)
        })
        expect(status).toBeGreaterThanOrEqual(400)
        const { ours, theirs } = await storesOf(server, write.name, kind)
        expect(ours).toMatchObject([{ content: kind.comparable(kind.changed) }])
        expect(theirs).toMatchObject(ours.map(({ id, content }) => ({ id, content })))
      },
    )
  })

  describe('calls that the Web API performs long after their timeout', () => {
    /** Writes of every kind, of which the Web API has performed none when recovery has ended them. */
    async function late(action: Action): Promise<Write[]> {
      const writes = await Promise.all(twoStoreKinds.map((kind) => aWrite(server, action, kind)))
      server.webApi.behave({ kind: 'late' }, methodOf[action])
      for (const { status } of await Promise.all(writes.map(({ send }) => send()))) expect(status).toBe(502)
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(writes.length)
      return writes
    }
    const each = (status: number) => twoStoreKinds.map(() => status)

    test('change nothing after the change was undone', async () => {
      const writes = await late('change')
      expect(await server.webApi.deliver()).toEqual(each(412))
      for (const write of writes) await expectNoEffect(server, write)
    })

    test('find nothing to delete any more', async () => {
      const writes = await late('delete')
      expect(await server.webApi.deliver()).toEqual(each(404))
      for (const write of writes) await expectDone(server, write)
    })

    test('add what only the Web API has; the console reports it and leaves it unchanged', async () => {
      const writes = await late('add')
      expect(await server.webApi.deliver()).toEqual(each(201))
      for (const write of writes) {
        const { kind, name } = write
        const { status, body } = await write.send()
        expect(status).toBe(409)
        expect(body).toMatchObject({ code: 'already_exists', source: 'web-api' })
        expect(body.detail).toMatch(/^The Web API has an? /)
        expect(body.detail).toContain(` ${kind.label} ${name} that is not known here.`)
        const { ours, theirs } = await storesOf(server, name, kind)
        expect(ours).toEqual([])
        await removeFromWebApi(kind, theirs[0]?.id)
        await expectNoEffect(server, write)
      }
    })
  })

  describe.each(kindsInTurn(1))('a $label that another client added to the Web API', (kind) => {
    const addTheirs = (name: string) =>
      addToWebApi(server, { tenant: 'NORTH', remote: kind.remote }, kind.remoteInput(name, ids))
    const inWebApi = async (name: string) =>
      (await storesOf(server, name, kind)).theirs.map(({ id, content }) => ({ id, content }))
    const theirs = (id: string) => [{ id, content: kind.comparable(kind.content) }]

    test('makes the add of its name refused, and is kept', async () => {
      const write = await aWrite(server, 'add', kind)
      const id = await addTheirs(write.name)
      const { status, body } = await write.send()
      expect([status, body.code, body.source]).toEqual([409, 'already_exists', 'web-api'])
      expect(body.fields).toEqual({ name: 'Already exists in the Web API' })
      await server.recoverWrites()
      expect(await inWebApi(write.name)).toEqual(theirs(id))
      await removeFromWebApi(kind, id)
    })

    test('makes an add that is in progress refused, and is kept', async () => {
      const write = await aWrite(server, 'add', kind)
      let id = ''
      const { status, body } = await meanwhile(write, 'before', async () => {
        id = await addTheirs(write.name)
      })
      expect([status, body.detail]).toEqual([502, expect.stringMatching(/with the same name already exists$/)])
      await server.recoverWrites()
      expect(await inWebApi(write.name)).toEqual(theirs(id))
      await removeFromWebApi(kind, id)
    })

    test('is kept if an add of its name was never answered', async () => {
      const write = await aWrite(server, 'add', kind)
      server.webApi.behave({ kind: 'drop', carryOut: false }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      const id = await addTheirs(write.name)
      expect(await server.recoverWrites()).toBe(1)
      expect(await inWebApi(write.name)).toEqual(theirs(id))
      await removeFromWebApi(kind, id)
      await expectNoEffect(server, write)
    })

    test('is kept if the Web API returns its id for an add', async () => {
      const write = await aWrite(server, 'add', kind)
      const id = await addTheirs('somebody else’s')
      const body = { status: { message: '', code: '201' }, data: { id, links: { self: '' } } }
      server.webApi.behave({ kind: 'lie', status: 201, body }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      await server.recoverWrites()
      expect(await inWebApi('somebody else’s')).toEqual(theirs(id))
      await removeFromWebApi(kind, id)
      await expectNoEffect(server, write)
    })

    test('is kept if it is added here while an add of its name waits for recovery', async () => {
      const write = await aWrite(server, 'add', kind)
      server.webApi.behave({ kind: 'drop', carryOut: true }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      const [there] = await inWebApi(write.name)
      const body = { name: write.name, groupname: 'operations', ...kind.changed, apiid: there?.id }
      const register = async () => (await admin()).send('POST', kind.path, body)
      const answer = await register()
      expect([answer.status, answer.body.code]).toEqual([409, 'already_exists'])
      expect(answer.body.detail).toMatch(/^Another user is adding/)
      expect(await server.recoverWrites()).toBe(1)
      await expectNoEffect(server, write)
    })
  })

  describe.each(kindsInTurn(2))('a $label that is missing in the Web API', (kind) => {
    const idOf = async (name: string) => (await storesOf(server, name, kind)).theirs[0]?.id

    test('cannot be changed, but can be deleted', async () => {
      const write = await aWrite(server, 'change', kind)
      const id = await idOf(write.name)
      await removeFromWebApi(kind, id)
      const { status, body } = await write.send()
      expect([status, body.source]).toEqual([502, 'web-api'])
      expect(body.detail).toBe(`The Web API does not have the ${kind.label} ${write.name}.`)
      const { etag = '' } = await (await admin()).send('GET', `${kind.path}/${write.name}`)
      const seen = { 'if-match': etag }
      expect((await (await admin()).send('DELETE', `${kind.path}/${id}`, undefined, seen)).status).toBeLessThan(300)
      expect(await storesOf(server, write.name, kind)).toEqual({ ours: [], theirs: [] })
    })

    test('does not stay claimed by a change for ever', async () => {
      const write = await aWrite(server, 'change', kind)
      const id = await idOf(write.name)
      server.webApi.behave({ kind: 'drop', carryOut: true }, 'PUT')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      await removeFromWebApi(kind, id)
      expect(await server.recoverWrites()).toBe(1)
      expect((await storesOf(server, write.name, kind)).ours).toMatchObject([
        { content: kind.comparable(kind.content) },
      ])
    })
  })

  describe.each(kindsInTurn(3))('of two users', (kind) => {
    test('who save a $label at once one succeeds; the other one gets 412 and nothing is lost', async () => {
      const write = await aWrite(server, 'change', kind)
      const statuses = (await Promise.all([write.send(), write.send()])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 412])
      expect((await write.send()).body.code).toBe('stale_version')
      await expectDone(server, write)
    })

    test('who add a $label with one name at once one succeeds', async () => {
      const write = await aWrite(server, 'add', kind)
      const statuses = (await Promise.all([write.send(), write.send()])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 409])
      await expectDone(server, write)
    })
  })

  describe('concurrent writes', () => {
    const holding = (name: string, ...metrics: string[]) => ({
      name,
      groupname: 'operations',
      description: '',
      services: metrics.map((metric) => ({ service: 's', metric })),
    })
    const metricNames = async () => {
      const { body } = await server.box('box-NORTH').send('GET', '/api/v2/metrics')
      return body.flatMap(Object.keys)
    }

    test('import a common metric once', async () => {
      const send = async (name: string) => (await admin()).send('POST', 'metricprofiles', holding(name, 'web.tls'))
      const answers = await Promise.all(['w', 'x', 'y', 'z'].map(send))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(answers.filter(({ body }) => body.imported)).toHaveLength(1)
      expect(await metricNames()).toContain('web.tls')
    })

    test('keep a metric that one removes and another adds', async () => {
      const person = await admin()
      for (const round of [1, 2, 3, 4, 5]) {
        const [before, after] = [holding(`drops ${round}`, 'renamed'), holding(`takes up ${round}`, 'renamed')]
        const { body, etag = '' } = await person.send('POST', 'metricprofiles', before)
        const [dropped, taken] = await Promise.all([
          person.send('DELETE', `metricprofiles/${body.apiid}`, undefined, { 'if-match': etag }),
          person.send('POST', 'metricprofiles', after),
        ])
        expect([dropped.status, taken.status]).toEqual([expect.any(Number), 201])
        expect(await metricNames()).toContain('renamed')
        await person.send('DELETE', `metricprofiles/${taken.body.apiid}`, undefined, { 'if-match': '*' })
        expect(await metricNames()).not.toContain('renamed')
      }
    })
  })
})
