import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOwnKey } from '#test/own-key.ts'
import { addProfileTo } from '#test/profiles.ts'
import { anIdentityProvider } from '#test/stored-samples.ts'
import { type Client, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { unknownNames } from '#test/unknown-names.ts'

// NORTH has the newest version of the package with the metrics, SOUTH an older one in which `renamed` is `old.name`.

/** How scripts and people write. A write with a session is the same except for its caller, and most other tests make one. */
const roads = isFullRun ? (['a key of its user', 'a session'] as const) : (['a key of its user'] as const)
const cases = databases.flatMap((database) => roads.map((road) => ({ database, road, name: database.name })))

/** What keys of users do not reach. */
const isForSessions = (path: string) => /^(identityproviders|rollouts|\w+group\b)/.test(path)

describe.each(cases)('no answer names what does not exist after writes with $road, on $name', ({ database, road }) => {
  let server: TestApp
  let root: Client
  let north: Client
  let south: Client
  beforeAll(async () => {
    server = await startTestApp(database)
    root = await writer('super.test')
    north = await writer('north.test')
    south = await writer('south.test')
    await change('disk', {
      parent: 'renamed',
      dependency: [
        { key: 'web.http', value: '1' },
        { key: 'renamed', value: '0' },
      ],
    })
    for (const [tenant, client] of [
      ['NORTH', north],
      ['SOUTH', south],
    ] as const) {
      await addProfileTo(client, 'CORE', 'web.http', 'disk', 'passive', 'renamed')
      const rules = ['web.http', 'renamed', 'disk'].map((metric) => ({ metric, thresholds: 'time=1s;0:1;1:2' }))
      await sent(client, 'POST', 'thresholdsprofiles', { name: 'LIMITS', groupname: 'operations', rules })
      const parameters = ['web.http', 'renamed'].map((metric) => ({
        hostname: 'host.example.org',
        metric,
        parameter: '--port',
        value: '8080',
      }))
      const lists = { global_attributes: [], host_attributes: [], metric_parameters: parameters }
      await sent(client, 'POST', 'metricconfiguration', { name: 'local', ...lists })
      const group_rules = groupKinds.map((kind) => ({ value: 'team', kind, group: 'network' }))
      await sent(client, 'POST', 'identityproviders', { ...anIdentityProvider, tenant, name: 'campus', group_rules })
    }
    await move('1.0.0')
  })
  afterAll(() => server.close())

  /** A superuser of this host who writes in the tested way. */
  async function writer(host: Host): Promise<Client> {
    const session = await server.as('admin', host)
    if (road === 'a session') return session
    const key = { 'x-api-key': await addOwnKey(session) }
    const script = server.browser(host)
    return {
      send: (method, path, body, headers) =>
        isForSessions(path)
          ? session.send(method, path, body, headers)
          : script.send(method, path, body, { ...headers, ...key }),
    }
  }
  async function sent(client: Client, method: string, path: string, body?: unknown) {
    const answer = await client.send(method, path, body, method === 'GET' ? {} : whatever)
    expect([path, answer.status < 300, answer.body.detail]).toEqual([path, true, undefined])
    return answer.body
  }
  async function change(name: string, changes: object, query = '') {
    const { package: _, ...template } = await sent(root, 'GET', `metrictemplates/${name}`)
    return sent(root, 'PUT', `metrictemplates${query}`, { ...template, ...changes })
  }
  const move = (version: string) => sent(south, 'PUT', 'updatemetricsversions', { name: 'web-probes', version })
  const disk = async (client: Client) => {
    const { parent, dependancy } = await sent(client, 'GET', 'metric/disk')
    return [parent, ...dependancy.map(({ key }: { key: string }) => key)]
  }
  /** The newest version of each metric says what the metric says. */
  async function expectRecorded() {
    for (const client of [north, south]) {
      for (const { name } of await sent(client, 'GET', 'metric')) {
        const { parent, dependancy } = await sent(client, 'GET', `metric/${name}`)
        const [newest] = await sent(client, 'GET', `tenantversion/metric/${name}`)
        expect([name, newest?.fields.parent, newest?.fields.dependancy]).toEqual([name, parent, dependancy])
      }
    }
  }
  async function expectAllKnown() {
    expect(await unknownNames(server)).toEqual([])
    await expectRecorded()
  }

  test("after a tenant's own move to an older version, its metrics have the name of its own parent", async () => {
    await expectAllKnown()
    expect([await disk(north), await disk(south)]).toEqual([
      ['renamed', 'web.http', 'renamed'],
      ['old.name', 'web.http', 'old.name'],
    ])
    const [newest] = await sent(south, 'GET', 'tenantversion/metric/disk')
    expect(newest.comment).toContain('Changed parent.')
  })

  test('after a rename, of tenants with the version and of those with another', async () => {
    // A row for a name that no metric has yet gives way to that of the renamed metric.
    const { metric_parameters: rows, ...override } = await sent(north, 'GET', 'metricconfiguration/local')
    const stale = { ...rows[0], metric: 'latest', value: '1' }
    await sent(north, 'PUT', 'metricconfiguration', { ...override, metric_parameters: [stale, ...rows] })
    await change('renamed', { name: 'latest' })
    await expectAllKnown()
    expect((await sent(north, 'GET', 'metricconfiguration/local')).metric_parameters).toEqual([
      rows[0],
      { ...rows[1], metric: 'latest' },
    ])
    expect([await disk(north), await disk(south)]).toEqual([
      ['latest', 'web.http', 'latest'],
      ['old.name', 'web.http', 'old.name'],
    ])
    await change('web.http', { name: 'web.https' })
    await expectAllKnown()
    // SOUTH has the older version of this metric too.
    expect([await disk(north), await disk(south)]).toEqual([
      ['latest', 'web.https', 'latest'],
      ['old.name', 'web.http', 'old.name'],
    ])
  })

  test('a rename is previewed with all that follows', async () => {
    const { changes } = await change('latest', { name: 'newest' }, '?dry_run=true')
    const shown = changes.map(({ tenant, kind, name }: Record<string, string>) => `${tenant} ${kind} ${name}`)
    expect(shown.toSorted()).toEqual([
      'NORTH metric disk',
      'NORTH metric newest',
      'NORTH metricoverride local',
      'NORTH metricprofile CORE',
      'NORTH thresholdsprofile LIMITS',
      'all metrictemplate disk',
      'all metrictemplate newest',
    ])
  })

  test('a rename that tenants follow later counts what follows', async () => {
    const { groups } = await change('latest', { name: 'newest' }, '?dry_run=true&tenants_now=NORTH')
    const counted = groups
      .filter(({ later }: { later?: boolean }) => later)
      .map(({ tenant, kind, count }: Record<string, string>) => `${tenant} ${kind} ${count}`)
    expect(counted.toSorted()).toEqual([
      'NORTH metric 2',
      'NORTH metricoverride 1',
      'NORTH metricprofile 1',
      'NORTH thresholdsprofile 1',
      // Its own name of the metric hides the change, and the count does not know that.
      'SOUTH metric 1',
    ])
  })

  test('after names are exchanged between two metric templates', async () => {
    for (const [from, to] of [
      ['latest', 'between'],
      ['web.https', 'latest'],
      ['between', 'web.https'],
    ] as const) {
      await change(from, { name: to })
      await expectAllKnown()
    }
    expect([await disk(north), await disk(south)]).toEqual([
      ['web.https', 'latest', 'web.https'],
      ['old.name', 'web.http', 'old.name'],
    ])
    for (const [from, to] of [
      ['latest', 'between'],
      ['web.https', 'latest'],
      ['between', 'web.https'],
    ] as const)
      await change(from, { name: to })
    await expectAllKnown()
  })

  test('after a metric is removed and imported again', async () => {
    await sent(south, 'PUT', 'metricconfiguration', {
      ...(await sent(south, 'GET', 'metricconfiguration/local')),
      metric_parameters: [],
    })
    await sent(south, 'PUT', 'thresholdsprofiles', {
      ...(await sent(south, 'GET', 'thresholdsprofiles/LIMITS')),
      rules: [],
    })
    await sent(south, 'DELETE', 'metric/disk')
    await sent(south, 'POST', 'importmetrics', { metrictemplates: ['disk'] })
    await expectAllKnown()
    expect(await disk(south)).toEqual(['old.name', 'web.http', 'old.name'])
  })

  test("after a tenant's own move to the newest version", async () => {
    await move('2.0.0')
    await expectAllKnown()
    expect(await disk(south)).toEqual(['latest', 'web.https', 'latest'])
  })

  test('after a rename with a new version of the probe, which no tenant has', async () => {
    const probe = await sent(root, 'GET', 'metrictemplates/latest')
    await change('latest', { name: 'next', probeversion: 'web-probe (1.0.0)' })
    await expectAllKnown()
    expect((await sent(root, 'GET', 'metrictemplates/disk')).parent).toBe('next')
    expect([await disk(north), await disk(south)]).toEqual([
      ['latest', 'web.https', 'latest'],
      ['latest', 'web.https', 'latest'],
    ])
    await change('next', { name: 'latest', probeversion: probe.probeversion })
    await expectAllKnown()
  })

  test('after a rename for chosen tenants, and for the others, and when one is reverted', async () => {
    await change('latest', { name: 'chosen' }, '?tenants_now=NORTH')
    await server.runRollOuts()
    await expectAllKnown()
    expect([await disk(north), await disk(south)]).toEqual([
      ['chosen', 'web.https', 'chosen'],
      ['latest', 'web.https', 'latest'],
    ])
    const [{ id }] = await sent(root, 'GET', 'rollouts')
    const run = async () => {
      await sent(root, 'POST', `rollouts/${id}/jobs`, { tenants: ['SOUTH', 'NORTH'], action: 'run' })
      await server.runRollOuts()
    }
    await run()
    await expectAllKnown()
    expect(await disk(south)).toEqual(['chosen', 'web.https', 'chosen'])
    await sent(root, 'POST', `rollouts/${id}/revert`, { tenant: 'NORTH' })
    await expectAllKnown()
    expect(await disk(north)).toEqual(['latest', 'web.https', 'latest'])
    await run()
    await expectAllKnown()
  })

  test('after a former name of a metric template is restored', async () => {
    const versions = await sent(root, 'GET', 'version/metrictemplate/chosen')
    const { package: _, ...fields } = await sent(root, 'GET', 'metrictemplates/chosen')
    await change('chosen', { ...fields, name: 'latest' }, `?restored_from=${versions[0].id}`)
    await expectAllKnown()
  })

  test('after a metric tag is renamed and deleted', async () => {
    const { metrics, ...tag } = await sent(root, 'GET', 'metrictags/web')
    await sent(root, 'PUT', 'metrictags', {
      ...tag,
      name: 'network',
      metrics: metrics.map(({ name }: { name: string }) => name),
    })
    await expectAllKnown()
    await sent(root, 'DELETE', 'metrictags/network')
    await expectAllKnown()
  })

  test.each(groupKinds)('after a group of %s is renamed, merged and deleted', async (kind) => {
    const rulesOf = async () =>
      (await sent(north, 'GET', `identityproviders/${encodeURIComponent('NORTH: campus')}`)).group_rules
        .filter((rule: { kind: string }) => rule.kind === kind)
        .map(({ group }: { group: string }) => group)
    const { id, result } = await sent(north, 'GET', `${kind}group/network`)
    const rename = { id, name: 'networks', items: result }
    const { changes } = await sent(north, 'PUT', `${kind}group?dry_run=true`, rename)
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'identityprovider', name: 'NORTH: campus' }))
    await sent(north, 'PUT', `${kind}group`, rename)
    expect(await rulesOf()).toEqual(['networks'])
    await sent(north, 'POST', `${kind}group`, { name: 'joined', items: [] })
    await sent(north, 'POST', `${kind}group/merge`, { name: 'networks', into: 'joined' })
    expect(await rulesOf()).toEqual(['joined'])
    await expectAllKnown()
    await sent(north, 'DELETE', `${kind}group/joined`)
    expect(await rulesOf()).toEqual([])
    await expectAllKnown()
  })

  test('boxes ask again after a name that they read has changed', async () => {
    const box = server.box('box-NORTH')
    const read = (etag = '') => box.send('GET', '/api/v2/metrics', undefined, { 'if-none-match': etag })
    const { etag } = await read()
    expect((await read(etag)).status).toBe(304)
    await change('latest', { name: 'renamed' })
    expect((await read(etag)).status).toBe(200)
  })
})
