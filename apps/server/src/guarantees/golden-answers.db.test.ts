import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineMetricsByTag, machineTemplatesByTag } from '@quatrain/contract/machine-api/lists.ts'
import { profilesHeader } from '@quatrain/contract/machine-api/repos.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDemoData } from '#demo/data.ts'
import { boxToken } from '#demo/keys.ts'
import { openDemo } from '#demo/open.ts'
import { startWebApi } from '#demo/web-api.ts'
import { buildApp } from '../app.ts'

// The responses of the demonstration data that existing tools of the field rely on, byte by byte. Each file in
// `__snapshots__/golden` is the response of the whole server, with the data of `demo-data`, to the path in its name:
// GET /api/v2/{path}, x-api-key: demo-{tenant}, profiles: [all metric profiles of the tenant] `vitest run
// --project=database golden-answers -u` writes them again. A line break separates the entries of a list, so that a
// change can be reviewed; nothing else is added, and the test removes only these.

const data = readDemoData()
const systems = ['centos6', 'centos7', 'rocky9']

describe('the demonstration as monitoring boxes read it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quatrain-golden-'))
  let app: FastifyInstance
  const close: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const { database, secret } = await openDemo(join(folder, 'data'), () => {})
    close.unshift(() => database.close())
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

  async function get(tenant: (typeof data.tenants)[number], path: string) {
    const { statusCode, body } = await app.inject({
      url: `/api/v2/${path}`,
      headers: {
        host: `${tenant.name.toLowerCase()}.localhost`,
        [apiKeyHeader]: boxToken(tenant.name),
        [profilesHeader]: `[${tenant.metric_profiles.map(({ name }) => name).join(', ')}]`,
      },
    })
    expect(statusCode, `${tenant.name} ${path}: ${body}`).toBe(200)
    return body
  }
  /** Entries start with a brace or a quotation mark, so that no text within an entry is taken for its end. */
  const inLines = (text: string) => `${text.replaceAll('}},{"', '}},\n{"').replaceAll('}]},"', '}]},\n"')}\n`
  const matches = (text: string, file: string) =>
    expect(inLines(text)).toMatchFileSnapshot(`__snapshots__/golden/${file}`)

  describe.each(data.tenants)('$name', (tenant) => {
    test.each(['metrics', ...['repos', 'repos_internal'].flatMap((path) => systems.map((os) => `${path}/${os}`))])(
      '%s',
      async (path) => {
        await matches(await get(tenant, path), `${tenant.name}/${path.replace('/', '.')}.json`)
      },
    )

    test('metrics by every tag', async () => {
      await matches(await byTag(tenant, machineMetricsByTag.path), `${tenant.name}/metrics.by-tag.json`)
    })
  })

  const [tenant] = data.tenants
  if (!tenant) throw new Error('The demonstration has no tenants.')

  test.each(['metrictemplates', 'default_ports'])('%s, shared by all tenants', async (path) => {
    const text = await get(tenant, path)
    await matches(text, `${path}.json`)
    for (const other of data.tenants) expect(await get(other, path)).toBe(text)
  })

  test('metric templates by every tag', async () => {
    await matches(await byTag(tenant, machineTemplatesByTag.path), 'metrictemplates.by-tag.json')
  })

  /** One line for each tag, with the names of the response. */
  async function byTag(tenant: (typeof data.tenants)[number], path: string) {
    const lines: string[] = []
    for (const { name } of data.catalogue.metric_tags) {
      const names = await get(tenant, path.replace('/api/v2/', '').replace(':tag', encodeURIComponent(name)))
      lines.push(`${JSON.stringify(name)}: ${names}`)
    }
    return lines.join('\n')
  }

  test('the response contains all of the data', async () => {
    for (const tenant of data.tenants) {
      const answer: Record<string, { config: object }>[] = JSON.parse(await get(tenant, 'metrics'))
      expect(answer.flatMap(Object.keys)).toEqual(tenant.metrics.map(({ name }) => name).sort())
      for (const { name, config } of tenant.metrics) {
        const found = answer.find((metric) => name in metric)?.[name]
        expect(Object.entries(found?.config ?? {}), `${tenant.name} ${name}`).toEqual(
          config.map(({ key, value }) => [key, value]),
        )
      }
    }
    const templates: object[] = JSON.parse(await get(tenant, 'metrictemplates'))
    expect(templates.flatMap(Object.keys)).toEqual(data.catalogue.metric_templates.map(({ name }) => name).sort())
    const ports: Record<string, string> = JSON.parse(await get(tenant, 'default_ports'))
    expect(ports).toEqual(
      Object.fromEntries(data.catalogue.default_ports.map(({ name, value }) => [name, String(value)])),
    )
  })

  test.each(data.tenants)('$name installs the packages of its data from their repos', async (tenant) => {
    const { packages, probes } = data.catalogue
    const packageOf = new Map(
      probes.flatMap((probe) =>
        [probe, ...probe.history].map((at) => [
          `${at.name} ${at.package.slice(at.package.lastIndexOf('('))}`,
          at.package,
        ]),
      ),
    )
    const inProfiles = new Set(
      tenant.metric_profiles.flatMap(({ services }) => services.flatMap(({ metrics }) => metrics)),
    )
    const needed = new Set(
      tenant.metrics
        .filter(({ name, probeversion }) => inProfiles.has(name) && probeversion !== '')
        .map(({ probeversion }) => packageOf.get(probeversion)),
    )
    const system = '(Rocky 9)'
    const pairs = packages
      .filter(({ name, version }) => needed.has(`${name} (${version})`))
      .map(({ name, version, repos }) => {
        const [repo] = repos.filter((repo) => repo.endsWith(system)).sort()
        return { label: `${name} (${version})`, name, version, repo: repo?.slice(0, -system.length - 1) }
      })
    expect(pairs).toHaveLength(needed.size)

    const answer: { data: Record<string, { packages: object[] }>; missing_packages: string[] } = JSON.parse(
      await get(tenant, 'repos/rocky9'),
    )
    const found = Object.entries(answer.data).flatMap(([repo, { packages }]) =>
      packages.map((one) => ({ ...one, repo })),
    )
    const expected = pairs
      .filter(({ repo }) => repo !== undefined)
      .map(({ name, version, repo }) => ({ name, version, repo }))
    const inOrder = (list: readonly object[]) => list.map((one) => JSON.stringify(Object.entries(one).sort())).sort()
    expect(inOrder(found)).toEqual(inOrder(expected))
    const missing = pairs.filter(({ repo }) => repo === undefined).map(({ label }) => label)
    expect(answer.missing_packages).toEqual(missing.sort())
  })
})
