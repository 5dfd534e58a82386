import { setTimeout } from 'node:timers/promises'
import { dryRun } from '@quatrain/contract/kit/dry-run.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { deleteMetricTemplates, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { metricName } from '../data/catalogue.ts'
import { superTenant } from '../data/tenants.ts'
import { ask, askSuccessfully, type Target } from '../http/ask.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import { counted } from './counted.ts'
import type { Place } from './places.ts'

const count = 200
const { method, path } = deleteMetricTemplates
/** Every second one is in metric profiles. */
const first = 101
const names = Array.from({ length: count }, (_, index) => metricName(first + index))

/** The rows that the delete removes, in one statement without history. */
const bareDelete = `
  with gone as (
    select id, name from metric_templates where name between '${names.at(0)}' and '${names.at(-1)}'
  ), pairs as (
    delete from metric_profile_instances where metric in (select name from gone)
  ), of_tenants as (
    delete from metrics where template_id in (select id from gone)
  )
  delete from metric_templates where id in (select id from gone)`

/** The templates are removed when the jobs of all tenants are done. */
async function untilGone(target: Target): Promise<void> {
  const last = resourceEndpoints(metricTemplates).get.path.replace(':key', metricName(first))
  while ((await ask(target, 'GET', last)).status !== 404) await setTimeout(200)
}

/** Deletes 200 metric templates at once, with their metrics in 100 tenants. */
export async function measureBulkDelete({ name: on, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, superTenant)
  const bare = await server.calls.timeTakenBack({ of: 'every tenant', text: bareDelete })
  const body = { metrictemplates: names }
  const asked = await askSuccessfully(target, method, `${path}?dry_run=true`, { body })
  const { groups } = dryRun.parse(JSON.parse(asked.body.toString()))
  const announced = groups.reduce((sum, group) => sum + group.count, 0)
  const begun = performance.now()
  const { statements, took } = await counted(server, target, { method, path, body })
  await untilGone(target)
  const whole = performance.now() - begun
  const what = `${count} metric templates deleted at once with all side effects (${announced.toLocaleString('en')} objects)`
  return [
    { what: `${what}: dry run`, on, measured: milliseconds(asked.took) },
    { what: `${what}: stored`, on, measured: milliseconds(took) },
    {
      what: `${what}: done, with the jobs of all tenants`,
      on,
      measured: milliseconds(whole),
      floor: milliseconds(bare),
    },
    {
      what: `${what}: statements of its transaction`,
      on,
      measured: String(statements),
      budget: '≤ 12',
      holds: statements <= 12,
    },
  ]
}
