import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

// PostgreSQL caches each statement with parameters by name, for each session. With one parameter for each value of a
// list, every length of the list would be another statement: lists are one parameter, `= any($1)`.

/**
 * The maximum number of statements of a server: fewer than are cached
 * (`packages/platform/src/database/postgresql-session.ts`).
 */
const most = 400

/** The statement without the length of its lists and the number of its rows. */
const shapeOf = (statement: string): string =>
  statement
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '?')
    .replace(/\?(::\w+(\[\])?)?(, ?\?\1)+/g, '?$1')
    .replace(/(\([^()]*\))(, ?\1)+/g, '$1')

/** Groups of statements that differ only in the length of a list. */
function ofVaryingLength(statements: Iterable<string>): string[][] {
  const byShape = Map.groupBy(new Set(statements), shapeOf)
  return [...byShape.values()].filter((group) => group.length > 1)
}

const pairs = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `K${index}`, value: 'v' }))
const metrics = ['disk', 'web.http', 'passive', 'web.tls']
const repos = ['one', 'two', 'three', 'four']

interface Clients {
  readonly own: Client
  readonly catalogue: Client
  readonly box: Client
}

/** Every list that a client can send, with one to four entries. */
const withLists: Readonly<Record<string, (clients: Clients, count: number) => Promise<{ status: number }>>> = {
  async 'a metric profile is added and changed'({ own }, count) {
    const profile = { name: `profile-${count}`, groupname: 'operations', description: '' }
    const services = metrics.slice(0, count).map((metric) => ({ service: 's', metric }))
    const added = await own.send('POST', 'metricprofiles', { ...profile, services })
    if (added.status !== 201) return added
    const changed = services.map(({ metric }) => ({ service: 'other', metric }))
    const { apiid } = added.body
    return own.send('PUT', 'metricprofiles', { ...profile, apiid, services: changed }, whatever)
  },
  'metrics are imported': ({ own }, count) =>
    own.send('POST', 'importmetrics?dry_run=true', { metrictemplates: metrics.slice(0, count) }),
  'metrics are changed': ({ own }, count) =>
    own.send(
      'POST',
      'changemetrics',
      { metrics: metrics.slice(0, count), config: pairs(0), group: groupOf(count) },
      whatever,
    ),
  'an override is added': ({ own }, count) => {
    const rows = pairs(count).map(({ key, value }) => ({ hostname: 'h.example.org', attribute: key, value }))
    return own.send('POST', 'metricconfiguration', {
      name: `override-${count}`,
      global_attributes: rows.map(({ attribute, value }) => ({ attribute, value })),
      host_attributes: rows,
      metric_parameters: rows.map(({ attribute, ...row }) => ({ ...row, metric: 'disk', parameter: attribute })),
    })
  },
  'a package is added': ({ catalogue }, count) =>
    catalogue.send('POST', 'packages', {
      name: `package-${count}`,
      version: '1.0',
      use_present_version: false,
      repos: repos.slice(0, count).map((name) => `${name} (Rocky 9)`),
    }),
  'ports are saved': ({ catalogue }, count) => {
    const ports = pairs(count).map(({ key }) => ({ name: key, value: '443' }))
    return catalogue.send('POST', 'default_ports', { ports }, whatever)
  },
  'a tag is added': ({ catalogue }, count) =>
    catalogue.send('POST', 'metrictags', { name: `tag-${count}`, metrics: metrics.slice(0, count) }),
  async 'a metric template is changed'({ catalogue }, count) {
    const { package: _, ...template } = (await catalogue.send('GET', 'metrictemplates/disk')).body
    const lists = { attribute: pairs(count), dependency: pairs(count), parameter: pairs(count) }
    const tags = ['web', 'empty', 'CI/CD', 'internal'].slice(0, count)
    return catalogue.send('PUT', 'metrictemplates', { ...template, ...lists, tags }, whatever)
  },
  'metric templates are deleted': ({ catalogue }, count) =>
    catalogue.send('POST', 'deletetemplates?dry_run=true', { metrictemplates: metrics.slice(0, count) }),
  'a box asks for repos': ({ box }, count) => {
    const profiles = Array.from({ length: count }, (_, index) => `profile-${index + 1}`)
    return box.send('GET', '/api/v2/repos/rocky9', undefined, { profiles: `[${profiles.join(', ')}]` })
  },
}

const groupOf = (count: number): string => (count % 2 === 0 ? 'network' : 'operations')

describe('statements with lists', () => {
  test('are detected', () => {
    const others = ['select $1', 'select $1::text', 'select a where b = $1', 'select a where b = $1 and c = $2']
    expect(ofVaryingLength(others)).toEqual([])
    for (const group of [
      ['a in ($1)', 'a in ($1, $2, $3)'],
      ['a in ($1) and b = $2', 'a in ($1, $2) and b = $3'],
      ['values ($1, $2)', 'values ($1, $2), ($3, $4)'],
      ['array[$1::integer]', 'array[$1::integer, $2::integer]'],
    ]) {
      expect(ofVaryingLength([...others, ...group])).toEqual([group])
    }
  })
})

describe.each(serverDatabases)('statements of a server on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let clients: Clients
  const seen: string[] = []
  beforeAll(async () => {
    server = await startTestApp(kind)
    sampled = await addSampled(server)
    const catalogue = await server.as('admin', 'super.test')
    clients = { catalogue, own: await server.as('admin'), box: server.box('box-NORTH') }
    for (const name of repos) {
      const repo = { name, tag: 'Rocky 9', content: '[base]', description: 'd' }
      expect((await catalogue.send('POST', 'yumrepos', repo)).status).toBe(201)
    }
    const services = metrics.map((metric) => ({ service: 's', metric }))
    const all = { name: 'all', groupname: 'operations', description: '', services }
    expect((await clients.own.send('POST', 'metricprofiles', all)).status).toBe(201)
    server.database.observe((statement) => seen.push(statement))
  })
  afterAll(() => server.close())

  test.each(Object.entries(withLists))('are the same for lists of every length: %s', async (name, send) => {
    const statements: string[] = []
    for (const count of [1, 2, 3, 4]) {
      const sent = await server.statements(async () => {
        const answer = await send(clients, count)
        expect(answer.status, `${name}, ${count}: ${JSON.stringify(answer)}`).toBeLessThan(300)
      })
      statements.push(...sent)
    }
    expect(statements.length).toBeGreaterThan(0)
    expect(ofVaryingLength(statements)).toEqual([])
  })

  test('of all endpoints together fit into the cache', async () => {
    for (const host of ['north.test', 'super.test'] as const) {
      const samples = samplesFor(sampled.profileOf('north.test'), { groups: ['operations'] }, sampled.idsAt.get(host))
      const client = await server.as('admin', host)
      for (const endpoint of declaredEndpoints(server.app)) {
        const { path, body, headers } = sampleFor(samples, endpoint)
        if (isOfSession(path)) continue
        const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host)
        const caller = path.startsWith('/api/v2/internal') ? client : box
        await caller.send(endpoint.method, path, body, { ...whatever, ...headers })
      }
    }
    const different = new Set(seen.filter((statement) => statement.includes('$1')))
    expect(different.size).toBeGreaterThan(100)
    expect(different.size).toBeLessThan(most)
    expect(ofVaryingLength(different)).toEqual([])
  })
})
