import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endSabotage, sabotage } from '#test/sabotage.ts'
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
    tags: true,
    hasPut: true,
    steps: ['GET 1', 'PUT 1', 'GET 2'],
    calls: 'GET PUT GET',
  },
  {
    service: 'that can only delete and add',
    tags: false,
    hasPut: false,
    steps: ['GET 1', 'GET 2', 'POST 1', 'DELETE 1', 'POST 2', 'POST 3', 'GET 3'],
    calls: 'GET GET POST DELETE POST GET',
  },
  {
    service: 'that sends entity tags, and can only delete and add',
    tags: true,
    hasPut: false,
    steps: ['POST 2'],
    calls: 'GET PUT GET POST DELETE POST GET',
  },
]

const faults = [
  { kind: 'refuse', status: 403 },
  // Of a list, it says that there is none.
  { kind: 'refuse', status: 404 },
  { kind: 'refuse', status: 500 },
  { kind: 'hang', carryOut: true },
  { kind: 'drop', carryOut: true },
  { kind: 'drop', carryOut: false },
  // With an empty body.
  { kind: 'lie', status: 200, body: undefined, carryOut: true },
  { kind: 'lie', status: 200, body: undefined },
  { kind: 'rubbish' },
] as const

/** A call fails once, together with all later ones, or the console is killed during it: no later call arrives. */
const ways = ['alone', 'with all later ones', 'as the last one'] as const
const lost = { kind: 'hang', carryOut: false } as const

/** The calls that decide what is lost are tested on every database, all others on one of them. */
const [usual] = databases
const deciding = ['PUT 1', 'DELETE 1', 'POST 2']

/**
 * Each step with each fault and each way. Outside a full run: each deciding step with each fault, in another way for each
 * next fault; and each other step in each way, with another fault for each next step and way.
 */
const casesOf = (steps: readonly string[]) =>
  steps.flatMap((step, turn) =>
    deciding.includes(step)
      ? faults.flatMap((fault, index) => oneInTurn(ways, turn + index).map((way) => ({ step, fault, way })))
      : ways.flatMap((way, index) =>
          oneInTurn(faults, turn * ways.length + index).map((fault) => ({ step, fault, way })),
        ),
  )

// Every call of a write fails with every fault, alone or with later calls; then the service works again.
describe.each(databases.flatMap((database) => services.map((service) => ({ ...database, ...service, database }))))(
  'service types in a service $service, on $name',
  ({ database, tags, hasPut, steps, calls }) => {
    let server: TestApp
    let client: ReturnType<typeof webApiClient>
    beforeAll(async () => {
      server = await startTestApp(database, { webApiTags: tags })
      client = webApiClient(server)
      works()
      // The first write of a process takes longer than the others.
      await client.replace(stored)
      await write()
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

    test.runIf(tags && hasPut)('are replaced if a proxy sends the call twice', async () => {
      server.webApi.behave({ kind: 'repeat' }, 'PUT')
      const { status, body } = await write()
      expect(status, body.detail).toBe(201)
      expect(await openIntents(server)).toEqual([])
      expect(await client.list()).toEqual(after)
    })

    test.each(casesOf(database === usual ? steps : steps.filter((step) => deciding.includes(step))))(
      'are never lost if a call fails: $step $fault, $way',
      async ({ step, fault, way }) => {
        const [method = '', number = ''] = step.split(' ')
        const known = await recorded()
        let seen = 0
        server.webApi.behave({
          kind: 'by-call',
          behaviorOf(called) {
            if (way !== 'alone' && seen >= Number(number)) return way === 'as the last one' ? lost : fault
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
      },
    )

    test('are never lost if the service says that there are none, although the day has a list', async () => {
      const [first, empty] = [server.webApi.calls.length, { status: { message: 'Success', code: '200' }, data: [] }]
      server.webApi.behave({ kind: 'lie', status: 200, body: empty }, 'GET')
      expect((await write()).status).toBe(502)
      expect(server.webApi.calls.slice(first).filter((call) => call.startsWith('DELETE'))).toEqual([])
      works()
      await server.recoverWrites()
      expect(await client.list()).toEqual(before)
    })

    test('are as before if the database refuses their history, at once or after recovery', async () => {
      for (const isDown of [false, true]) {
        const known = await recorded()
        await sabotage(server, ['activity'], `raise exception 'No.'`)
        if (isDown) {
          server.webApi.behave({
            kind: 'by-call',
            behaviorOf: laterThan(calls.split(' ').length, hasPut),
          })
        }
        expect((await write()).status).toBe(500)
        await endSabotage(server)
        works()
        expect(await server.recoverWrites()).toBe(isDown ? 1 : 0)
        expect(await client.list()).toEqual(before)
        expect(await recorded()).toBe(known)
      }
    })

    test('are written by the calls that the service knows', async () => {
      const first = server.webApi.calls.length
      expect((await write()).status).toBe(201)
      const methods = server.webApi.calls.slice(first).map((call) => call.split(' ')[0])
      expect(methods.join(' ')).toBe(calls)
    })
  },
)

/** A service that is down after so many calls. */
function laterThan(count: number, hasPut: boolean) {
  let seen = 0
  return (method: string) => {
    seen += 1
    if (seen > count) return { kind: 'refuse', status: 503 } as const
    return method === 'PUT' && !hasPut ? ({ kind: 'refuse', status: 405 } as const) : ({ kind: 'work' } as const)
  }
}
