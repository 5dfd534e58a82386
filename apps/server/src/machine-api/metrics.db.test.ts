import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Host, startTestApp, type TestApp } from '#test/test-app.ts'

const key = { 'x-api-key': 'box-NORTH' }

describe.each(databases)('metrics for monitoring boxes on $name', (kind) => {
  let server: TestApp
  let superTenant: Db
  let north: Db
  beforeAll(async () => {
    server = await startTestApp(kind)
    superTenant = await server.tenant('all')
    north = await server.tenant('NORTH')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    for (const tenant of [north, await server.tenant('SOUTH')]) await tenant.deleteFrom('metrics').execute()
  })

  /** The raw response: a JSON parser would hide the order of keys. */
  async function get(path: string, headers: Record<string, string> = key, host: Host = 'north.test') {
    const { statusCode, body, headers: given } = await server.app.inject({ url: path, headers: { host, ...headers } })
    return { status: statusCode, text: body, headers: given }
  }
  /** Gives the tenant these metrics, in the version with this command, or in the current one. */
  async function given(db: Db, names: readonly string[], probe?: string) {
    await sql`
      insert into metrics (template_id, template_version_id, config)
      select template.id, version.id, version.config
      from metric_templates as template
      join metric_template_versions as version on version.template_id = template.id
      where template.name = any(${names}::text[])
        and case when ${probe ?? null}::text is null then version.id = template.current_version_id
          else version.probeexecutable = ${probe ?? null} end
    `.execute(db)
  }
  const namesIn = (text: string): string[] => JSON.parse(text).flatMap(Object.keys)

  test('every metric has all nine fields in this order, each with a text', async () => {
    await given(north, ['web.http', 'passive'])
    const { status, text, headers } = await get('/api/v2/metrics')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(text).toBe(
      '[{"passive":{"tags":[],"probe":"","config":{},"flags":{"PASSIVE":"1"},"dependency":{},"attribute":{},' +
        '"parameter":{},"parent":"web.http","docurl":""}},' +
        '{"web.http":{"tags":["CI/CD","web"],"probe":"check_2.0.0","config":{"maxCheckAttempts":"3","timeout":"30",' +
        '"path":"/usr/libexec/probes","interval":"5","retryInterval":"3"},"flags":{"OBSESS":"1"},"dependency":{},' +
        '"attribute":{},"parameter":{"--z":"last first","10":"ten","2":"two","--a":""},"parent":"",' +
        '"docurl":"https://docs.test/2.0.0"}}]',
    )
  })

  test('a tenant without metrics gets an empty list', async () => {
    expect((await get('/api/v2/metrics')).text).toBe('[]')
  })

  test("a metric that uses an old version is that version with the tenant's own configuration", async () => {
    await given(north, ['web.http', 'renamed'], 'check_1.0.0')
    await north.updateTable('metrics').set({ config: '[{"key":"timeout","value":"99"}]' }).execute()
    const { text } = await get('/api/v2/metrics')
    expect(JSON.parse(text)).toMatchObject([
      { 'old.name': { probe: 'check_1.0.0', config: { timeout: '99' } } },
      { 'web.http': { probe: 'check_1.0.0', docurl: 'https://docs.test/1.0.0', config: { timeout: '99' } } },
    ])
  })

  test.each([
    [
      '10 before 9 before a',
      [
        ['10', 'x'],
        ['a', 'y'],
        ['9', 'z'],
      ],
      '{"10":"x","a":"y","9":"z"}',
    ],
    [
      'a repeated key once, in its first place with its last value',
      [
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
      ],
      '{"b":"3","a":"2"}',
    ],
    [
      'names that mean something in JavaScript',
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
        ['toString', ''],
      ],
      '{"__proto__":"x","constructor":"y","toString":""}',
    ],
    [
      'values letter by letter',
      [
        ['-u', ' $USER1$  "x" \\ é'],
        ['-t', '007'],
      ],
      '{"-u":" $USER1$  \\"x\\" \\\\ é","-t":"007"}',
    ],
    ['nothing', [], '{}'],
  ] as const)('the stored order of keys is kept: %s', async (_, pairs, expected) => {
    await given(north, ['disk'])
    const config = JSON.stringify(pairs.map(([key, value]) => ({ key, value })))
    await north.updateTable('metrics').set({ config }).execute()
    expect((await get('/api/v2/metrics')).text).toContain(`"config":${expected},"flags"`)
  })

  test('names and tags are in code point order, whatever their letters', async () => {
    // UTF-16 order would swap the last two.
    const sorted = ['B', 'a', 'é', '\uff5e', '\u{1d49c}']
    await sql`
      with template as (insert into metric_templates (name) select unnest(${sorted.toReversed()}::text[]) returning id, name)
      insert into metric_template_versions (template_id, name, mtype, tags, description, parent, probeexecutable,
        config, attribute, dependency, flags, parameter, author, created_at, version_comment)
      select id, name, 'Passive', ${sorted.toReversed()}::text[], '', '', '', '[]', '[]', '[]', '[]', '[]', '', now(), ''
      from template
    `.execute(superTenant)
    await sql`
      update metric_templates set current_version_id = (select max(id) from metric_template_versions
        where template_id = metric_templates.id) where current_version_id is null
    `.execute(superTenant)
    const tag = await superTenant
      .insertInto('metric_tags')
      .values({ name: 'letters' })
      .returning('id')
      .executeTakeFirst()
    await sql`insert into metric_template_tags select ${tag?.id}, id from metric_templates where name = any(${sorted}::text[])`.execute(
      superTenant,
    )
    await given(north, sorted)
    const { text } = await get('/api/v2/metrics')
    expect(namesIn(text)).toEqual(sorted)
    expect(JSON.parse(text)[0].B.tags).toEqual(sorted)
    expect(JSON.parse((await get('/api/v2/metrics/letters')).text)).toEqual(sorted)
  })

  describe('metrics with a tag', () => {
    test('are the names of the metrics whose template has it now', async () => {
      await given(north, ['web.http', 'web.tls', 'disk'])
      expect((await get('/api/v2/metrics/web')).text).toBe('["web.http","web.tls"]')
    })

    test('include a metric that uses an old version under its own name', async () => {
      await given(north, ['web.http'], 'check_1.0.0')
      expect((await get('/api/v2/metrics/web')).text).toBe('["web.http"]')
    })

    test.each(['CI%2FCD', 'CI%2fCD'])('can be requested with a slash in the tag as %s', async (path) => {
      await given(north, ['web.http'])
      expect((await get(`/api/v2/metrics/${path}`)).text).toBe('["web.http"]')
      expect((await get(`/api/v2/metrics/${path}/`)).text).toBe('["web.http"]')
      expect((await get('/api/v2/metrics/CI/CD')).status).toBe(404)
    })

    test('are an empty list for an unused tag, also if another tenant uses it', async () => {
      await given(await server.tenant('SOUTH'), ['web.http', 'self.check'])
      for (const tag of ['empty', 'internal', 'web']) expect((await get(`/api/v2/metrics/${tag}`)).text).toBe('[]')
    })

    test.each(['unknown', 'Web', 'we', 'web%20', '%25', '*'])('are a 404 for the tag %s', async (tag) => {
      const { status, text } = await get(`/api/v2/metrics/${tag}`)
      expect(status).toBe(404)
      expect(JSON.parse(text).detail).toBe('Requested tag not found.')
    })
  })

  test('reading takes the same number of statements for any number of metrics, and writes nothing', async () => {
    const count = async (path: string) => {
      await get(path)
      return server.statements(() => get(path))
    }
    await given(north, ['disk'])
    const few = [await count('/api/v2/metrics'), await count('/api/v2/metrics/web')]
    await given(north, ['web.http', 'web.tls', 'passive', 'self.check', 'renamed'])
    const many = [await count('/api/v2/metrics'), await count('/api/v2/metrics/web')]
    expect(many.map(({ length }) => length)).toEqual(few.map(({ length }) => length))
    for (const statements of many) {
      expect(statements.length).toBeLessThanOrEqual(3)
      expect(statements.filter((statement) => !/^\s*(select|set)\b/i.test(statement))).toEqual([])
    }
  })
})
