import { catalogueHome, home } from '@quatrain/contract/home.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { machineMetrics } from '@quatrain/contract/machine-api/metrics.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTagUsage } from '@quatrain/contract/resources/metric-tag.ts'
import {
  metricTemplates,
  metricTemplateUsedBy,
  templatesOfTenant,
} from '@quatrain/contract/resources/metric-template.ts'
import { userPage } from '@quatrain/contract/resources/user.ts'
import { publicTenants, tenants } from '@quatrain/contract/tenants.ts'
import type { Databases } from '../cluster.ts'
import { commonTag, metricName } from '../data/catalogue.ts'
import type { Filling } from '../data/fill.ts'
import { superTenant } from '../data/tenants.ts'
import { type Answer, askSuccessfully, type Target } from '../http/ask.ts'
import { memoryOf } from '../memory-of.ts'
import { quatrain } from '../quatrain.ts'
import { type Figure, kilobytes, megabytes, milliseconds, seconds } from '../report/figure.ts'
import { type Server, startServer } from '../server/start.ts'
import { box, person } from '../visitors.ts'
import { measureChangesOfTenants } from './changes-of-tenants.ts'
import { saving } from './saving.ts'
import { slowestStatement } from './slowest-statement.ts'

const count = Number(process.env.BENCH_TENANTS ?? 1_000)
const metricsOfTenant = 2_000
const peopleOfTenant = 100
const names = Array.from({ length: count }, (_, index) => `TENANT${index + 1}`)
const [some = '', gone = '', other = ''] = names.slice(count / 2)
const filling: Filling = {
  catalogue: { templates: metricsOfTenant, versions: 1 },
  tenants: names.map((tenant) => ({ tenant, metrics: metricsOfTenant, profiles: 5, pairs: 20 })),
}

const addPeople = `
  with added as (
    insert into users (tenant_id, username, first_name, last_name, email, is_active)
    select tenant.id, 'person-' || number, 'Given', 'Family ' || number, number || '@example.org', true
    from tenants as tenant, generate_series(1, ${peopleOfTenant}) as number returning 1
  )
  select count(*)::integer as count from added`

const on = 'PostgreSQL'

/** What grows with the number of tenants, each measured once. */
export async function measureTenants(databases: Databases): Promise<Figure[]> {
  const url = await databases.create('tenants')
  const begun = performance.now()
  const filled = await startServer({ url })
  try {
    await filled.calls.fill(filling)
    await filled.calls.setFloor({ of: 'every tenant', name: 'people', text: addPeople, parameters: [], isOne: true })
    await askSuccessfully({ url: filled.bareUrl }, 'GET', '/people')
  } finally {
    await filled.stop()
  }
  const fill: Figure = { what: 'filling the database', on, measured: seconds(performance.now() - begun) }
  const started = performance.now()
  const server = await startServer({ url })
  const start: Figure = {
    what: 'start of a console, until it listens',
    on,
    measured: seconds(performance.now() - started),
  }
  try {
    const served = await figuresOf(server)
    const settings = { QUATRAIN_WEBAPI_URL: server.webApiUrl, QUATRAIN_TLS: 'off' }
    const [doctor, verify] = [await quatrain(['doctor'], url, settings), await quatrain(['activity', 'verify'], url)]
    return [
      fill,
      start,
      ...served,
      { what: '`quatrain doctor`', on, measured: seconds(doctor.took) },
      { what: '`quatrain activity verify`', on, measured: seconds(verify.took) },
    ]
  } finally {
    await server.stop()
  }
}

async function figuresOf(server: Server): Promise<Figure[]> {
  const { target: member } = await person(server.consoleUrl, some)
  const { target: operator } = await person(server.consoleUrl, superTenant)
  const machine = box(server.consoleUrl, some)
  const pathOf = (resource: Parameters<typeof resourceEndpoints>[0]) => resourceEndpoints(resource).list.path
  const reads: readonly (readonly [what: string, target: Target, path: string])[] = [
    ['home page of a tenant', member, home.path],
    ['home page of the super-tenant', operator, catalogueHome.path],
    ['list of tenants', operator, pathOf(tenants)],
    ['list of tenants, public', operator, publicTenants.path],
    ['list of metric templates', operator, pathOf(metricTemplates)],
    ['metric templates of a tenant, for the filter', operator, templatesOfTenant.path.replace(':key', some)],
    ['tenants that use a metric template', operator, metricTemplateUsedBy.path.replace(':key', metricName(100))],
    ['tenants that use a tag of all metric templates', operator, metricTagUsage.path.replace(':key', commonTag)],
    ['list of the metrics of a tenant', member, pathOf(metrics)],
    ['list of the metric profiles of a tenant', member, pathOf(metricProfiles)],
    ['a page of the users of a tenant', member, `${userPage.path}?limit=20`],
    ['list of metrics for a box', machine, machineMetrics.path],
  ]
  const figures: Figure[] = []
  let largest = { what: '', bytes: 0 }
  const measured = async (what: string, work: () => Promise<Answer>) => {
    const answers: Answer[] = []
    const slowest = await slowestStatement(server, async () => answers.push(await work()), 1)
    for (const { took, body } of answers) {
      figures.push({ what, on, measured: milliseconds(took), slowest })
      if (body.length > largest.bytes) largest = { what, bytes: body.length }
    }
  }
  for (const [what, target, path] of reads) await measured(what, () => askSuccessfully(target, 'GET', path))
  const { add } = resourceEndpoints(metricProfiles)
  const services = Array.from({ length: 20 }, (_, index) => ({ service: `s-${index}`, metric: metricName(1) }))
  const body = { name: 'SAVED', groupname: some, description: '', services }
  await measured('a new metric profile of 20 pairs', () => askSuccessfully(member, add.method, add.path, { body }))
  const changes = await measureChangesOfTenants(server, { operator, saver: other, tenants: names })
  figures.push(...changes.figures)
  if (changes.largest.bytes > largest.bytes) largest = changes.largest
  figures.push({ what: 'a round of housekeeping', on, measured: milliseconds(await server.calls.timeHousekeeping()) })
  const { remove } = resourceEndpoints(tenants)
  const saver = await saving(server, other)
  await measured('delete of a tenant', () =>
    askSuccessfully(operator, remove.method, remove.path.replace(':key', gone), { headers: { 'if-match': '*' } }),
  )
  const { longest } = await saver.stop()
  const { now, most } = memoryOf(server.pid)
  return [
    ...figures,
    { what: 'delete of a tenant: longest save of another tenant meanwhile', on, measured: milliseconds(longest) },
    { what: `largest response: ${largest.what}`, on, measured: kilobytes(largest.bytes) },
    { what: 'memory of the console afterwards (at most)', on, measured: `${megabytes(now)} (${megabytes(most)})` },
  ]
}
