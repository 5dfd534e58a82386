import type { SearchAnswer } from '@quatrain/contract/console/search.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addSampled } from '#test/sampled.ts'
import { type Client, type Host, startTestApp, type TestApp } from '#test/test-app.ts'
import { writeTopology } from '#test/topology.ts'

describe.each(databases)('the search on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
    await addSampled(server)
    const endpoint = { type: 'SITES', group: 'G', service: 'web', hostname: 'north-1.test', tags: {} }
    await writeTopology(server, 'NORTH', '2030-01-01', { endpoints: [endpoint] })
  })
  afterAll(() => server.close())
  afterEach(() => server.webApi.recover())

  const answerTo = async (client: Client, text: string, path = 'search'): Promise<SearchAnswer> => {
    const { status, body } = await client.send('GET', `${path}?q=${encodeURIComponent(text)}&complete=true`)
    expect(status, text).toBe(200)
    return body
  }
  const found = ({ groups }: SearchAnswer) =>
    groups.flatMap(({ kind, results }) => results.map(({ key }) => `${kind} ${key}`))
  const search = async (text: string, user = 'admin', host: Host = 'north.test') =>
    found(await answerTo(await server.as(user, host), text))

  /** The kinds with a list that the caller may read, each with the name of an object. */
  async function listedBy(client: Client, isSuperuser: boolean, prefix = '') {
    const lists = await Promise.all(
      [...server.app.kinds.values()].map(async ({ resource }) => {
        // Everybody reads themselves in the list of users.
        if (prefix !== '' ? !resource.published : resource.kind === 'user' && !isSuperuser) return []
        const { status, body } = await client.send('GET', `${prefix}${resource.listPath ?? resource.path}`)
        const rows: Record<string, string>[] = status === 200 && Array.isArray(body) ? body : []
        return rows.slice(0, 1).map((row) => ({ kind: resource.kind, name: row.name ?? row.username ?? '' }))
      }),
    )
    return lists.flat()
  }

  test.each([
    ['admin', 'north.test', 20],
    ['nobody', 'north.test', 8],
    ['admin', 'super.test', 8],
    ['nobody', 'super.test', 5],
  ] as const)(
    'finds for %s at %s an object of every kind that they may list, and no other kind',
    async (user, host, least) => {
      const client = await server.as(user, host)
      const lists = await listedBy(client, user === 'admin')
      expect(lists.length).toBeGreaterThanOrEqual(least)
      const kinds = new Set([...lists.map(({ kind }) => kind), 'host', 'operationsprofile'])
      for (const { kind, name } of lists) {
        const { groups } = await answerTo(client, name)
        expect(
          groups.map(({ kind }) => kind),
          name,
        ).toContain(kind)
        expect(groups.filter(({ kind }) => !kinds.has(kind))).toEqual([])
      }
    },
  )

  test('finds for visitors what is public', async () => {
    const visitor = await server.as()
    const lists = await listedBy(visitor, false, 'public_')
    expect(lists.length).toBeGreaterThan(8)
    const kinds = new Set([...lists.map(({ kind }) => kind), 'operationsprofile'])
    for (const { kind, name } of lists) {
      const { groups } = await answerTo(visitor, name, 'public_search')
      expect(
        groups.map(({ kind }) => kind),
        name,
      ).toContain(kind)
      expect(groups.filter(({ kind }) => !kinds.has(kind))).toEqual([])
    }
    expect((await answerTo(visitor, 'north-1.test', 'public_search')).groups).toEqual([])
    expect((await visitor.send('GET', 'search?q=web')).status).toBe(401)
  })

  test('finds hosts, people, versions and descriptions', async () => {
    expect(await search('NORTH-1')).toEqual(['host north-1.test'])
    await sql`update users set last_name = 'Møller' where username = 'member'`.execute(await server.tenant('NORTH'))
    expect(await search('møller')).toEqual(['user member'])
    expect(await search('møller', 'nobody')).toEqual([])
    expect(await search('web-probes-2', 'admin', 'super.test')).toContain('package web-probes-2.0.0')
    expect(await search('web-probes 2.0', 'nobody')).toContain('probe web-probe')
  })

  test('finds a change at once, and never an object of another tenant', async () => {
    for (const [tenant, description] of [
      ['NORTH', 'cold'],
      ['SOUTH', 'warm'],
    ] as const) {
      await sql`insert into reports (apiid, name, description, content)
        values (gen_random_uuid(), 'same name', ${description}, '{}')`.execute(await server.tenant(tenant))
    }
    for (const [host, own, other] of [
      ['north.test', 'cold', 'warm'],
      ['south.test', 'warm', 'cold'],
    ] as const) {
      expect(await search(own, 'nobody', host)).toEqual(['report same name'])
      expect(await search(other, 'nobody', host)).toEqual([])
    }
    await sql`update reports set description = 'hot'`.execute(await server.tenant('NORTH'))
    expect(await search('hot')).toContain('report same name')
    expect(await search('cold')).toEqual([])
  })

  test.each(['%', '_', "'", '\\', '*', '.', '( [', 'ש', '\u202e', ' ', '', 'x'.repeat(255)])(
    'takes %j as a text',
    async (text) => {
      const { groups } = await answerTo(await server.as('admin'), text)
      for (const { results } of groups) {
        for (const { name, about } of results)
          expect(`${name.text} ${about.text}`.toUpperCase()).toContain(text.toUpperCase())
      }
    },
  )

  test.each([['x'.repeat(1_000)], ['a\0b'], ['\ud800']])('refuses a text that no name can have (%#)', async (text) => {
    const client = await server.as('admin')
    expect((await client.send('GET', `search?${new URLSearchParams({ q: text })}`)).status).toBe(
      text === '\ud800' ? 200 : 400,
    )
  })

  test('says what the Web API could not tell, and finds the rest', async () => {
    const admin = await server.as('admin')
    const outside = ['host', 'operationsprofile', 'servicetype']
    server.webApi.behave({ kind: 'refuse', status: 503 })
    const refused = await answerTo(admin, 'web')
    expect([refused.failed.toSorted(), refused.late]).toEqual([outside, []])
    expect(found(refused)).toContain('metric web.http')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    server.webApi.behave({ kind: 'wait', before: () => released })
    const { body } = await admin.send('GET', 'search?q=web')
    release()
    expect([body.failed, body.late.toSorted()]).toEqual([[], outside])
    expect(found(body)).toContain('metric web.http')
  })

  test('takes the same number of statements for any number of objects', async () => {
    const sent = async () => (await server.statements(() => search('web'))).length
    await search('web')
    const repeated = await sent()
    await sql`insert into reports (apiid, name, content)
      select gen_random_uuid(), 'web ' || number, '{}' from generate_series(1, 500) as number`.execute(
      await server.tenant('NORTH'),
    )
    expect(await sent()).toBe(repeated + 1)
    expect(await sent()).toBe(repeated)
  })
})
