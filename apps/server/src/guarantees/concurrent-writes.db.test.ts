import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { serverDatabases, type TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#test/console-process.ts'
import { type Answer, type Client, startTestApp, type TestApp } from '#test/test-app.ts'
import { contradictions, repeatedDocuments } from '#test/unbroken-history.ts'

/** A write that makes a change each time it is sent. */
type Write = (server: TestApp, round: number) => Promise<Answer>

const whatever = { 'if-match': '*', 'if-preview-match': '*' }
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

/** Blocks the recorder of tenants until it is released: their writes until then are not committed. */
async function holdRecording({ owner }: TestApp, of = sql`true`): Promise<() => Promise<void>> {
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = owner.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('activity'), id) from tenants where ${of} order by id`.execute(db)
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
    await until('the first is about to record', async () => (await waiting(server)) === 1)
    answers.push(second(server, next()))
    await until('the second waits, too', async () => (await waiting(server)) === 2)
  } finally {
    await letGo()
  }
  return Promise.all(answers)
}

/** A server with the objects of the writes, each of which succeeds on its own. */
async function startWithObjects(
  kind: TestDatabases,
  next: () => number,
  options: { readonly tenantsAtOnce?: number } = {},
) {
  const server = await startTestApp(kind, options)
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
  for (const [name, write] of Object.entries(writes)) {
    const { status, body } = await write(server, next())
    expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(300)
    await server.runRollOuts()
  }
  expect(await contradictions(server)).toEqual([])
  expect(await repeatedDocuments(server)).toEqual([])
  return server
}

/**
 * Whether two writes meet in this order outside a full run: every two of them meet in one order, which is another one for
 * each next write, and each meets itself.
 */
const isMetInTurn = (first: number, second: number): boolean =>
  first === second || first < second === ((first + second) % 2 === 0)

describe.each(serverDatabases)('concurrent writes on $name', (kind) => {
  let server: TestApp
  let round = 1
  beforeAll(async () => {
    server = await startWithObjects(kind, () => round++)
  })
  afterAll(() => server.close())

  test.each(Object.entries(writes))(
    '%s: the waiting write sees and records the result of the first',
    async (name, first) => {
      const found: string[] = []
      const turn = Object.keys(writes).indexOf(name)
      for (const [index, [other, second]] of Object.entries(writes).entries()) {
        if (!isFullRun && !isMetInTurn(turn, index)) continue
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

  test('the activity log repeats no document of a version', async () => {
    expect(await repeatedDocuments(server)).toEqual([])
  })
})

const savesOfTenants = [
  'a metric profile',
  'a metric',
  'several metrics',
  'metrics in another package version',
  'a metric override',
]

/** Writes of the catalogue that a tenant would only wait for if they held its locks, or those of rows to which it refers. */
const changesForMany: Readonly<Record<string, Write>> = {
  ...Object.fromEntries(Object.entries(writes).filter(([name]) => !savesOfTenants.includes(name))),
  async 'the name of a metric template'(server, round) {
    const client = await catalogues(server)
    const renamed = (await read(client, 'metrictemplates')).find(({ id }: { id: number }) => id === 2)
    const { ostag: _, tenants: __, tenant_count: ___, package: ____, ...template } = renamed
    return client.send('PUT', 'metrictemplates', { ...template, name: `web.tls-${round}` }, whatever)
  },
  async 'a deleted metric tag'(server, round) {
    const client = await catalogues(server)
    await client.send('POST', 'metrictags', { name: `tag-${round}`, metrics: ['disk'] }, whatever)
    await server.runRollOuts()
    return client.send('DELETE', `metrictags/tag-${round}`, undefined, whatever)
  },
  async 'a deleted metric template'(server, round) {
    const name = `brief-${round}`
    await addTemplate(server, name)
    await (await server.as('admin', 'south.test')).send('POST', 'importmetrics', { metrictemplates: [name] }, whatever)
    return deleteTemplate(server, name)
  },
  async 'a deleted tenant'(server, round) {
    await sql`
      with added as (
        insert into tenants (name, schema_name, domain_url)
        select name, lower(name), lower(name) || '.test' from (select ${`BRIEF${round}`}::text as name) as given returning id
      )
      insert into metrics (tenant_id, template_id, template_version_id)
      select added.id, template.id, template.current_version_id from added, metric_templates as template`.execute(
      server.owner,
    )
    return (await catalogues(server)).send('DELETE', `tenants/BRIEF${round}`, undefined, whatever)
  },
}

async function addTemplate(server: TestApp, name: string): Promise<void> {
  const client = await catalogues(server)
  const { package: _, id: __, ...template } = await read(client, 'metrictemplates/disk')
  const { status, body } = await client.send(
    'POST',
    'metrictemplates',
    { ...template, name, cloned_from: '' },
    whatever,
  )
  expect(status, JSON.stringify(body)).toBe(201)
}

const deleteTemplate = async (server: TestApp, name: string): Promise<Answer> =>
  (await catalogues(server)).send('DELETE', `metrictemplates/${name}`, undefined, whatever)

describe.each(serverDatabases)('a change of the catalogue that many tenants follow, on $name', (kind) => {
  let server: TestApp
  let round = 1
  const isSuper = sql`schema_name = 'public'`
  beforeAll(async () => {
    server = await startWithObjects(kind, () => round++, { tenantsAtOnce: 0 })
  })
  // Also the paused jobs: they hold back later ones.
  afterEach(async () => {
    await sql`update roll_out_jobs set state = 'waiting' where state = 'paused'`.execute(server.owner)
    await server.runRollOuts()
  })
  afterAll(() => server.close())

  /** Sends the change, performs `meanwhile` when it is about to record, and returns the answer to it. */
  async function changing(change: Write, meanwhile: () => Promise<void>): Promise<Answer> {
    const number = round++
    const letGo = await holdRecording(server, isSuper)
    const answer = change(server, number)
    try {
      await until('the change is about to record', async () => (await waiting(server)) === 1)
      await meanwhile()
    } finally {
      await letGo()
    }
    return answer
  }

  test.each(Object.entries(changesForMany))(
    '%s: saves of tenants do not wait while it is stored',
    async (_, change) => {
      const { status, body } = await changing(change, async () => {
        for (const name of savesOfTenants) {
          // It would be refused after five seconds.
          const saved = await writes[name]?.(server, round++)
          expect(saved?.status, `${name}: ${JSON.stringify(saved?.body)}`).toBeLessThan(300)
        }
      })
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      await server.runRollOuts()
      expect(await contradictions(server)).toEqual([])
    },
  )

  const changed =
    (description: string, query = ''): Write =>
    async (server) => {
      const client = await catalogues(server)
      const { package: _, ...template } = await read(client, 'metrictemplates/self.check')
      return client.send('PUT', `metrictemplates${query}`, { ...template, description }, whatever)
    }
  const jobs = async () => {
    const [newest] = await read(await catalogues(server), 'rollouts')
    const { tenants } = await read(await catalogues(server), `rollouts/${newest.id}`)
    return tenants.map(({ tenant, state }: { tenant: string; state: string }) => `${tenant} ${state}`)
  }
  const importIn = async (host: 'north.test' | 'south.test', name = 'self.check') => {
    const client = await server.as('admin', host)
    const { status, body } = await client.send('POST', 'importmetrics', { metrictemplates: [name] }, whatever)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  const seenIn = async (host: 'north.test' | 'south.test') =>
    (await read(await server.as('admin', host), 'metric/self.check')).description

  test('a tenant that gets such a metric meanwhile follows too, also if it is the first or not chosen', async () => {
    expect((await changing(changed('First'), () => importIn('north.test'))).status).toBe(200)
    expect(await jobs()).toEqual(['NORTH waiting'])
    expect(await seenIn('north.test')).not.toBe('First')
    await server.runRollOuts()
    expect(await seenIn('north.test')).toBe('First')
    const chosen = changed('Second', '?tenants_now=NORTH')
    expect((await changing(chosen, () => importIn('south.test'))).status).toBe(200)
    expect(await jobs()).toEqual(['NORTH waiting', 'SOUTH paused'])
    await server.runRollOuts()
    expect([await seenIn('north.test'), await seenIn('south.test')]).toEqual(['Second', 'First'])
    expect((await changed('Third')(server, 0)).status).toBe(200)
    expect(await jobs()).toEqual(['NORTH waiting', 'SOUTH waiting'])
  })

  /** Also the metrics of tenants that have got one while the template was being deleted. */
  async function isGone(name: string): Promise<void> {
    await server.runRollOuts()
    for (const [client, path] of [
      [await catalogues(server), 'metrictemplates'],
      [await server.as('admin', 'north.test'), 'metric'],
      [await server.as('admin', 'south.test'), 'metric'],
    ] as const) {
      expect((await read(client, path)).map((found: { name: string }) => found.name)).not.toContain(name)
    }
    expect(await contradictions(server)).toEqual([])
  }

  test('a tenant that imports a metric of a template while that is being deleted gets a job too', async () => {
    await addTemplate(server, 'late')
    await importIn('south.test', 'late')
    const drop: Write = () => deleteTemplate(server, 'late')
    expect((await changing(drop, () => importIn('north.test', 'late'))).status).toBe(200)
    expect(await jobs()).toEqual(['NORTH waiting', 'SOUTH waiting'])
    await isGone('late')
  })

  test('a delete waits for the import of the first metric of the template', async () => {
    await addTemplate(server, 'first')
    const letGo = await holdRecording(server, sql`name = 'NORTH'`)
    const answers = [importIn('north.test', 'first')]
    try {
      await until('the import is about to record', async () => (await waiting(server)) === 1)
      answers.push(deleteTemplate(server, 'first').then(({ status }) => expect(status).toBe(200)))
      await until('the delete waits for it', async () => (await waiting(server)) === 2)
    } finally {
      await letGo()
    }
    await Promise.all(answers)
    expect(await jobs()).toEqual(['NORTH waiting'])
    await isGone('first')
  })
})
