import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Behavior } from '#test/faulty-proxy.ts'
import { webApiToken } from '#test/seed.ts'
import { type Answer, startTestApp, type TestApp } from '#test/test-app.ts'
import { aWrite, expectDone, expectNoEffect, methodOf, openIntents, storesOf, type Write } from '#test/two-stores.ts'

describe.each(databases)('concurrent writes to two stores on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind, { webApiTimeout: 5_000 })
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.webApi.recover()
    await server.recoverWrites()
    expect(await openIntents(server)).toEqual([])
  })

  const admin = () => server.as('admin')
  const profileBody = (name: string, description: string) => ({
    name,
    groupname: 'operations',
    description,
    services: [{ service: 's', metric: 'disk' }],
  })

  /** Adds a profile to the Web API without the console, like another client. Returns its id. */
  async function addToWebApi(name: string): Promise<string> {
    const answer = await callWebApi('POST', '', { name, description: 'Theirs.', services: [] })
    return createdEnvelope.parse(await answer.json()).data.id
  }

  const removeFromWebApi = (id: string | undefined) => callWebApi('DELETE', `/${id}`)

  async function callWebApi(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${server.webApi.url}/api/v2/metric_profiles${path}`, {
      method,
      headers: { accept: 'application/json', 'x-api-key': webApiToken('NORTH') },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return answer
  }

  const idOf = async (name: string) => (await storesOf(server, name)).theirs[0]?.id

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

  describe('a slow write that recovery has taken over', () => {
    test.each([
      ['before', 502, 'upstream_failed', 'web-api'],
      ['after', 412, 'stale_version', 'internal-api'],
    ] as const)('does not undo a newer change, held back %s it reached the Web API', async (where, ...result) => {
      const write = await aWrite(server, 'change')
      const { status, body } = await meanwhile(write, where, async () => {
        expect(await server.recoverWrites()).toBe(1)
        expect((await write.send()).status).toBe(200)
      })
      expect([status, body.code, body.source]).toEqual(result)
      await expectDone(server, write)
    })

    test.each(['before', 'after'] as const)(
      'does not undo a newer add of the same name, held back %s it reached the Web API',
      async (where) => {
        const write = await aWrite(server, 'add')
        const { status, body } = await meanwhile(write, where, async () => {
          expect(await server.recoverWrites()).toBe(1)
          expect((await write.send()).status).toBe(201)
        })
        expect([status, body.code, body.source]).toEqual([502, 'upstream_failed', 'web-api'])
        await expectDone(server, write)
      },
    )

    test.each(['change', 'delete'] as const)('does not continue its %s while recovery works on it', async (action) => {
      const write = await aWrite(server, action)
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
      const write = await aWrite(server, 'add')
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
        const write = await aWrite(server, 'delete')
        const { status } = await meanwhile(write, where, async () => {
          expect(await server.recoverWrites()).toBe(1)
          const added = await (await admin()).send('POST', 'metricprofiles', profileBody(write.name, 'Anew.'))
          expect(added.status).toBe(201)
        })
        expect(status).toBeGreaterThanOrEqual(400)
        const { ours, theirs } = await storesOf(server, write.name)
        expect(ours).toMatchObject([{ description: 'Anew.' }])
        expect(theirs).toEqual(ours)
      },
    )
  })

  describe('a call that the Web API performs long after its timeout', () => {
    test('changes nothing after the change was undone', async () => {
      const write = await aWrite(server, 'change')
      server.webApi.behave({ kind: 'late' }, 'PUT')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(1)
      expect(await server.webApi.deliver()).toEqual([412])
      await expectNoEffect(server, write)
    })

    test('finds nothing to delete any more', async () => {
      const write = await aWrite(server, 'delete')
      server.webApi.behave({ kind: 'late' }, 'DELETE')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(1)
      expect(await server.webApi.deliver()).toEqual([404])
      await expectDone(server, write)
    })

    test('adds what only the Web API has; the console reports it and leaves it unchanged', async () => {
      const write = await aWrite(server, 'add')
      server.webApi.behave({ kind: 'late' }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      expect(await server.recoverWrites()).toBe(1)
      expect(await server.webApi.deliver()).toEqual([201])

      const { status, body } = await write.send()
      expect(status).toBe(409)
      expect(body).toMatchObject({ code: 'already_exists', source: 'web-api' })
      expect(body.detail).toBe(`The Web API has a metric profile ${write.name} that is not known here.`)
      const { ours, theirs } = await storesOf(server, write.name)
      expect(ours).toEqual([])
      await removeFromWebApi(theirs[0]?.id)
      await expectNoEffect(server, write)
    })
  })

  describe('a profile that another client added to the Web API', () => {
    test('makes the add of its name refused, and is kept', async () => {
      const write = await aWrite(server, 'add')
      const id = await addToWebApi(write.name)
      const { status, body } = await write.send()
      expect([status, body.code, body.source]).toEqual([409, 'already_exists', 'web-api'])
      expect(body.fields).toEqual({ name: 'Already exists in the Web API' })
      await server.recoverWrites()
      expect((await storesOf(server, write.name)).theirs).toMatchObject([{ id, description: 'Theirs.' }])
      await removeFromWebApi(id)
    })

    test('makes an add that is in progress refused, and is kept', async () => {
      const write = await aWrite(server, 'add')
      const { status, body } = await meanwhile(write, 'before', () => addToWebApi(write.name))
      expect([status, body.detail]).toEqual([502, 'Metric profile with the same name already exists'])
      await server.recoverWrites()
      const { theirs } = await storesOf(server, write.name)
      expect(theirs).toMatchObject([{ description: 'Theirs.' }])
      await removeFromWebApi(theirs[0]?.id)
    })

    test('is kept if an add of its name was never answered', async () => {
      const write = await aWrite(server, 'add')
      server.webApi.behave({ kind: 'drop', carryOut: false }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      const id = await addToWebApi(write.name)
      expect(await server.recoverWrites()).toBe(1)
      expect((await storesOf(server, write.name)).theirs).toMatchObject([{ id, description: 'Theirs.' }])
      await removeFromWebApi(id)
      await expectNoEffect(server, write)
    })

    test('is kept if the Web API returns its id for an add', async () => {
      const write = await aWrite(server, 'add')
      const id = await addToWebApi('somebody else’s')
      const body = { status: { message: '', code: '201' }, data: { id, links: { self: '' } } }
      server.webApi.behave({ kind: 'lie', status: 201, body }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      await server.recoverWrites()
      expect((await storesOf(server, 'somebody else’s')).theirs).toMatchObject([{ id }])
      await removeFromWebApi(id)
      await expectNoEffect(server, write)
    })

    test('is kept if it is added here while an add of its name waits for recovery', async () => {
      const write = await aWrite(server, 'add')
      server.webApi.behave({ kind: 'drop', carryOut: true }, 'POST')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      const [there] = (await storesOf(server, write.name)).theirs
      const register = async () =>
        (await admin()).send('POST', 'metricprofiles', { ...profileBody(write.name, ''), apiid: there?.id })
      const { status, body } = await register()
      expect([status, body.code]).toEqual([409, 'already_exists'])
      expect(body.detail).toMatch(/^Another user is adding/)
      expect(await server.recoverWrites()).toBe(1)
      await expectNoEffect(server, write)
    })
  })

  describe('a profile that is missing in the Web API', () => {
    test('cannot be changed, but can be deleted', async () => {
      const write = await aWrite(server, 'change')
      const id = await idOf(write.name)
      await removeFromWebApi(id)
      const { status, body } = await write.send()
      expect([status, body.source]).toEqual([502, 'web-api'])
      expect(body.detail).toBe(`The Web API does not have the metric profile ${write.name}.`)
      const { etag = '' } = await (await admin()).send('GET', `metricprofiles/${write.name}`)
      const seen = { 'if-match': etag }
      expect((await (await admin()).send('DELETE', `metricprofiles/${id}`, undefined, seen)).status).toBeLessThan(300)
      expect(await storesOf(server, write.name)).toEqual({ ours: [], theirs: [] })
    })

    test('does not stay claimed by a change for ever', async () => {
      const write = await aWrite(server, 'change')
      const id = await idOf(write.name)
      server.webApi.behave({ kind: 'drop', carryOut: true }, 'PUT')
      expect((await write.send()).status).toBe(502)
      server.webApi.recover()
      await removeFromWebApi(id)
      expect(await server.recoverWrites()).toBe(1)
      expect((await storesOf(server, write.name)).ours).toMatchObject([{ description: 'As it was.' }])
    })
  })

  describe('concurrent writes', () => {
    const holding = (name: string, ...metrics: string[]) => ({
      ...profileBody(name, ''),
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
