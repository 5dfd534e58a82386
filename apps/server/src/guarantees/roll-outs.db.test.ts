import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import { databases, pooledDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestApp, type TestApp } from '#test/test-app.ts'

// Roll-outs to the metrics of all tenants run in the database: the data sent between it and the console does not depend
// on the number of metrics.

/** Templates of one tag, one package and one probe; each tenant has a metric of each of them. */
const templates = 40
const [few, many] = [25, 50]
const nameOf = (number: number) => `wide.${String(number).padStart(2, '0')}`
const names = Array.from({ length: templates }, (_, index) => nameOf(index + 1))

/** Every write with side effects in the tenants; `round` makes it a change each time. */
const writes: Readonly<Record<string, (admin: Client, query: string, round: number) => Promise<{ status: number }>>> = {
  async 'a metric tag is renamed'(admin, query, round) {
    const { body } = await admin.send('GET', `metrictags/wide-${round}`)
    return admin.send('PUT', `metrictags${query}`, { id: body.id, name: `wide-${round + 1}` }, whatever)
  },
  async 'a package gets another version'(admin, query, round) {
    const key = packageKey({ name: 'wide-package', version: `${round}.0` })
    const { body } = await admin.send('GET', `packages/${key}`)
    return admin.send('PUT', `packages${query}`, { ...body, repos, version: `${round + 1}.0` }, whatever)
  },
  async 'a probe is renamed'(admin, query, round) {
    const { body } = await admin.send('GET', `probes/wide-probe-${round}`)
    const { nv: _, version: __, ...probe } = body
    return admin.send('PUT', `probes${query}`, { ...probe, name: `wide-probe-${round + 1}` }, whatever)
  },
  async 'a metric template is changed'(admin, query, round) {
    const { body } = await admin.send('GET', `metrictemplates/${nameOf(1)}`)
    const { package: _, ...template } = body
    return admin.send('PUT', `metrictemplates${query}`, { ...template, description: `Round ${round}` }, whatever)
  },
  async 'a metric template is renamed'(admin, query, round) {
    const { body } = await admin.send('GET', `metrictemplates/renamed-${round}`)
    const { package: _, ...template } = body
    return admin.send('PUT', `metrictemplates${query}`, { ...template, name: `renamed-${round + 1}` }, whatever)
  },
  // Last, because they are deleted then.
  'metric templates are deleted': (admin, query, round) => {
    const gone = names.slice(1 + 2 * round, 3 + 2 * round)
    return admin.send('POST', `deletetemplates${query}`, { metrictemplates: gone }, whatever)
  },
}
const previewed = ', previewed first'
const repos = ['wide (Rocky 9)']
const whatever = { 'if-match': '*', 'if-preview-match': '*' }

describe.each([...databases, ...pooledDatabases])('a roll-out on $name', (kind) => {
  let server: TestApp
  let admin: Client
  /**
   * By write: the maximum number of characters sent and received with one statement, with few metrics and with many.
   */
  const measured = new Map<string, { sent: number; received: number; statements: number }[]>()
  beforeAll(async () => {
    server = await startTestApp(kind)
    admin = await server.as('admin', 'super.test')
    await addTemplates(server)
    const repo = { name: 'wide', tag: 'Rocky 9', content: '[base]', description: 'd' }
    expect((await admin.send('POST', 'yumrepos', repo)).status).toBe(201)
    for (const [round, tenants] of [few, many].entries()) {
      await addTenants(server, tenants)
      for (const [name, write] of Object.entries(writes)) {
        for (const query of ['?dry_run=true', '']) {
          const exchanges = await server.exchanges(async () => {
            const answer = await write(admin, query, round)
            expect(answer.status, `${name}: ${JSON.stringify(answer).slice(0, 500)}`).toBe(200)
          })
          const what = `${name}${query && previewed}`
          const most = {
            sent: Math.max(...exchanges.map(({ sent }) => sent)),
            received: Math.max(...exchanges.map(({ received }) => received)),
            statements: exchanges.length,
          }
          measured.set(what, [...(measured.get(what) ?? []), most])
        }
      }
    }
  })
  afterAll(() => server.close())

  const whats = Object.keys(writes).flatMap((name) => [`${name}${previewed}`, name])

  test.each(whats)('sends and receives the same amount for twice the metrics: %s', (what) => {
    const [small, large] = measured.get(what) ?? []
    if (!small || !large) throw new Error(`${what} was not measured.`)
    expect(large.sent).toBeLessThan(1.2 * small.sent)
    // The whole of a small sample is returned.
    const result = what.endsWith(previewed) ? 100_000 : 500
    expect(large.received).toBeLessThan(Math.max(1.2 * small.received, result))
    expect(large.statements).toBe(small.statements)
  })

  test('records every metric with its comment', async () => {
    const { rows } = await sql<{ comment: string; count: number }>`
      select comment, count(*)::integer as count from versions where kind = 'metric' group by comment order by comment
    `.execute(server.tenancy.everyTenant)
    expect(Object.fromEntries(rows.map(({ comment, count }) => [comment, count]))).toMatchObject({
      'Changed description.': few + many,
      'Changed name.': few + many,
      'Deleted tags field "wide-0". Added tags field "wide-1".': few * (templates + 1),
    })
  })
})

async function addTemplates({ tenancy }: TestApp): Promise<void> {
  await sql`
    with package as (
      insert into packages (name, version) values ('wide-package', '0.0') returning id
    ), probe as (
      insert into probes (name) values ('wide-probe-0') returning id
    ), run as (
      insert into probe_versions (probe_id, package_id, name, description, comment, repository, docurl, author, created_at,
        version_comment)
      select probe.id, package.id, 'wide-probe-0', 'd', 'c', 'https://example.org', 'https://example.org', '', now(), ''
      from probe, package returning id, probe_id
    ), current as (
      update probes set current_version_id = run.id from run where probes.id = run.probe_id
    ), tag as (
      insert into metric_tags (name) values ('wide-0') returning id
    ), template as (
      insert into metric_templates (name) select name from unnest(${[...names, 'renamed-0']}::text[]) as name returning id, name
    ), version as (
      insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
        probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
      select template.id, run.id, template.name, 'Active', '{wide-0}', repeat('What it looks at. ', 20), '', 'check',
        '[{"key":"timeout","value":"60"}]', '[]', '[]', '[]', '[]', '', now(), ''
      from template, run returning id, template_id
    )
    insert into metric_template_tags (tag_id, template_id) select tag.id, template.id from tag, template
  `.execute(tenancy.everyTenant)
  await sql`
    update metric_templates as template set current_version_id = version.id
    from metric_template_versions as version where version.template_id = template.id and template.current_version_id is null;
    update probes as probe set current_version_id = version.id
    from probe_versions as version where version.probe_id = probe.id and probe.current_version_id is null
  `.execute(tenancy.everyTenant)
}

/** Adds this number of tenants, each with a metric of every existing template. */
async function addTenants({ tenancy }: TestApp, total: number): Promise<void> {
  await sql`
    with tenant as (
      insert into tenants (name, schema_name, domain_url)
      select 'WIDE' || n, 'wide' || n, 'wide' || n || '.test'
      from generate_series((select count(*) from tenants where name like 'WIDE%') + 1, ${total}::integer) as n
      returning id
    )
    insert into metrics (tenant_id, template_id, template_version_id, config)
    select tenant.id, template.id, template.current_version_id, version.config
    from tenant, metric_templates as template
    join metric_template_versions as version on version.id = template.current_version_id
    where template.name like 'wide.%' or template.name like 'renamed-%'
  `.execute(tenancy.everyTenant)
}
