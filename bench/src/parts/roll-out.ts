import { dryRun } from '@quatrain/contract/kit/dry-run.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import type { Databases } from '../cluster.ts'
import { blockTag } from '../data/catalogue.ts'
import type { Filling } from '../data/fill.ts'
import { blockSize } from '../data/packages.ts'
import { superTenant } from '../data/tenants.ts'
import { askSuccessfully } from '../http/ask.ts'
import { forgetMost, memoryOf } from '../memory-of.ts'
import { type Figure, megabytes, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import type { Place } from './places.ts'
import { slowestStatement } from './slowest-statement.ts'
import { onPostgreSql } from './with-place.ts'

const tenants = Array.from({ length: 100 }, (_, index) => `TENANT${index + 1}`)
const filling: Filling = {
  catalogue: { templates: blockSize, versions: 1 },
  tenants: tenants.map((tenant) => ({ tenant, metrics: blockSize, profiles: 5, pairs: 20 })),
}

const endpoints = resourceEndpoints(metricTags)
/** The memory for such a write, beyond what the process has anyway. */
const maxGrowth = 32 * 1024 * 1024

/** Renames a tag of 500 metric templates, with side effects on 50,000 metrics of 100 tenants. */
export const measureRollOut = (databases: Databases): Promise<Figure[]> =>
  onPostgreSql(databases, { name: 'roll_out', filling }, async (place) => figuresOf(place))

async function figuresOf({ name: on, server }: Place): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, superTenant)
  const tag = await askSuccessfully(target, 'GET', endpoints.get.path.replace(':key', blockTag(1)))
  const { id } = metricTags.record.parse(JSON.parse(tag.body.toString()))
  const { method, path } = endpoints.change
  const body = { id, name: 'renamed' }
  const headers = { 'if-match': String(tag.headers.etag) }
  const growing = async (work: () => ReturnType<typeof askSuccessfully>) => {
    const { now } = memoryOf(server.pid)
    forgetMost(server.pid)
    const answers: Awaited<ReturnType<typeof askSuccessfully>>[] = []
    const slowest = await slowestStatement(server, async () => answers.push(await work()), 1)
    const [{ took, body } = { took: 0, body: '' }] = answers
    return { took, answer: body.toString(), slowest, growth: memoryOf(server.pid).most - now }
  }
  const asked = await growing(() => askSuccessfully(target, method, `${path}?dry_run=true`, { body, headers }))
  const { groups, preview } = dryRun.parse(JSON.parse(asked.answer))
  const affected = groups.reduce((sum, group) => sum + group.count, 0)
  const agreed = { ...headers, 'if-preview-match': preview }
  const done = await growing(() => askSuccessfully(target, method, path, { body, headers: agreed }))
  const what = `metric tag renamed, in ${tenants.length} tenants (${affected.toLocaleString('en')} objects)`
  return Object.entries({ 'dry run': asked, done }).flatMap(([how, { took, slowest, growth }]) => [
    { what: `${what}: ${how}`, on, measured: milliseconds(took), slowest },
    {
      what: `${what}: ${how}: peak memory of the process`,
      on,
      measured: `+ ${megabytes(growth)}`,
      budget: `< ${megabytes(maxGrowth)}`,
      holds: growth < maxGrowth,
    },
  ])
}
