import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webApiClient } from '#test/service-types.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openIntents } from '#test/two-stores.ts'

const stored = [
  { name: 'APEL', title: 'Accounting', description: 'Of the topology.', tags: ['topology'] },
  { name: 'web.portal', title: 'Portal', description: 'A portal.', tags: ['poem'] },
]
const before = ['APEL | Accounting | Of the topology. | topology', 'web.portal | Portal | A portal. | poem']
const after = [before[0], 'web.portal | Portal | New. | poem']

/** Each service, with the calls of one write in their order. */
const services = [
  {
    service: 'that writes a list in one call',
    ...{ tags: true, hasPut: true },
    steps: ['GET 1', 'PUT 1', 'GET 2'],
    calls: 'GET PUT GET',
  },
  {
    service: 'that can only delete and add',
    ...{ tags: false, hasPut: false },
    steps: ['GET 1', 'GET 2', 'POST 1', 'DELETE 1', 'POST 2', 'POST 3', 'GET 3'],
    calls: 'GET GET POST DELETE POST GET',
  },
  {
    service: 'that sends entity tags, and can only delete and add',
    ...{ tags: true, hasPut: false },
    steps: ['POST 2'],
    calls: 'GET PUT GET POST DELETE POST GET',
  },
]

const faults = [
  { kind: 'refuse', status: 403 },
  { kind: 'refuse', status: 500 },
  { kind: 'hang', carryOut: true },
  { kind: 'drop', carryOut: true },
  { kind: 'drop', carryOut: false },
  // With an empty body.
  { kind: 'lie', status: 200, body: undefined, carryOut: true },
] as const

// Every call of a write fails in every way, once alone and once with all later calls; then the service works again.
describe.each(databases.flatMap((database) => services.map((service) => ({ ...database, ...service, database }))))(
  'service types in a service $service, on $name',
  ({ database, tags, hasPut, steps, calls }) => {
    let server: TestApp
    let client: ReturnType<typeof webApiClient>
    beforeAll(async () => {
      server = await startTestApp(database, { webApiTags: tags, webApiTimeout: 400 })
      client = webApiClient(server)
    })
    afterAll(() => server.close())
    const works = () => {
      server.webApi.recover()
      if (!hasPut) server.webApi.behave({ kind: 'refuse', status: 405 }, 'PUT')
    }
    beforeEach(async () => {
      works()
      await client.replace(stored)
    })
    afterEach(async () => {
      works()
      await server.recoverWrites()
      expect(await openIntents(server)).toEqual([])
    })

    const write = async (description = 'New.') => {
      const admin = await server.as('admin')
      const types = [{ name: 'web.portal', title: 'Portal', description }]
      return admin.send('POST', 'replaceservicetypes', { servicetypes: types }, { 'if-match': '*' })
    }
    const recorded = async () => {
      const north = await server.tenant('NORTH')
      return (await north.selectFrom('activity').select('number').where('kind', '=', 'servicetype').execute()).length
    }

    test.each(
      steps.flatMap((step) => faults.flatMap((fault) => [true, false].map((isDown) => ({ step, fault, isDown })))),
    )('are never lost: $step $fault, and $isDown for all later calls', async ({ step, fault, isDown }) => {
      const [method = '', number = ''] = step.split(' ')
      const known = await recorded()
      let seen = 0
      server.webApi.behave({
        kind: 'by-call',
        behaviorOf(called) {
          if (isDown && seen >= Number(number)) return fault
          if (called === method) seen += 1
          if (called === method && seen === Number(number)) return fault
          return called === 'PUT' && !hasPut ? { kind: 'refuse', status: 405 } : { kind: 'work' }
        },
      })
      const { status } = await write()
      await server.webApi.idle()
      works()
      await server.recoverWrites()
      expect(await client.list()).toEqual(status === 201 ? after : before)
      expect(await recorded()).toBe(known + (status === 201 ? 1 : 0))
      expect(await openIntents(server)).toEqual([])
      expect((await write()).status).toBe(201)
      expect(await client.list()).toEqual(after)
    })

    test('are written by the calls that the service knows', async () => {
      const first = server.webApi.calls.length
      expect((await write()).status).toBe(201)
      const methods = server.webApi.calls.slice(first).map((call) => call.split(' ')[0])
      expect(methods.join(' ')).toBe(calls)
    })
  },
)
