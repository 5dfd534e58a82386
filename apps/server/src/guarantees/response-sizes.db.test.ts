import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { type Client, startTestApp, type TestApp, whatever } from '#test/test-app.ts'

// A response may grow with the tenants or with the metrics of one tenant, but not with the product of both: a thousand tenants have
// two thousand metrics each. So many tenants with many metrics add a limited number of bytes for each tenant.

const added = { tenants: 200, templates: 100 }
/** Bytes; a name of each template would take more. */
const mostForTenant = 500

interface Setting {
  readonly server: TestApp
  readonly sampled: Sampled
  readonly admin: Client
}

async function addTemplates({ server, admin }: Setting): Promise<void> {
  await sql`
    with added as (
      insert into metric_templates (name)
      select 'bulk-' || number from generate_series(1, ${added.templates}::integer) as number returning id, name
    ), model as (
      select version.* from metric_templates as template
      join metric_template_versions as version on version.id = template.current_version_id where template.name = 'disk'
    )
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select added.id, model.probe_version_id, added.name, model.mtype, '{}', '', '', model.probeexecutable, model.config,
      model.attribute, model.dependency, model.flags, model.parameter, 'admin', now(), '' from added, model`.execute(
    server.owner,
  )
  await sql`
    update metric_templates as template set current_version_id = version.id from metric_template_versions as version
    where version.template_id = template.id and template.name like 'bulk-%'`.execute(server.owner)
  const metrics = Array.from({ length: added.templates }, (_, index) => `bulk-${index + 1}`)
  await tagged(admin, 'POST', { name: 'bulky', metrics })
}

/** Tenants with a metric of each template in a metric profile. */
async function addTenants({ server }: Setting): Promise<void> {
  await sql`
    insert into tenants (name, schema_name, domain_url)
    select 'TENANT' || number, 'tenant' || number, 'tenant' || number || '.test'
    from generate_series(1, ${added.tenants}::integer) as number`.execute(server.owner)
  await sql`
    insert into metrics (tenant_id, template_id, template_version_id)
    select tenant.id, template.id, template.current_version_id from tenants as tenant, metric_templates as template
    where tenant.name like 'TENANT%'`.execute(server.owner)
  await sql`
    with added as (
      insert into metric_profiles (tenant_id, apiid, name, description)
      select id, gen_random_uuid(), 'ALL', '' from tenants where name like 'TENANT%' returning tenant_id, id
    )
    insert into metric_profile_instances (tenant_id, profile_id, service, metric)
    select added.tenant_id, added.id, 'service', template.name from added, metric_templates as template`.execute(
    server.owner,
  )
}

async function tagged(admin: Client, method: 'POST' | 'PUT', body: object): Promise<void> {
  const answer = await admin.send(method, 'metrictags', body, whatever)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
}

/** The size of each response to a superuser: of reads, and of dry runs of writes. */
async function sizesAt(host: 'super.test' | 'north.test', { server, sampled }: Setting): Promise<Map<string, number>> {
  const client = await server.as('admin', host)
  const samples = samplesFor(sampled.profileOf('north.test'), {}, sampled.idsAt.get(host))
  const deployment = host === 'super.test' ? 'super' : 'tenant'
  const isMeasured = ({ method, path, deployments, caller }: Endpoint, sent: string) =>
    deployments.includes(deployment) &&
    caller !== 'api-key' &&
    !isOfSession(path) &&
    (method === 'GET' || sent.includes('dry_run=true'))
  const sizes = new Map<string, number>()
  for (const endpoint of declaredEndpoints(server.app)) {
    const { path, body, headers } = sampleFor(samples, endpoint)
    if (!isMeasured(endpoint, path)) continue
    const answer = await client.send(endpoint.method, path, body, headers)
    expect(answer.status, path).toBeLessThan(500)
    // The sample of a dry run has a limit of its own (preview.db.test.ts).
    const measured = answer.body?.groups ? { ...answer.body, changes: [] } : (answer.body ?? '')
    sizes.set(`${endpoint.method} ${endpoint.path}`, JSON.stringify(measured).length)
  }
  return sizes
}

// They do not depend on the database.
describe.each(serverDatabases)('sizes of responses, on $name', (kind) => {
  let setting: Setting
  beforeAll(async () => {
    const server = await startTestApp(kind, { tenantsAtOnce: 25 })
    const sampled = await addSampled(server)
    setting = { server, sampled, admin: await server.as('admin', 'super.test') }
    await addTemplates(setting)
  })
  afterAll(() => setting.server.close())

  test('grow by a limited number of bytes for each tenant, whatever metrics it has', async () => {
    const [before, beforeInTenant] = [await sizesAt('super.test', setting), await sizesAt('north.test', setting)]
    await addTenants(setting)
    // A roll-out of every template to every tenant.
    const { id } = (await setting.admin.send('GET', 'metrictags/bulky')).body
    await tagged(setting.admin, 'PUT', { id, name: 'bulks' })
    const [after, afterInTenant] = [await sizesAt('super.test', setting), await sizesAt('north.test', setting)]
    expect(after.size).toBeGreaterThan(100)
    const growth = (now: Map<string, number>, then: Map<string, number>) =>
      [...now].map(([name, size]) => ({ name, bytes: size - (then.get(name) ?? 0) }))
    const most = added.tenants * mostForTenant
    expect(growth(after, before).filter(({ bytes }) => bytes > most)).toEqual([])
    // It does, so the sizes are measured.
    expect(growth(after, before).find(({ name }) => name.endsWith('/internal/tenants'))?.bytes).toBeGreaterThan(10_000)
    // The console of a tenant shows the other tenants nowhere; the catalogue shows the tags of its templates.
    expect(growth(afterInTenant, beforeInTenant).filter(({ bytes }) => bytes > 1_000)).toEqual([])
  })
})
