import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#test/console-process.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { contradictions } from '#test/unbroken-history.ts'

/** A write that makes a change each time it is sent. */
type Write = (server: TestApp, round: number) => Promise<Answer>

const whatever = { 'if-match': '*' }
const oneOf = <Value>(round: number, values: readonly Value[]): Value => values[round % values.length] as Value
const tenantsOwn = (server: TestApp) => server.as('admin')
const catalogues = (server: TestApp) => server.as('admin', 'super.test')
const read = async (client: Client, path: string) => (await client.send('GET', path)).body

/** Every write that reads rows besides its own: its rows in other tables, or objects that its document quotes. */
const writes: Readonly<Record<string, Write>> = {
  async 'a metric profile'(server, round) {
    const client = await tenantsOwn(server)
    const { name, groupname, apiid } = await read(client, 'metricprofiles/core')
    const metrics = oneOf(round, [['disk'], ['disk', 'web.http'], ['web.http', 'passive', 'disk']])
    const services = metrics.map((metric) => ({ service: `s${round}`, metric }))
    return client.send('PUT', 'metricprofiles', { name, groupname, apiid, description: '', services }, whatever)
  },
  async 'a metric'(server, round) {
    const client = await tenantsOwn(server)
    const { id: _, profiles: __, tags: ___, ...metric } = await read(client, 'metric/disk')
    const group = metric.group === 'network' ? 'operations' : 'network'
    return client.send('PUT', 'metric', { ...metric, group, config: withTimeout(metric.config, round) }, whatever)
  },
  async 'several metrics'(server, round) {
    const config = [{ key: 'timeout', value: String(round) }]
    const body = { metrics: ['disk', 'web.http'], group: oneOf(round, ['network', 'operations']), config }
    return previewed(await tenantsOwn(server), 'POST', 'changemetrics', body)
  },
  async 'metrics in another package version'(server) {
    const client = await tenantsOwn(server)
    const { probeversion } = await read(client, 'metric/web.http')
    const version = probeversion.includes('1.0.0') ? '2.0.0' : '1.0.0'
    return previewed(client, 'PUT', 'updatemetricsversions', { name: 'web-probes', version })
  },
  async 'a metric override'(server, round) {
    const client = await tenantsOwn(server)
    const { id } = await read(client, 'metricconfiguration/local')
    const global_attributes = [{ attribute: `A${round}`, value: 'x' }]
    const body = { id, name: 'local', global_attributes, host_attributes: [], metric_parameters: [] }
    return client.send('PUT', 'metricconfiguration', body, whatever)
  },
  async 'a metric template'(server, round) {
    const client = await catalogues(server)
    const { package: _, ...template } = await read(client, 'metrictemplates/disk')
    const changed = { description: `Round ${round}.`, tags: oneOf(round, [['empty'], ['CI/CD'], []]) }
    return client.send('PUT', 'metrictemplates', { ...template, ...changed }, whatever)
  },
  async 'a metric tag'(server) {
    const client = await catalogues(server)
    const members = await read(client, 'metrictags/web')
    const metrics = members.metrics.length === 1 ? ['web.http', 'web.tls'] : ['web.tls']
    return client.send('PUT', 'metrictags', { id: members.id, name: 'web', metrics }, whatever)
  },
  async 'a probe'(server, round) {
    const client = await catalogues(server)
    const { nv: _, version: __, ...probe } = await read(client, 'probes/disk-probe')
    return client.send('PUT', 'probes', { ...probe, comment: `Round ${round}.`, update_metrics: true }, whatever)
  },
  async 'a package'(server, round) {
    const client = await catalogues(server)
    const [found] = await read(client, 'packageversions/disk-probes')
    const { id, name } = found
    const repos = [...(await repoLabels(client)), ...oneOf(round, [[], ['other (CentOS 7)']])]
    const body = { id, name, version: `1.1.${round % 3}`, use_present_version: false, repos }
    return client.send('PUT', 'packages', body, whatever)
  },
  async 'a YUM repo'(server, round) {
    const client = await catalogues(server)
    const found = (await read(client, 'yumrepos')).find(({ tag }: { tag: string }) => tag === 'Rocky 9')
    return client.send('PUT', 'yumrepos', { ...found, name: `base${round}` }, whatever)
  },
  async 'the default ports'(server, round) {
    const body = { ports: [{ name: 'P', value: String(1 + round) }] }
    return (await catalogues(server)).send('POST', 'default_ports', body, whatever)
  },
}

/** Writes with a preview, which they repeat. */
async function previewed(client: Client, method: string, path: string, body: object): Promise<Answer> {
  const { preview } = (await client.send(method, `${path}?dry_run=true`, body)).body
  return client.send(method, path, body, { 'if-preview-match': String(preview) })
}

const withTimeout = (config: readonly { key: string; value: string }[], value: number) =>
  config.map((pair) => (pair.key === 'timeout' ? { ...pair, value: String(value) } : pair))

const repoLabels = async (client: Client): Promise<string[]> =>
  (await read(client, 'yumrepos')).flatMap(({ name, tag }: { name: string; tag: string }) =>
    tag === 'Rocky 9' ? [`${name} (${tag})`] : [],
  )

/** Blocks the recorder until it is released: the writes until then are not committed. */
async function holdRecording({ owner }: TestApp): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = owner.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('activity'), id) from tenants order by id`.execute(db)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return () => {
    letGo.resolve()
    return holding
  }
}

async function waiting({ owner }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::integer as count from pg_locks
    where not granted and (database is null or database = (select oid from pg_database where datname = current_database()))
      and pid in (select pid from pg_stat_activity where datname = current_database())
  `.execute(owner)
  return rows[0]?.count ?? 0
}

/** Sends the second write when the first is about to record, and releases both when the second waits. */
async function meet(server: TestApp, [first, second]: readonly [Write, Write], next: () => number): Promise<Answer[]> {
  const letGo = await holdRecording(server)
  const answers = [first(server, next())]
  try {
    await until('the first is about to record', async () => (await waiting(server)) === 1, 5)
    answers.push(second(server, next()))
    await until('the second waits, too', async () => (await waiting(server)) === 2, 5)
  } finally {
    await letGo()
  }
  return Promise.all(answers)
}

describe.each(serverDatabases)('concurrent writes on $name', (kind) => {
  let server: TestApp
  let round = 1
  beforeAll(async () => {
    server = await startTestApp(kind)
    const [own, catalogue] = [await tenantsOwn(server), await catalogues(server)]
    const services = ['disk', 'web.http'].map((metric) => ({ service: 's', metric }))
    const profile = { name: 'core', groupname: 'operations', description: '', services }
    const lists = { global_attributes: [], host_attributes: [], metric_parameters: [] }
    const repo = { tag: 'Rocky 9', content: '[base]', description: 'd' }
    for (const { status, body } of [
      await own.send('POST', 'metricprofiles', profile),
      // The metrics remain whatever happens to the first.
      await own.send('POST', 'metricprofiles', { ...profile, name: 'keeper' }),
      await own.send('POST', 'metricconfiguration', { name: 'local', ...lists }),
      await catalogue.send('POST', 'yumrepos', { ...repo, name: 'base' }),
      await catalogue.send('POST', 'yumrepos', { ...repo, name: 'other', tag: 'CentOS 7' }),
    ]) {
      expect(status, JSON.stringify(body)).toBe(201)
    }
    // Each of them succeeds on its own.
    for (const [name, write] of Object.entries(writes)) {
      const { status, body } = await write(server, round++)
      expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300)
    }
    expect(await contradictions(server)).toEqual([])
  })
  afterAll(() => server.close())

  test.each(Object.entries(writes))(
    '%s: the waiting write sees and records the result of the first',
    async (_, first) => {
      const found: string[] = []
      for (const [other, second] of Object.entries(writes)) {
        const known = (await contradictions(server)).length
        for (const { status, body } of await meet(server, [first, second], () => round++)) {
          // A write whose base has changed may be refused, but no other error may occur.
          expect([200, 201, 400, 404, 409, 412], `${other}: ${JSON.stringify(body)}`).toContain(status)
        }
        found.push(...(await contradictions(server)).slice(known).map((line) => `${other}: ${line}`))
      }
      expect(found).toEqual([])
    },
  )
})
