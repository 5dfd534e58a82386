import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, pythonJson, type Way } from '#test/machines/ask.ts'
import { type Connector, connectorOn, Died } from '#test/machines/connector.ts'
import { csvOf, rowsOfCsv } from '#test/machines/csv-topology.ts'
import { generateChecks } from '#test/machines/generator.ts'
import { installPackages, watchCandidates, watchMetrics } from '#test/machines/installer-and-watcher.ts'
import { sourceOf } from '#test/machines/source.ts'
import { password, readingToken, webApiToken } from '#test/seed.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const tenants = [
  { name: 'NORTH', host: 'north.test', source: 'JSON', profiles: ['CORE', 'DISKS'] },
  { name: 'SOUTH', host: 'south.test', source: 'CSV', profiles: ['CORE'] },
] as const
type Tenant = (typeof tenants)[number]

/** The runs of connectors that end between the delete and the second write: the day and the run, and the path. */
const deaths: Readonly<Record<string, string>> = {
  'NORTH 2030-01-02 evening': 'topology/endpoints',
  'SOUTH 2030-01-03 evening': 'topology/groups',
  'NORTH 2030-01-04 evening': 'downtimes',
  'SOUTH 2030-01-05 evening': 'topology/service-types',
  'NORTH 2030-01-07 evening': 'topology/endpoints',
}

const daysFrom = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
const dayBefore = (day: string) => daysFrom(day, -1)
const dayAfter = (day: string) => daysFrom(day, 1)

const lists = ['groups', 'endpoints'] as const

const servicesOf = {
  CORE: [
    { service: 'web', metric: 'web.http' },
    { service: 'web', metric: 'passive' },
  ],
  DISKS: [{ service: 'storage', metric: 'disk' }],
} as const

describe.each(databases)('machines that work for a week with both services on $name', (kind) => {
  let server: TestApp
  let origin: string
  beforeAll(async () => {
    server = await startTestApp(kind)
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
    await server.owner.updateTable('tenants').set({ use_service_title: true }).execute()
    for (const tenant of tenants) await configure(tenant)
  })
  afterAll(() => server.close())

  /** A new session: those of yesterday have ended. */
  async function signIn(host: Host): Promise<Client> {
    const client = server.browser(host)
    await client.send('GET', '/api/v2/internal/istenantschema')
    await client.send('POST', '/dj-rest-auth/login/', { username: 'admin', password })
    return client
  }
  async function add(client: Client, path: string, body: object) {
    const { status, body: answer } = await client.send('POST', path, body)
    expect(status, JSON.stringify(answer)).toBe(201)
  }
  async function configure({ host, profiles }: Tenant) {
    const admin = await signIn(host)
    for (const name of profiles) {
      const services = servicesOf[name]
      await add(admin, 'metricprofiles', { name, groupname: 'operations', description: '', services })
    }
  }

  const keyed = (tenant: Tenant): Way => ({
    origin,
    headers: { host: tenant.host, 'x-api-key': `box-${tenant.name}`, accept: '*/*' },
  })
  /** The key of the computing engine and of boxes, which only reads. */
  const reading = ({ name }: Tenant): Way => ({
    origin: server.directWebApiUrl,
    headers: { 'x-api-key': readingToken(name), accept: 'application/json', 'content-type': 'application/json' },
  })
  async function read(tenant: Tenant, path: string) {
    const { status, text } = await ask(reading(tenant), 'GET', `/api/v2/${path}`)
    const rows: { date?: string }[] = status === 200 ? JSON.parse(text).data : []
    return { status, rows: rows.map(({ date: _, ...row }) => row) }
  }
  const asSet = (rows: readonly object[]) => new Set(rows.map((row) => JSON.stringify(Object.entries(row).sort())))

  const day = () => server.clock.now().toISOString().slice(0, 10)

  /** The rows that a day has, as written by the last complete run for it: the model of the service. */
  const written = new Map<string, readonly object[]>()
  const died: string[] = []
  const keyOf = ({ name }: Tenant, path: string, day: string) => `${name} ${path} ${day}`
  const inForce = (tenant: Tenant, path: string, on: string): readonly object[] | undefined => {
    for (let at = on; at >= '2030-01-01'; at = dayBefore(at)) {
      const rows = written.get(keyOf(tenant, path, at))
      if (rows) return rows
    }
    return undefined
  }

  /** One write of a connector for a day. If the process dies, the day has no list, and the one before is in force. */
  async function write(tenant: Tenant, path: string, on: string, rows: readonly object[], run: () => Promise<void>) {
    try {
      await run()
      written.set(keyOf(tenant, path, on), rows)
    } catch (error) {
      if (!(error instanceof Died)) throw error
      died.push(keyOf(tenant, path, on))
      written.delete(keyOf(tenant, path, on))
    }
  }

  async function runConnectors(tenant: Tenant, connector: Connector, on: string, part: 'morning' | 'evening') {
    const { types, downtimes, weights, ...topology } = sourceOf(tenant.name, on, part)
    await write(tenant, 'topology/service-types', on, types, () =>
      connector.writeServiceTypes(on, types, on === '2030-01-01'),
    )
    for (const list of lists) {
      const rows = tenant.source === 'CSV' ? rowsOfCsv(csvOf(topology[list])) : topology[list]
      await write(tenant, `topology/${list}`, on, topology[list], () => connector.writeTopology(list, on, rows))
    }
    await write(tenant, 'downtimes', on, downtimes, () => connector.writeDowntimes(on, downtimes))
    if (on === day()) await connector.writeWeights(on, weights)
    expect(asSet(await connector.readMetricProfiles(tenant.profiles))).toEqual(
      asSet(tenant.profiles.flatMap((profile) => servicesOf[profile].map((row) => ({ profile, ...row })))),
    )
  }

  /** What the computing engine reads of a day is what the connectors wrote, or the list before. */
  async function expectServed(tenant: Tenant, on: string) {
    for (const list of lists) {
      const { status, rows } = await read(tenant, `topology/${list}?date=${on}`)
      expect(status, `${tenant.name} ${list} ${on}`).toBe(200)
      expect(asSet(rows)).toEqual(asSet(inForce(tenant, `topology/${list}`, on) ?? []))
    }
    const downtimes = written.get(keyOf(tenant, 'downtimes', on)) ?? []
    expect((await read(tenant, `downtimes?date=${on}`)).rows).toEqual([{ endpoints: downtimes }])
  }

  async function expectChecks(tenant: Tenant) {
    const checks = await generateChecks({
      console: keyed(tenant),
      webApi: reading(tenant),
      profiles: tenant.profiles,
      filters: {
        groups: 'type=NGI&tags=certification:Certified',
        endpoints: 'type=SITES&tags=monitored:1,production:1',
      },
    })
    const groups = inForce(tenant, 'topology/groups', day()) ?? []
    const certified = new Set(groups.map((group) => Reflect.get(group, 'subgroup')))
    const hosts = (inForce(tenant, 'topology/endpoints', day()) ?? []).filter(
      (endpoint) => certified.has(Reflect.get(endpoint, 'group')) && Reflect.get(endpoint, 'tags').monitored === '1',
    )
    const metricsOf: Record<string, readonly string[]> = {
      web: ['web.http', 'passive'],
      storage: tenant.profiles.length > 1 ? ['disk'] : [],
    }
    const expected = hosts.flatMap((host) =>
      (metricsOf[Reflect.get(host, 'service')] ?? []).map((metric) => `${Reflect.get(host, 'hostname')} ${metric}`),
    )
    expect(expected.length).toBeGreaterThan(5)
    expect(new Set(checks.keys())).toEqual(new Set(expected))
    const [example] = [...checks].filter(([name]) => name.endsWith('web.http'))
    expect(example?.[1]).toMatch(/^\/usr\/libexec\/probes\/check_2.0.0 -H \S+ -t 30 --z last first 10 ten 2 two --a$/)
  }

  test('lose nothing: connectors run twice a day, out of order, and die between two writes', {
    timeout: 300_000,
  }, async () => {
    for (let count = 0; count < 7; count += 1) {
      for (const part of ['morning', 'evening'] as const) {
        for (const tenant of tenants) {
          const death = deaths[`${tenant.name} ${day()} ${part}`]
          // Dies once: the run of yesterday's list after it is complete.
          const connector = connectorOn(server.directWebApiUrl, webApiToken(tenant.name), (path) => path === death)
          await runConnectors(tenant, connector, day(), part)
          await expectServed(tenant, day())
          if (part === 'evening' && count > 0) {
            const complete = connectorOn(server.directWebApiUrl, webApiToken(tenant.name))
            await runConnectors(tenant, complete, dayBefore(day()), part)
            await expectServed(tenant, dayBefore(day()))
          }
          await expectChecks(tenant)
        }
        if (count === 1 && part === 'morning') {
          for (const { host } of tenants) {
            await add(await signIn(host), 'servicetypes', { name: 'own', title: 'Own', description: 'Ünïcode' })
          }
        }
        server.clock.pass(12 * 3600)
      }
    }
    server.clock.pass(-12 * 3600)
    const planned = Object.entries(deaths).map(([run, path]) => run.replace(/ (\S+) evening$/, ` ${path} $1`))
    expect(died).toEqual(planned)
    for (const tenant of tenants) {
      for (let on = '2030-01-01'; on <= '2030-01-07'; on = dayAfter(on)) {
        await expectServed(tenant, on)
        const weights = sourceOf(tenant.name, on, 'evening').weights
        expect((await read(tenant, `weights?date=${on}`)).rows).toMatchObject([weights])
        const types = (await read(tenant, `topology/service-types?date=${on}`)).rows
        if (on >= '2030-01-02') {
          expect(types).toContainEqual({ name: 'own', title: 'Own', description: 'Ünïcode', tags: ['poem'] })
        }
        const names = sourceOf(tenant.name, on, 'evening').types.map(({ name }) => name)
        expect(types.map((type) => Reflect.get(type, 'name'))).toEqual(expect.arrayContaining(names))
      }
    }
  })

  test('read metric profiles as they were changed in the console', async () => {
    const [north] = tenants
    const client = await signIn(north.host)
    const { body, etag = '' } = await client.send('GET', 'metricprofiles/DISKS')
    const services = [...body.services, { service: 'queue', metric: 'disk' }]
    expect((await client.send('PUT', 'metricprofiles', { ...body, services }, { 'if-match': etag })).status).toBe(200)
    const connector = connectorOn(server.directWebApiUrl, webApiToken('NORTH'))
    expect(await connector.readMetricProfiles(['DISKS'])).toEqual([
      { profile: 'DISKS', service: 'queue', metric: 'disk' },
      { profile: 'DISKS', service: 'storage', metric: 'disk' },
    ])
    await expect(connector.readMetricProfiles(['NONE'])).rejects.toThrow('no metric profile NONE')
  })

  test('restore the list of a day that a dead connector has deleted', async () => {
    const [north] = tenants
    const last = sourceOf('NORTH', '2030-01-07', 'morning').endpoints
    const before = await read(north, 'topology/endpoints?date=2030-01-07')
    expect(asSet(before.rows)).not.toEqual(asSet(last))
    const way = { ...reading(north), headers: { 'x-api-key': webApiToken('NORTH') } }
    expect((await ask(way, 'POST', '/api/v2/topology/endpoints/restore?date=2030-01-07')).status).toBe(201)
    expect(asSet((await read(north, 'topology/endpoints?date=2030-01-07')).rows)).toEqual(asSet(last))
  })

  test('are installed and watched: packages of the profiles, metrics of every tenant, age of candidates', async () => {
    const catalogue = await signIn('super.test')
    await add(catalogue, 'yumrepos', { name: 'probes', tag: 'Rocky 9', content: '[probes]\n', description: 'd' })
    for (const key of ['web-probes-2.0.0', 'disk-probes-1.1.0']) {
      const { body, etag = '' } = await catalogue.send('GET', `packages/${key}`)
      const repos = ['probes (Rocky 9)']
      expect((await catalogue.send('PUT', 'packages', { ...body, repos }, { 'if-match': etag })).status).toBe(200)
    }
    const [north, south] = tenants
    expect(await installPackages(keyed(north), 'rocky9', north.profiles)).toEqual([
      { file: 'probes.repo', content: '[probes]\n', packages: ['disk-probes-1.1.0', 'web-probes-2.0.0'] },
    ])
    expect(await installPackages(keyed(south), 'rocky9', south.profiles)).toMatchObject([
      { packages: ['web-probes-2.0.0'] },
    ])
    await expect(installPackages(keyed(south), 'rocky9', ['DISKS'])).rejects.toThrow('Metric profile DISKS not found.')

    expect(await watchMetrics(origin, 'super.test')).toEqual(
      new Map([
        ['NORTH', ['disk', 'passive', 'web.http']],
        ['SOUTH', ['passive', 'web.http']],
      ]),
    )
    const candidate = {
      name: 'queue',
      docurl: 'https://docs.example/queue',
      command: 'check -t 30',
      contact: 'a@example.org',
      rpm: 'https://rpm.example/queue.rpm',
    }
    expect(await ask(keyed(north), 'POST', '/api/v2/probes', pythonJson(candidate))).toMatchObject({ status: 415 })
    const json = { ...keyed(north), headers: { ...keyed(north).headers, 'content-type': 'application/json' } }
    expect(await ask(json, 'POST', '/api/v2/probes', pythonJson(candidate))).toMatchObject({ status: 201 })
    server.clock.pass(6 * 3600)
    expect(await watchCandidates(keyed(north), server.clock.now())).toEqual(new Map([['queue', 6]]))
  })
})
