import { get, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { longestListedComment, type PublicVersionHead, type VersionHead } from '@quatrain/contract/kit/version.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

type Version = Omit<VersionHead, 'comment_is_cut'> & { readonly fields: Readonly<Record<string, unknown>> }

const many = 120
const longComment = 'A word. '.repeat(200)

describe.each(databases)('versions of every kind on $name', (kind) => {
  let server: TestApp
  let [member, nobody]: Client[] = []
  /** Objects with more versions than a page: stored by the recorder, and by their kind itself. */
  const histories = [
    'tenantversion/metricprofile/paged',
    'public_tenantversion/metricprofile/paged',
    'version/probe/paged',
    'public_version/probe/paged',
    'version/metrictemplate/paged',
    'public_version/metrictemplate/paged',
  ]
  beforeAll(async () => {
    server = await startTestApp(kind)
    member = await server.as('admin')
    nobody = server.browser()
    for (const name of ['paged', 'few']) {
      const profile = { name, groupname: 'operations', description: '', services: [] }
      expect((await member.send('POST', 'metricprofiles', profile)).status).toBe(201)
    }
    await addVersions(server)
  })
  afterAll(() => server.close())

  const clientFor = (path: string) => (path.startsWith('public_') ? nobody : member) ?? expect.fail()
  const request = async (path: string) => {
    const { status, body } = await clientFor(path).send('GET', path)
    expect(status, path).toBe(200)
    return body
  }

  test('every endpoint for all versions of an object has endpoints for pages and single versions', () => {
    const paths = server.app.registered.flatMap(({ method, endpoint }) => {
      return endpoint && method === 'GET' && /version\/\w+\/:key/.test(endpoint.path) ? [endpoint.path] : []
    })
    const whole = paths.filter((path) => path.endsWith('/:key'))
    expect(whole.length).toBeGreaterThan(10)
    const beside = whole.flatMap((path) => [path, `${path}/heads`, `${path}/versions/:version`])
    expect(paths.toSorted()).toEqual(beside.toSorted())
  })

  test.each(histories)('%s: the pages together are the whole list without documents', async (path) => {
    const whole: Version[] = await request(path)
    expect(whole.length).toBeGreaterThanOrEqual(many)
    const heads: (VersionHead | PublicVersionHead)[] = []
    for (let next: number | null | undefined; next !== null; ) {
      const page = await request(`${path}/heads${next ? `?before=${next}` : ''}`)
      expect(page.versions.length).toBeLessThanOrEqual(50)
      expect(page.newest).toMatchObject({ id: whole[0]?.id, version: whole[0]?.version, name: 'paged' })
      heads.push(...page.versions)
      next = page.next
    }
    expect(heads).toEqual(whole.map((version) => headOf(version, path.startsWith('public_'))))
  })

  test.each(histories)('%s: a single version equals that of the whole list', async (path) => {
    const whole: Version[] = await request(path)
    const newest = { id: whole[0]?.id, version: whole[0]?.version, name: 'paged', deletion: null }
    for (const found of [whole[0], whole[60], whole.at(-1)]) {
      const one = { ...found, newest }
      expect(await request(`${path}/versions/${encodeURIComponent(found?.version ?? '')}`)).toEqual(one)
      expect(await request(`${path}/versions/${found?.id}`)).toEqual(one)
      const called = await request(`${path}/heads?version=${encodeURIComponent(found?.version ?? '')}`)
      expect(called.versions.map(({ id }: VersionHead) => id)).toEqual([found?.id])
    }
    for (const wrong of ['never', '0', '999999999', '9'.repeat(30)]) {
      expect(await request(`${path}/heads?version=${wrong}`)).toEqual({ versions: [], newest, next: null, archived: 0 })
      expect((await clientFor(path).send('GET', `${path}/versions/${wrong}`)).status, wrong).toBe(404)
    }
    expect((await clientFor(path).send('GET', `${path.replace('paged', 'never')}/heads`)).status).toBe(404)
    expect((await clientFor(path).send('GET', `${path}/heads?before=x`)).status).toBe(400)
  })

  test('a page takes the same reads for a long history as for a short one', async () => {
    const path = 'tenantversion/metricprofile/paged'
    expect(await server.statements(() => request(`${path}/heads`))).toHaveLength(
      (await server.statements(() => request('tenantversion/metricprofile/few/heads'))).length,
    )
  })

  test('a page of documents is limited in size, even if the database compresses them to a hundredth', async () => {
    await sql`
      insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
      select tenant_id, kind, object_id, number + extra, name,
        (document::jsonb || jsonb_build_object('description', repeat('All the same. ', 10000)))::json, author, created_at, ''
      from versions, generate_series(1, 40) as extra where name = 'few'
    `.execute(server.owner)
    const exchanges = await server.exchanges(async () => {
      expect(await request('tenantversion/metricprofile/few')).toHaveLength(41)
    })
    expect(Math.max(...exchanges.map(({ received }) => received))).toBeLessThan(1_500_000)
  })

  test('a slow reader does not block the database, and gets the whole history', async () => {
    const path = 'public_tenantversion/metricprofile/paged'
    const url = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/api/v2/internal/${path}`
    const answer = await new Promise<IncomingMessage>((got) => get(url, { headers: { host: 'north.test' } }, got))
    // The embedded database has one session, which must be free while the client does not read.
    expect((await member?.send('GET', 'metricprofiles/paged'))?.status).toBe(200)
    expect(answer.statusCode).toBe(200)
    const text = await readText(answer)
    expect(answer.headers['transfer-encoding']).toBe('chunked')
    expect(text).toBe(JSON.stringify(JSON.parse(text)))
    expect(JSON.parse(text)).toEqual(await request(path))
  })
})

function headOf({ fields, comment, ...version }: Version, isPublic: boolean) {
  if (isPublic) return version
  return {
    ...version,
    comment: comment.slice(0, longestListedComment),
    comment_is_cut: comment.length > longestListedComment,
    deleted: false,
  }
}

/** So large that not all versions are read at once. */
const large = sql`jsonb_build_object('metricinstances', (
  select jsonb_agg(jsonb_build_object('service', md5(concat(extra, place)), 'metric', md5(concat(place, extra))))
  from generate_series(1, 300) as place))`

async function addVersions({ owner }: TestApp): Promise<void> {
  await sql`
    insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment)
    select tenant_id, kind, object_id, number + extra, name, (document::jsonb || ${large})::json, author, created_at + extra * interval '1 s',
      case when extra % 2 = 0 then ${longComment} else 'Short.' end
    from versions, generate_series(1, ${many}::integer) as extra where name = 'paged'
  `.execute(owner)
  await sql`
    insert into packages (name, version) select 'paged', '1.' || extra from generate_series(1, ${many}::integer) as extra
  `.execute(owner)
  await sql`
    with probe as (insert into probes (name) values ('paged') returning id), made as (
      insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at,
        version_comment)
      select probe.id, package.id, 'paged', '', '', '', '', 'admin',
        '2030-01-01T00:00:00Z'::timestamptz + package.id * interval '1 s', ${longComment}
      from probe, packages as package where package.name = 'paged' returning id, probe_id
    ), template as (insert into metric_templates (name) values ('paged') returning id)
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, description, parent, probeexecutable,
      config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, made.id, 'paged', 'Active', '', '', '', '[]', '[]', '[]', '[]', '[]', 'admin',
      '2030-01-01T00:00:00Z'::timestamptz + made.id * interval '1 s', ''
    from template, made
  `.execute(owner)
  // The current version is not the latest one.
  await sql`update probes set current_version_id = (
    select min(id) from probe_versions where probe_id = probes.id) where name = 'paged'`.execute(owner)
  await sql`update metric_templates set current_version_id = (
    select min(id) from metric_template_versions where template_id = metric_templates.id) where name = 'paged'`.execute(
    owner,
  )
}
