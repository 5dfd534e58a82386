import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineMetricsByTag, machineTemplatesByTag } from '@quatrain/contract/machine-api/lists.ts'
import { profilesHeader } from '@quatrain/contract/machine-api/repos.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boxToken } from '#demo/credentials.ts'
import { openDemo } from '#demo/open.ts'
import { startWebApi } from '#demo/web-api.ts'
import { type Tenancy, tenancyOf } from '#request/tenancy/tenancy.ts'
import { buildApp } from '../app.ts'

// The responses of the demonstration data that existing tools of the field rely on, byte by byte. Each file in
// `__snapshots__/golden` is the response of the whole server, with the data of `demo-data`, to the path in its name:
// GET /api/v2/{path}, x-api-key: demo-{tenant}, profiles: [all metric profiles of the tenant] `vitest run
// --project=database golden-answers -u` writes them again. A line break separates the entries of a list, so that a
// change can be reviewed; nothing else is added, and the test removes only these.

const names = ['NORDIC', 'ALPINE', 'FEDERATION'] as const
type Name = (typeof names)[number]
const systems = ['centos6', 'centos7', 'rocky9']

describe('the demonstration as monitoring boxes read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-golden-'))
  let app: FastifyInstance
  let tenancy: Tenancy
  const close: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const { database, secret } = await openDemo(join(folder, 'data'), () => {})
    close.unshift(() => database.close())
    tenancy = tenancyOf(database, () => new Date())
    const webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false })
    close.unshift(() => webApi.close())
    app = await buildApp({
      database,
      secret,
      logger: false,
      webApi: { url: webApi.url, timeout: 60_000 },
      tls: false,
      sessions: { idle: 1, absolute: 1 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
    })
    close.unshift(() => app.close())
  })
  afterAll(async () => {
    for (const end of close) await end()
    rmSync(folder, { recursive: true })
  })

  /** The rows of a statement in a tenant's scope. */
  async function rowsOf<Row>(name: Name, statement: RawBuilder<Row>): Promise<Row[]> {
    const tenant = (await tenancy.tenants()).find((tenant) => tenant.name === name)
    if (!tenant) throw new Error(`The demonstration has no tenant ${name}.`)
    return (await statement.execute(tenancy.of(tenant))).rows
  }

  async function get(tenant: Name, path: string) {
    const profiles = await rowsOf(tenant, sql<{ name: string }>`select name from metric_profiles order by name`)
    const { statusCode, body } = await app.inject({
      url: `/api/v2/${path}`,
      headers: {
        host: `${tenant.toLowerCase()}.localhost`,
        [apiKeyHeader]: boxToken(tenant),
        [profilesHeader]: `[${profiles.map(({ name }) => name).join(', ')}]`,
      },
    })
    expect(statusCode, `${tenant} ${path}: ${body}`).toBe(200)
    return body
  }
  /** Entries start with a brace or a quotation mark, so that no text within an entry is taken for its end. */
  const inLines = (text: string) => `${text.replaceAll('}},{"', '}},\n{"').replaceAll('}]},"', '}]},\n"')}\n`
  const matches = (text: string, file: string) =>
    expect(inLines(text)).toMatchFileSnapshot(`__snapshots__/golden/${file}`)

  describe.each(names)('%s', (tenant) => {
    test.each(['metrics', ...['repos', 'repos_internal'].flatMap((path) => systems.map((os) => `${path}/${os}`))])(
      '%s',
      async (path) => {
        await matches(await get(tenant, path), `${tenant}/${path.replace('/', '.')}.json`)
      },
    )

    test('metrics by every tag', async () => {
      await matches(await byTag(tenant, machineMetricsByTag.path), `${tenant}/metrics.by-tag.json`)
    })
  })

  const [tenant] = names

  test.each(['metrictemplates', 'default_ports'])('%s, shared by all tenants', async (path) => {
    const text = await get(tenant, path)
    await matches(text, `${path}.json`)
    for (const other of names) expect(await get(other, path)).toBe(text)
  })

  test('metric templates by every tag', async () => {
    await matches(await byTag(tenant, machineTemplatesByTag.path), 'metrictemplates.by-tag.json')
  })

  /** One line for each tag, with the names of the response. */
  async function byTag(tenant: Name, path: string) {
    const lines: string[] = []
    for (const { name } of await rowsOf(tenant, sql<{ name: string }>`select name from metric_tags order by name`)) {
      const names = await get(tenant, path.replace('/api/v2/', '').replace(':tag', encodeURIComponent(name)))
      lines.push(`${JSON.stringify(name)}: ${names}`)
    }
    return lines.join('\n')
  }

  test('the response contains all metrics, templates and ports', async () => {
    for (const tenant of names) {
      const answer: Record<string, { config: object }>[] = JSON.parse(await get(tenant, 'metrics'))
      const metrics = await rowsOf(
        tenant,
        sql<{ name: string; config: { key: string; value: string }[] }>`
          select version.name, metric.config from metrics as metric
          join metric_template_versions as version on version.id = metric.template_version_id`,
      )
      expect(answer.flatMap(Object.keys)).toEqual(metrics.map(({ name }) => name).sort())
      for (const { name, config } of metrics) {
        const found = answer.find((metric) => name in metric)?.[name]
        expect(Object.entries(found?.config ?? {}), `${tenant} ${name}`).toEqual(
          config.map(({ key, value }) => [key, value]),
        )
      }
    }
    const templates: object[] = JSON.parse(await get(tenant, 'metrictemplates'))
    const stored = await rowsOf(tenant, sql<{ name: string }>`select name from metric_templates`)
    expect(templates.flatMap(Object.keys)).toEqual(stored.map(({ name }) => name).sort())
    const ports: Record<string, string> = JSON.parse(await get(tenant, 'default_ports'))
    const storedPorts = await rowsOf(
      tenant,
      sql<{ name: string; value: number }>`select name, value from default_ports`,
    )
    expect(ports).toEqual(Object.fromEntries(storedPorts.map(({ name, value }) => [name, String(value)])))
  })

  test.each(names)('%s installs the packages of its profiles from their repos', async (tenant) => {
    const needed = await rowsOf(
      tenant,
      sql<{ name: string; version: string; repo: string | null }>`
        select distinct package.name, package.version, (
          select repo.name from package_repos as listed join yum_repos as repo on repo.id = listed.repo_id
          join os_tags as tag on tag.id = repo.tag_id
          where listed.package_id = package.id and tag.name = 'Rocky 9' order by repo.name limit 1) as repo
        from metrics as metric
        join metric_template_versions as source on source.id = metric.template_version_id
        join probe_versions as probe on probe.id = source.probe_version_id
        join packages as package on package.id = probe.package_id
        where source.name in (select metric from metric_profile_instances)`,
    )
    const answer: { data: Record<string, { packages: object[] }>; missing_packages: string[] } = JSON.parse(
      await get(tenant, 'repos/rocky9'),
    )
    const found = Object.entries(answer.data).flatMap(([repo, { packages }]) =>
      packages.map((one) => ({ ...one, repo })),
    )
    const inOrder = (list: readonly object[]) => list.map((one) => JSON.stringify(Object.entries(one).sort())).sort()
    expect(inOrder(found)).toEqual(inOrder(needed.filter(({ repo }) => repo !== null)))
    const missing = needed.filter(({ repo }) => repo === null).map(({ name, version }) => `${name} (${version})`)
    expect(answer.missing_packages).toEqual(missing.sort())
  })
})
