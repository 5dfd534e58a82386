import { randomUUID } from 'node:crypto'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  actions,
  aWrite,
  expectDone,
  expectNoEffect,
  methodOf,
  openIntents,
  readsBefore,
  storesOf,
  type Write,
} from '#test/two-stores.ts'

describe.each(databases)('a write to two stores on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
    const { ours, theirs } = await storesOf(server)
    expect(ours).toEqual(theirs)
  })

  /** Expects the rest of the write to be recovered, once; deletes are completed, everything else is undone. */
  async function expectRecovered(write: Write) {
    server.webApi.recover()
    expect(await openIntents(server, write.name)).toMatchObject([{ action: write.action, actor: 'admin' }])
    expect(await server.recoverWrites()).toBe(1)
    if (write.action === 'delete') await expectDone(server, write)
    else await expectNoEffect(server, write)
  }

  /** Expects other writes to the object to be refused with the reason until it is recovered. */
  async function expectClaimed(write: Write) {
    const calls = server.webApi.calls.length
    const { status, body } = await write.send()
    expect(status).toBe(write.action === 'add' ? 409 : 412)
    expect(body.detail).toMatch(
      /^Another user is (adding|changing) the metric profile .* Try again in a few minutes\.$/,
    )
    expect(server.webApi.calls.slice(calls).filter((call) => !call.startsWith('GET'))).toEqual([])
  }

  const left = {
    add: 'If the Web API has added it, it will be removed within a few minutes; until then its name is in use.',
    change:
      'If the Web API has applied the change, it will be undone within a few minutes; until then nobody can change the object.',
    delete: 'The delete will be finished in both stores within a few minutes.',
  }

  describe.each(actions)('to %s', (action) => {
    const method = methodOf[action]
    const behave = (behavior: Behavior) => server.webApi.behave(behavior, method)
    const attempt = async (behavior: Behavior) => {
      const write = await aWrite(server, action)
      behave(behavior)
      const { status, body } = await write.send()
      expect(body.source).toBe('web-api')
      return { write, status, detail: body.detail, code: body.code }
    }

    test.each([
      [401, 'You need to provide a correct authentication token'],
      [409, 'Metric profile with the same name already exists'],
      [422, 'services[0].service is required'],
    ])('does nothing if the Web API refuses with %i, and returns its message', async (refusal, details) => {
      const { write, ...result } = await attempt({ kind: 'refuse', status: refusal, details })
      expect(result).toEqual({ status: 502, code: 'upstream_failed', detail: details })
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(0)
      await expectNoEffect(server, write)
    })

    const silences: [string, Behavior, string][] = [
      ['fails with 500', { kind: 'refuse', status: 500 }, 'The Web API answered 500.'],
      ['fails with 503', { kind: 'refuse', status: 503, details: 'Later.' }, 'Later.'],
      ['drops the connection', { kind: 'drop', carryOut: false }, 'The connection to the Web API was lost.'],
      ['drops it, having done it', { kind: 'drop', carryOut: true }, 'The connection to the Web API was lost.'],
      ['answers rubbish', { kind: 'rubbish' }, 'The response of the Web API is invalid.'],
    ]
    test.each(silences)('is recovered if the Web API %s', async (_, behavior, sentence) => {
      const { write, ...result } = await attempt(behavior)
      expect(result).toEqual({ status: 502, code: 'upstream_failed', detail: `${sentence} ${left[action]}` })
      await expectClaimed(write)
      await expectRecovered(write)
    })

    const envelope = { status: { message: 'Success', code: '200' } }
    const created = { ...envelope, data: { id: randomUUID(), links: { self: 'https://web-api.test/' } } }
    const lies: [string, Behavior][] = [
      ['says so without doing it', { kind: 'lie', status: action === 'add' ? 201 : 200, body: created }],
      ['stores something else', { kind: 'distort', member: 'description', value: 'Something else.' }],
    ]
    test.each(lies)('is not acknowledged if the Web API %s', async (_, behavior) => {
      const { write, detail } = await attempt(behavior)
      // A delete has no body that could be distorted.
      if (action === 'delete' && behavior.kind === 'distort') return expectRecovered(write)
      const lied = 'The Web API confirmed the change, but what it gives back is something else.'
      if (action === 'delete') {
        expect(detail).toBe(`${lied} ${left.delete}`)
        return expectRecovered(write)
      }
      if (action === 'change' && behavior.kind === 'distort') {
        // The undo is distorted too.
        expect(detail).toMatch(/it will be undone in the Web API within a few minutes\.$/)
        return expectRecovered(write)
      }
      expect(detail).toBe(lied)
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(0)
      await expectNoEffect(server, write)
    })

    const deaf: Behavior[] = [
      { kind: 'refuse', status: 401 },
      { kind: 'refuse', status: 404 },
      { kind: 'refuse', status: 503 },
      { kind: 'drop', carryOut: true },
      { kind: 'rubbish' },
      { kind: 'rubbish', status: 404 },
    ]
    test.each(deaf)('is recovered if the stored object cannot be read back: $kind $status', async (behavior) => {
      const write = await aWrite(server, action)
      server.webApi.ignorePreferences()
      server.webApi.behave(behavior, 'GET', readsBefore[action] + 1)
      const { status, body } = await write.send()
      const isMissing = behavior.kind === 'refuse' && behavior.status === 404
      // A delete is complete if the object is missing and the service itself says so.
      if (action === 'delete' && isMissing) {
        server.webApi.recover()
        return expectDone(server, write)
      }
      expect([status, body.source]).toEqual([502, 'web-api'])
      if (action !== 'add' || !isMissing) return expectRecovered(write)
      server.webApi.recover()
      await expectNoEffect(server, write)
    })

    const absent: [string, Behavior, RegExp][] = [
      ['refuses', { kind: 'refuse', status: 401 }, /^The Web API refused the key \(401\)\.$/],
      ['is down', { kind: 'refuse', status: 503 }, /^The Web API answered 503\.$/],
      ['is another service', { kind: 'rubbish', status: 404 }, /^The Web API answered 404\.$/],
      ['talks rubbish', { kind: 'rubbish' }, /^The response of the Web API is invalid\.$/],
    ]
    test.each(absent)('is not started if the Web API %s from the beginning', async (_, behavior, sentence) => {
      const write = await aWrite(server, action)
      server.webApi.behave(behavior)
      const calls = server.webApi.calls.length
      const { status, body } = await write.send()
      expect([status, body.code, body.source]).toEqual([502, 'upstream_failed', 'web-api'])
      expect(body.detail).toMatch(sentence)
      expect(server.webApi.calls.slice(calls)).toEqual([expect.stringMatching(/^GET /)])
      expect(await openIntents(server)).toEqual([])
      server.webApi.recover()
      await expectNoEffect(server, write)
    })
  })

  test('to change is not read back when the response has what the Web API has stored', async () => {
    const write = await aWrite(server, 'change')
    const before = server.webApi.calls.length
    expect((await write.send()).status).toBe(200)
    expect(server.webApi.calls.slice(before).map((call) => call.slice(0, 3))).toEqual(['GET', 'PUT'])
    await expectDone(server, write)
  })

  test('to change is read back from a service that ignores the preference', async () => {
    const write = await aWrite(server, 'change')
    server.webApi.ignorePreferences()
    const before = server.webApi.calls.length
    expect((await write.send()).status).toBe(200)
    expect(server.webApi.calls.slice(before).map((call) => call.slice(0, 3))).toEqual(['GET', 'PUT', 'GET'])
    await expectDone(server, write)
  })

  test.each([true, false])('is recovered if the Web API hangs after performing it: %s', async (carryOut) => {
    const writes = await Promise.all(actions.map((action) => aWrite(server, action)))
    for (const method of Object.values(methodOf)) server.webApi.behave({ kind: 'hang', carryOut }, method)
    const answers = await Promise.all(writes.map(({ send }) => send()))
    for (const [index, { action }] of writes.entries()) {
      const { status, body } = answers[index] ?? {}
      expect([status, body.code, body.source]).toEqual([502, 'upstream_failed', 'web-api'])
      expect(body.detail).toBe(`The Web API did not answer within 2 seconds. ${left[action]}`)
    }
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(3)
    for (const write of writes) await (write.action === 'delete' ? expectDone : expectNoEffect)(server, write)
  })

  test('is not started if the Web API hangs from the beginning', async () => {
    const writes = await Promise.all(actions.map((action) => aWrite(server, action)))
    server.webApi.behave({ kind: 'hang', carryOut: false })
    for (const { status, body } of await Promise.all(writes.map(({ send }) => send()))) {
      expect([status, body.source]).toEqual([502, 'web-api'])
      expect(body.detail).toBe('The Web API did not answer within 2 seconds.')
    }
    expect(await openIntents(server)).toEqual([])
    server.webApi.recover()
    for (const write of writes) await expectNoEffect(server, write)
  })

  test("the console's own refusals come first, even if the Web API is down", async () => {
    const write = await aWrite(server, 'change')
    const admin = await server.as('admin')
    const apiid = (await storesOf(server, write.name)).ours[0]?.id
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const change = { name: write.name, apiid, groupname: 'operations', description: '', services: [] }
    expect((await admin.send('PUT', 'metricprofiles', change)).status).toBe(428)
    expect((await admin.send('PUT', 'metricprofiles', change, { 'if-match': '"9"' })).status).toBe(412)
    const taken = await admin.send('POST', 'metricprofiles', { ...change, apiid: undefined })
    expect(taken.body).toMatchObject({ code: 'already_exists', source: 'internal-api' })
  })
})
