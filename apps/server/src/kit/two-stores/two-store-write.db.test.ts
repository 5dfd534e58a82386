import { randomUUID } from 'node:crypto'
import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { type Answer, startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced, twoStoreKinds } from '#test/two-store-kinds.ts'
import {
  type Action,
  actions,
  aWrite,
  expectAgreement,
  expectDone,
  expectNoEffect,
  methodOf,
  openIntents,
  storesOf,
  type Write,
} from '#test/two-stores.ts'

/** A write and its answer. */
interface Attempt {
  readonly write: Write
  readonly answer: Answer
}

// In a full run each fault meets a write of every kind that both stores have, sent together; else another kind for each next test.
describe.each(databases)('a write to two stores on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
    await expectAgreement(server)
  })

  let turn = 0
  const kindsInTurn = () => oneInTurn(twoStoreKinds, turn++)
  const prepare = (...wanted: Action[]) =>
    Promise.all(wanted.flatMap((action) => kindsInTurn().map((kind) => aWrite(server, action, kind))))
  const send = (writes: readonly Write[]): Promise<Attempt[]> =>
    Promise.all(writes.map(async (write) => ({ write, answer: await write.send() })))
  const resultOf = ({ status, body: { code, detail, source } }: Answer) => ({ status, code, detail, source })
  const refusedBy = (detail: string) => ({ status: 502, code: 'upstream_failed', detail, source: 'web-api' })

  /** Expects the rest of the writes to be recovered, once; deletes are completed, everything else is undone. */
  async function expectRecovered(writes: readonly Write[]) {
    server.webApi.recover()
    for (const { action, name } of writes) {
      expect(await openIntents(server, name)).toMatchObject([{ action, actor: 'admin' }])
    }
    expect(await server.recoverWrites()).toBe(writes.length)
    for (const write of writes) await (write.action === 'delete' ? expectDone : expectNoEffect)(server, write)
  }

  async function expectNothingToRecover(writes: readonly Write[]) {
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(0)
    for (const write of writes) await expectNoEffect(server, write)
  }

  /** Expects each write to be done if it was acknowledged or is to be finished, and to have no effect otherwise. */
  async function expectSettled(attempts: readonly Attempt[]) {
    server.webApi.recover()
    await server.recoverWrites()
    for (const { write, answer } of attempts) {
      const isDone = answer.status < 300 || answer.body.detail.endsWith(left.delete)
      await (isDone ? expectDone : expectNoEffect)(server, write)
    }
  }

  /** Expects other writes to the object to be refused with the reason until it is recovered. */
  async function expectClaimed(write: Write) {
    const calls = server.webApi.calls.length
    const { status, body } = await write.send()
    expect(status).toBe(write.action === 'add' ? 409 : 412)
    expect(body.detail).toMatch(/^Another user is (adding|changing) the .* Try again in a few minutes\.$/)
    expect(body.detail).toContain(` the ${write.kind.label} ${write.name}`)
    expect(server.webApi.calls.slice(calls).filter((call) => !call.startsWith('GET'))).toEqual([])
  }

  const left = {
    add: 'If the Web API has added it, it will be removed within a few minutes; until then its name is in use.',
    change:
      'If the Web API has applied the change, it will be undone within a few minutes; until then nobody can change the object.',
    delete: 'The delete will be finished in both stores within a few minutes.',
  }

  test.each(['change', 'delete'] as const)('to %s is done if a proxy sends it to the Web API twice', async (action) => {
    const writes = await prepare(action)
    server.webApi.behave({ kind: 'repeat' }, methodOf[action])
    for (const { write, answer } of await send(writes)) {
      expect(answer.status, answer.body?.detail).toBeLessThan(300)
      await expectDone(server, write)
    }
    server.webApi.recover()
    expect(await server.recoverWrites()).toBe(0)
  })

  describe.each(actions)('to %s', (action) => {
    const method = methodOf[action]
    const attempt = async (behavior: Behavior) => {
      const writes = await prepare(action)
      server.webApi.behave(behavior, method)
      return send(writes)
    }

    test.each([
      [401, 'You need to provide a correct authentication token'],
      [409, 'Metric profile with the same name already exists'],
      [422, 'services[0].service is required'],
    ])('does nothing if the Web API refuses with %i, and returns its message', async (refusal, details) => {
      const attempts = await attempt({ kind: 'refuse', status: refusal, details })
      for (const { answer } of attempts) expect(resultOf(answer)).toEqual(refusedBy(details))
      await expectNothingToRecover(attempts.map(({ write }) => write))
    })

    const silences: [string, Behavior, string][] = [
      ['fails with 500', { kind: 'refuse', status: 500 }, 'The Web API answered 500.'],
      ['fails with 503', { kind: 'refuse', status: 503, details: 'Later.' }, 'Later.'],
      ['drops the connection', { kind: 'drop', carryOut: false }, 'The connection to the Web API was lost.'],
      ['drops it, having done it', { kind: 'drop', carryOut: true }, 'The connection to the Web API was lost.'],
      ['answers rubbish', { kind: 'rubbish' }, 'The response of the Web API is invalid.'],
    ]
    test.each(silences)('is recovered if the Web API %s', async (_, behavior, sentence) => {
      const attempts = await attempt(behavior)
      for (const { write, answer } of attempts) {
        expect(resultOf(answer)).toEqual(refusedBy(`${sentence} ${left[action]}`))
        await expectClaimed(write)
      }
      await expectRecovered(attempts.map(({ write }) => write))
    })

    const envelope = { status: { message: 'Success', code: '200' } }
    const answering = (data: unknown) => ({ ...envelope, data })
    const another = () => ({ id: randomUUID(), links: { self: 'https://web-api.test/' } })
    const answers: [string, unknown][] = [
      ['without an id', answering({})],
      ['with an empty id', answering({ ...another(), id: '' })],
      ['with another id', answering(another())],
      ['with an empty body', undefined],
    ]
    describe.each([true, false])('that the Web API performs: %s', (carryOut) => {
      test.each(answers)('leaves both stores equal if the answer is one %s', async (_, body) => {
        await expectSettled(await attempt({ kind: 'lie', status: action === 'add' ? 201 : 200, body, carryOut }))
      })
    })

    const lied = 'The Web API confirmed the change, but what it gives back is something else.'
    test('is not acknowledged if the Web API confirms it without doing it', async () => {
      const attempts = await attempt({ kind: 'lie', status: action === 'add' ? 201 : 200, body: answering(another()) })
      const writes = attempts.map(({ write }) => write)
      const detail = action === 'delete' ? `${lied} ${left.delete}` : lied
      for (const { answer } of attempts) expect(resultOf(answer)).toEqual(refusedBy(detail))
      await (action === 'delete' ? expectRecovered : expectNothingToRecover)(writes)
    })

    test.each(twoStoreKinds)('$label is not acknowledged if the Web API stores something else', async (kind) => {
      // A delete has no body that could be distorted.
      const write = await aWrite(server, action, kind)
      server.webApi.behave({ kind: 'distort', ...kind.distorted }, method)
      const { status, body } = await write.send()
      expect([status, body.source]).toEqual([502, 'web-api'])
      if (action === 'add') {
        expect(body.detail).toBe(lied)
        return expectNothingToRecover([write])
      }
      // The undo is distorted too.
      if (action === 'change') expect(body.detail).toMatch(/it will be undone in the Web API within a few minutes\.$/)
      return expectRecovered([write])
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
      const isMissing = behavior.kind === 'refuse' && behavior.status === 404
      for (const kind of kindsInTurn()) {
        const write = await aWrite(server, action, kind)
        server.webApi.ignorePreferences()
        server.webApi.behave(onceWritten(method, behavior))
        const { status, body } = await write.send()
        // A delete is complete if the object is missing and the service itself says so.
        if (action === 'delete' && isMissing) {
          server.webApi.recover()
          await expectDone(server, write)
          continue
        }
        expect([status, body.source], kind.label).toEqual([502, 'web-api'])
        if (action !== 'add' || !isMissing) await expectRecovered([write])
        else await expectSettled([{ write, answer: { status, body, etag: undefined, headers: {} } }])
      }
    })

    const absent: [string, Behavior, RegExp][] = [
      ['refuses', { kind: 'refuse', status: 401 }, /^The Web API refused the key \(401\)\.$/],
      ['is down', { kind: 'refuse', status: 503 }, /^The Web API answered 503\.$/],
      ['is another service', { kind: 'rubbish', status: 404 }, /^The Web API answered 404\.$/],
      ['talks rubbish', { kind: 'rubbish' }, /^The response of the Web API is invalid\.$/],
    ]
    test.each(absent)('is not started if the Web API %s from the beginning', async (_, behavior, sentence) => {
      const writes = await prepare(action)
      server.webApi.behave(behavior)
      const calls = server.webApi.calls.length
      for (const { answer } of await send(writes)) {
        expect(resultOf(answer)).toEqual(refusedBy(expect.stringMatching(sentence)))
      }
      expect(server.webApi.calls.slice(calls)).toEqual(writes.map(() => expect.stringMatching(/^GET /)))
      expect(await openIntents(server)).toEqual([])
      await expectNothingToRecover(writes)
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
    const writes = await prepare(...actions)
    for (const method of Object.values(methodOf)) server.webApi.behave({ kind: 'hang', carryOut }, method)
    for (const { write, answer } of await send(writes)) {
      const detail = `The Web API did not answer within 60 seconds. ${left[write.action]}`
      expect(resultOf(answer)).toEqual(refusedBy(detail))
    }
    await expectRecovered(writes)
  })

  test('is not started if the Web API hangs from the beginning', async () => {
    const writes = await prepare(...actions)
    server.webApi.behave({ kind: 'hang', carryOut: false })
    for (const { answer } of await send(writes)) {
      expect(resultOf(answer)).toEqual(refusedBy('The Web API did not answer within 60 seconds.'))
    }
    expect(await openIntents(server)).toEqual([])
    await expectNothingToRecover(writes)
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

/** The behavior of reads after the write: before it, a delete also reads the dependents of the object. */
function onceWritten(method: string, behavior: Behavior): Behavior {
  let isWritten = false
  return {
    kind: 'by-call',
    behaviorOf(called) {
      if (called === method) isWritten = true
      return isWritten && called === 'GET' && behavior.kind !== 'by-call' ? behavior : { kind: 'work' }
    },
  }
}
