import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTenant } from '#features/tenants/tenants.service.ts'
import { foldRevisions } from '#kit/http/revision.ts'
import { type Table, tablesOf } from '#test/database-catalogue.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, nameOf, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { password } from '#test/seed.ts'
import { type Answer, type Host, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

/** A response that can be revalidated: its address and caller. */
interface Read {
  readonly name: string
  readonly host: Host
  send(headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Append-only tables. */
const appendOnly = ['activity', 'activity_archives', 'versions']

/** Must not be changed: the tests would lose their hosts and users. */
const needed: Readonly<Record<string, readonly string[]>> = {
  tenants: ['domain_url', 'schema_name'],
  users: ['username', 'password_hash', 'is_active', 'is_superuser'],
  sessions: ['token_hash', 'created_at', 'last_seen_at'],
  api_keys: ['token_lookup', 'token_sealed', 'revoked', 'used_by'],
}

/** Another value of a column of this type, and the first one again. */
const others: Readonly<Record<string, readonly [string, string]>> = {
  text: ["? || '!'", 'left(?, length(?) - 1)'],
  'timestamp with time zone': ["? + interval '1 day'", "? - interval '1 day'"],
  boolean: ['not ?', 'not ?'],
}

/** The body of a write's sample, changed so that samples do not conflict: a change does not use the name of an add. */
function bodyOf({ method, path }: Endpoint, body: unknown): unknown {
  if (path.endsWith('/deletetemplates')) return { metrictemplates: ['passive'] }
  if (path.endsWith('/merge')) return { name: 'another', into: 'operations' }
  return method === 'PUT' ? JSON.parse(JSON.stringify(body).replace('"another"', '"one.more"')) : body
}

/** Adds first, deletes and merges last, and the delete of a tenant at the very end. */
const orderOf = ({ method, path }: Endpoint): number =>
  path.endsWith('/merge') ? 2 : ['POST', 'PUT', 'DELETE'].indexOf(method) + (path.includes('/tenants') ? 1 : 0)

describe.each(databases)('revalidation of responses, on $name', (kind) => {
  let server: TestApp
  let sampled: Sampled
  let endpoints: Endpoint[]
  let reads: Read[]
  let tables: Table[]
  beforeAll(async () => {
    // A cached response would be as outdated as what it is compared with.
    server = await startTestApp(kind, { cachedBytes: 1 })
    sampled = await addSampled(server)
    endpoints = declaredEndpoints(server.app)
    tables = await tablesOf(server.owner)
    reads = await taggedReads()
    // Texts of one table are changed at a time, including those that refer to another table.
    await sql`alter table aggregation_profiles drop constraint aggregation_profiles_metric_profile_fkey`.execute(
      server.owner,
    )
  })
  afterAll(() => server.close())

  const samplesAt = (host: Host) =>
    samplesFor(
      sampled.profileOf(host === 'south.test' ? host : 'north.test'),
      { groups: ['operations'] },
      sampled.idsAt.get(host),
    )

  /** Every read of every endpoint with an entity tag, by every caller who may perform it. */
  async function taggedReads(): Promise<Read[]> {
    const found: Read[] = []
    for (const host of ['north.test', 'super.test'] as const) {
      const samples = samplesAt(host)
      const person = await server.as('admin', host)
      const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host)
      for (const endpoint of endpoints) {
        if (endpoint.method !== 'GET') continue
        const sample = sampleFor(samples, endpoint)
        const client = endpoint.caller === 'api-key' ? box : person
        const send: Read['send'] = (headers) =>
          client.send('GET', sample.path, undefined, { ...sample.headers, ...headers })
        const { status, etag } = await send()
        if (status === 200 && etag !== undefined) found.push({ name: `${host} ${endpoint.path}`, host, send })
      }
    }
    return found
  }

  /** What each caller has cached: every response as it was last sent, the body as text. */
  let cached: readonly { readonly etag: string; readonly text: string }[] = []

  const whole = async ({ send }: Read) => {
    const { body, etag = '' } = await send()
    return { etag, text: JSON.stringify(body) }
  }

  /** The reads whose responses the change has changed, and those of them that say with 304 that it has not. */
  async function deceivedBy(change: () => Promise<unknown>): Promise<{ deceived: string[]; changed: string[] }> {
    if (cached.length !== reads.length) cached = await Promise.all(reads.map(whole))
    await change()
    const current = []
    const [deceived, changed]: [string[], string[]] = [[], []]
    for (const [index, read] of reads.entries()) {
      const response = await whole(read)
      const { etag, text } = cached[index] ?? response
      current.push(response)
      if (response.text === text) continue
      changed.push(read.name)
      const { status } = await read.send({ 'if-none-match': etag })
      if (status === 304) deceived.push(read.name)
    }
    cached = current
    return { deceived, changed }
  }

  test('lists have entity tags, and are all unchanged while nothing is written', async () => {
    const lists: Read[] = []
    for (const read of reads) {
      const { etag = '' } = await read.send()
      const { status } = await read.send({ 'if-none-match': etag })
      // Entity tags without a state are not revalidated: they identify a row version, a group with its members, the
      // content of the Web API, the states of an object in both stores, or the value or the content of a setting.
      if (status === 200)
        expect(etag, read.name).toMatch(/^W\/"(\d+-\d+(-[\da-f]{16})?|[\w-]{43}|[\da-f]{32}|[\da-f]{64}|nobody)"$/)
      else lists.push(read)
    }
    expect(lists.length).toBeGreaterThan(30)
    reads = lists
    expect((await deceivedBy(async () => {})).changed).toEqual([])
  })

  test('no change of any table, by any caller, leaves an outdated response', async () => {
    const seen = new Set<string>()
    // The change of the previous table is rolled back together with the next.
    let undo = 'select 1'
    for (const { name, columns, checks } of tables) {
      const kept = new Set(needed[name])
      const free = columns.filter(
        (column) =>
          column.type in others &&
          !kept.has(column.name) &&
          !checks.some((check) => new RegExp(`\\b${column.name}\\b`).test(check)),
      )
      if (free.length === 0 || name.startsWith('kysely') || name.endsWith('_revisions') || appendOnly.includes(name))
        continue
      const set = (turn: 0 | 1) =>
        `update "${name}" set ${free.map(({ name, type }) => `"${name}" = ${others[type]?.[turn].replaceAll('?', `"${name}"`)}`)}`
      const { deceived, changed } = await deceivedBy(() => sql.raw(`${undo}; ${set(0)}`).execute(server.owner))
      undo = set(1)
      expect(deceived, `after ${name} changed`).toEqual([])
      for (const read of changed) seen.add(read)
    }
    expect((await deceivedBy(() => sql.raw(undo).execute(server.owner))).deceived).toEqual([])
    // Each of them depends on some table, except those that the Web API alone answers.
    const unseen = reads.filter(({ name }) => !seen.has(name) && !/\/(public_)?servicetypes$/.test(name))
    expect(unseen.map(({ name }) => name)).toEqual([])
  }, 400_000)

  test('operators, recovery and logins leave no outdated response', async () => {
    const roads: Readonly<Record<string, () => Promise<unknown>>> = {
      'a tenant is made': () =>
        addTenant({ tenancy: server.tenancy, now: server.clock.now, name: 'root' }, { name: 'WEST' }),
      'somebody signs in': () => server.browser().send('POST', '/dj-rest-auth/login', { username: 'member', password }),
      'a box asks': () => server.box('box-NORTH').send('GET', '/api/v2/metrics'),
      'half-done writes are recovered': () => server.recoverWrites(),
      'revisions are added up': () => foldRevisions(server.tenancy.everyTenant),
    }
    for (const [what, road] of Object.entries(roads)) {
      server.clock.pass(61)
      expect((await deceivedBy(road)).deceived, what).toEqual([])
    }
  })

  test('a cached response of another caller is revalidated only if both are equal', async () => {
    const others = [await server.as('member'), await server.as('nobody'), await server.as(undefined)]
    const samples = samplesAt('north.test')
    for (const endpoint of endpoints.filter(({ method, caller }) => method === 'GET' && caller !== 'api-key')) {
      const { path, headers } = sampleFor(samples, endpoint)
      const { etag, body } = await (await server.as('admin')).send('GET', path, undefined, headers)
      for (const other of etag === undefined ? [] : others) {
        const result = await other.send('GET', path, undefined, { ...headers, 'if-none-match': etag ?? '' })
        if (result.status === 304)
          expect((await other.send('GET', path, undefined, headers)).body, nameOf(endpoint)).toEqual(body)
      }
    }
  })

  test('no declared write leaves an outdated response, in its own tenant, in another or in the super-tenant', async () => {
    const writes = endpoints
      .filter(({ method, path }) => method !== 'GET' && !isOfSession(path))
      // References to an object are written before it is renamed.
      .toReversed()
      .toSorted((a, b) => orderOf(a) - orderOf(b))
    const done = new Set<string>()
    // Comparing all responses takes much longer than a write: outside a full run, they are compared after so many writes.
    const writesBetween = isFullRun ? 1 : 5
    const notCompared: string[] = []
    const compareAll = async () => {
      const { deceived } = await deceivedBy(async () => {})
      expect(deceived, `after ${notCompared.splice(0).join(', ')}`).toEqual([])
    }
    // The reads are those of NORTH and of the super-tenant.
    for (const host of isFullRun
      ? (['south.test', 'north.test', 'super.test'] as const)
      : (['north.test', 'super.test'] as const)) {
      const samples = samplesAt(host)
      const box = server.box(host === 'south.test' ? 'box-SOUTH' : 'box-NORTH', host)
      for (const endpoint of writes) {
        if (done.has(nameOf(endpoint)) && !isFullRun) continue
        const { path, body } = sampleFor(samples, endpoint)
        const client = endpoint.caller === 'api-key' ? box : await server.as('admin', host)
        const address = path.replace('?dry_run=true', '')
        const { status } = await client.send(endpoint.method, address, bodyOf(endpoint, body), whatever)
        // What is refused changes nothing; a form of another site is answered with a redirect.
        if (status >= 300 && status !== 303) continue
        done.add(nameOf(endpoint))
        if (notCompared.push(`${nameOf(endpoint)} at ${host}`) === writesBetween) await compareAll()
      }
    }
    await compareAll()
    const samples = samplesAt('north.test')
    const valid = writes.filter((endpoint) => sampleFor(samples, endpoint).refused === undefined)
    expect(valid.map(nameOf).filter((name) => !done.has(name))).toEqual([])
  }, 400_000)
})
