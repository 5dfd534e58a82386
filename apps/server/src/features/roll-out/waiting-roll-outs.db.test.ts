import { databases, type TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

// While the job of a tenant waits, every response to the tenant is as before, except those that show the catalogue itself.

/** The catalogue, how it is used, and the search and the dependencies, which have objects of it. */
const ofTheCatalogue =
  /\/(public_)?(metrictags|metrictemplates|packages|packageversions|probes|metricsforprobes|updatemetricsversions|yumrepos|search|dependencies|version\/(metrictemplate|probe))(\/|$)/

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

interface Setting {
  readonly server: TestApp
  readonly sampled: Sampled
  readonly admin: Client
  readonly north: Client
}

async function start(kind: TestDatabases, tenantsAtOnce?: number): Promise<Setting> {
  const server = await startTestApp(kind, tenantsAtOnce === undefined ? {} : { tenantsAtOnce })
  const sampled = await addSampled(server)
  const admin = await server.as('admin', 'super.test')
  const north = await server.as('admin')
  // One by one: the ids of metrics that are imported together have no order, and both servers must have the same.
  for (const template of ['web.tls', 'disk', 'passive', 'self.check', 'renamed']) {
    await saved(north, 'POST', 'importmetrics', { metrictemplates: [template] })
  }
  const { body } = await admin.send('GET', 'packages/web-probes-2.0.0')
  await saved(admin, 'PUT', 'packages', { ...body, repos: ['base (Rocky 9)'] })
  return { server, sampled, admin, north }
}

async function saved(client: Client, method: string, path: string, body: unknown): Promise<void> {
  const answer = await client.send(method, path, body, whatever)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
}

/** The responses to every read of NORTH, by endpoint, with their entity tags. */
async function answersOf({ server, sampled, north }: Setting) {
  const profile = sampled.profileOf('north.test')
  const samples = samplesFor(profile, { groups: ['operations'] }, sampled.idsAt.get('north.test'))
  const box = server.box('box-NORTH')
  const found = new Map<string, { readonly text: string; readonly etag: string | undefined }>()
  for (const endpoint of declaredEndpoints(server.app)) {
    if (endpoint.method !== 'GET' || !endpoint.deployments.includes('tenant') || isOfSession(endpoint.path)) continue
    const { path, headers } = sampleFor(samples, endpoint)
    const client = endpoint.caller === 'api-key' ? box : north
    const { status, body, etag } = await client.send('GET', path, undefined, headers)
    found.set(endpoint.path, { text: `${status} ${JSON.stringify(body)}`.replaceAll(uuids, 'id'), etag })
  }
  return found
}

type Answers = Awaited<ReturnType<typeof answersOf>>

const differing = (one: Answers, other: Answers) =>
  [...one].flatMap(([path, { text }]) => (other.get(path)?.text === text ? [] : [path]))

/** A change of a template, of its tag and of its package. */
async function changeCatalogue({ admin }: Setting): Promise<void> {
  const { package: _, ...template } = (await admin.send('GET', 'metrictemplates/web.http')).body
  const config = [
    { key: 'timeout', value: '7' },
    { key: 'new', value: '1' },
  ]
  await saved(admin, 'PUT', 'metrictemplates', { ...template, name: 'web.site', description: 'Other', config })
  const tag = (await admin.send('GET', 'metrictags/web')).body
  await saved(admin, 'PUT', 'metrictags', { id: tag.id, name: 'www' })
  const { body } = await admin.send('GET', 'packages/web-probes-2.0.0')
  await saved(admin, 'PUT', 'packages', { ...body, version: '2.1.0' })
}

describe.each(databases)('a roll-out that waits, on $name', (kind) => {
  let later: Setting
  let atOnce: Setting
  beforeAll(async () => {
    later = await start(kind, 0)
    atOnce = await start(kind)
  })
  afterAll(() => Promise.all([later, atOnce].map(({ server }) => server.close())))

  test('every response is as before, and afterwards as after a roll-out at once', async () => {
    const { server } = later
    const before = await answersOf(later)
    await changeCatalogue(later)
    const during = await answersOf(later)
    expect(differing(before, during).filter((path) => !ofTheCatalogue.test(path))).toEqual([])
    // The names of what has changed are in the samples.
    expect(during.get('/api/v2/metrics')?.text).toContain('web.http')
    expect(await server.runRollOuts()).toBe(3)
    const after = await answersOf(later)
    await changeCatalogue(atOnce)
    // The Web API orders its lists by ids of its own.
    const others = differing(after, await answersOf(atOnce)).filter((path) => !path.includes('/webapi/'))
    expect(others).toEqual([])
    const changed = differing(during, after)
    for (const path of ['metric', 'metricprofiles/:key', 'changes', 'availmetrictemplates', 'effectivecheck']) {
      expect(changed).toContain(`/api/v2/internal/${path}`)
    }
    for (const path of ['metrics', 'metrics/:tag', 'repos/:os']) expect(changed).toContain(`/api/v2/${path}`)
    const stale = changed.filter((path) => {
      const etag = during.get(path)?.etag
      return etag !== undefined && etag === after.get(path)?.etag
    })
    expect(stale).toEqual([])
  })
})
