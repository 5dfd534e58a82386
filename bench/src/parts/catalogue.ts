// Writes with side effects on the metrics of many tenants, and dry runs of writes to all metrics of one.
import { setTimeout } from 'node:timers/promises'
import { listRollOuts } from '@quatrain/contract/catalogue/roll-outs.ts'
import { dryRun } from '@quatrain/contract/kit/dry-run.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import { api, askSuccessfully, jsonOf, medianTime, read, signIn, type Target } from '../client.ts'
import { blockSize, blockTag, inWords, metricName, packageName, sized, superTenant } from '../data.ts'
import { below, type Figure, figure, megabytes, milliseconds, mostOfRollOut, statementsFigure } from '../figures.ts'
import { growthDuring, type Place } from '../programs.ts'
import { manyTenants, metricsFilling, tenant } from './fillings.ts'
import { list, statementsOfTransaction } from './saves.ts'

interface Write {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** The console may take this much more memory during a write. */
const maxGrowth = 32 * 1024 * 1024

/** Changes of an object that only the tenants of one block of templates use. */
const writes: readonly {
  readonly label: string
  readonly path: string
  readonly keyOf: (block: number) => string
  readonly changed: (stored: Record<string, unknown>, block: number) => object
}[] = [
  {
    label: 'metric template changed without a new version',
    path: 'metrictemplates',
    keyOf: (block) => metricName((block - 1) * blockSize + 50),
    changed: ({ package: _, ...template }) => ({ ...template, description: 'What it checks now.' }),
  },
  {
    label: 'package of another version',
    path: 'packages',
    keyOf: (block) => `${packageName(block, 1)}-1.5.0`,
    changed: (stored) => ({ ...stored, version: '1.5.1' }),
  },
  {
    label: 'metric tag renamed',
    path: 'metrictags',
    keyOf: blockTag,
    changed: ({ id }, block) => ({ id, name: `renamed-${block}` }),
  },
]

/** The block of templates that one tenant has metrics of, and the one of many. */
const blocks = [2, 1]

/** Each write for one tenant and for many: the statements are the same, and the memory of the process hardly grows. */
export async function measureReach(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, superTenant)
  const figures: Figure[] = []
  for (const { label, path, keyOf, changed } of writes) {
    const performed: Performed[] = []
    for (const block of blocks) {
      const stored = await read(member, `${api}/${path}/${keyOf(block)}`)
      performed.push(
        await perform(place, member, { method: 'PUT', path: `${api}/${path}`, body: changed(stored, block) }),
      )
    }
    const objects = performed.map(({ objects }) => inWords(objects)).join(' and ')
    const reach = `${label}, in 1 tenant and in ${manyTenants} (${objects} objects)`
    const statements = performed.map(({ statements }) => statements)
    figures.push(
      statementsFigure(`${reach}: statements`, statements, mostOfRollOut),
      below(`${reach}: peak memory of the process`, performed[1]?.growth ?? 0, maxGrowth, megabytes),
    )
  }
  return figures
}

const deleted = sized(200, 20)

/** Deletes many metric templates at once, with their metrics in all tenants; every second one is in metric profiles. */
export async function measureBulkDelete(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, superTenant)
  const names = list(deleted, (index) => metricName(blockSize / 5 + 1 + index))
  const write = { method: 'POST', path: `${api}/deletetemplates`, body: { metrictemplates: names } }
  const { statements, jobs, objects } = await perform(place, member, write)
  const label = `${deleted} metric templates deleted at once with all side effects (${inWords(objects)} objects)`
  return [
    statementsFigure(`${label}: statements of its transaction`, [statements], mostOfRollOut),
    figure(`${label}: jobs`, String(jobs), 'one of each tenant', jobs === manyTenants),
  ]
}

interface Performed {
  readonly statements: number
  /** The most memory above that before, in bytes, of the dry run and of the write. */
  readonly growth: number
  /** How many objects the dry run announces. */
  readonly objects: number
  readonly jobs: number
}

/** A write after its dry run. Waits until all tenants follow. */
async function perform(place: Place, member: Target, { method, path, body }: Write): Promise<Performed> {
  // Any version: there is no other writer.
  const request = { body, headers: { 'if-match': '*', 'if-preview-match': '*' } }
  const [dryRunAnswer, ofDryRun] = await growthDuring(place.pid, () =>
    askSuccessfully(member, method, `${path}?dry_run=true`, request),
  )
  const { groups } = dryRun.parse(jsonOf(dryRunAnswer))
  const [{ statements: executed }, growth] = await growthDuring(place.pid, () =>
    place.observed(() => askSuccessfully(member, method, path, request)),
  )
  const statements = statementsOfTransaction(executed, 'commit')
  const objects = groups.reduce((sum, { count }) => sum + count, 0)
  return { statements, growth: Math.max(growth, ofDryRun), objects, jobs: await jobsDone(member) }
}

/** The number of jobs of the newest roll-out, when all of them are done. */
async function jobsDone(member: Target): Promise<number> {
  for (;;) {
    const [newest] = listRollOuts.answer.parse(await read(member, listRollOuts.path))
    if (!newest) return 0
    if (newest.jobs.waiting === 0) return newest.jobs.done
    await setTimeout(200)
  }
}

const count = metricsFilling.templates
const body = {
  metrics: list(count, (index) => metricName(index + 1)),
  config: [{ key: 'timeout', value: '77' }],
}
const dryRuns: readonly (Write & { readonly label: string })[] = [
  {
    label: 'another version of their package',
    method: previewMetricsVersions.method,
    path: previewMetricsVersions.path.replace(':key', `${packageName(1, 1)}-1.1.0`),
  },
  { label: 'another value', method: changeMetrics.method, path: `${changeMetrics.path}?dry_run=true`, body },
]

/** Dry runs of writes to all metrics of a tenant: the median of five, and their statements. */
export async function measureDryRuns(place: Place): Promise<Figure[]> {
  const { member } = await signIn(place.consoleUrl, tenant)
  const figures: Figure[] = []
  for (const { label, method, path, body } of dryRuns) {
    const send = () => askSuccessfully(member, method, path, { body })
    const took = await medianTime(5, send)
    const { statements } = await place.observed(send)
    const dryRunLabel = `dry run for ${inWords(count)} metrics: ${label}`
    figures.push(
      below(dryRunLabel, took, 1_000, milliseconds),
      statementsFigure(`${dryRunLabel}: statements`, [statementsOfTransaction(statements, 'rollback')]),
    )
  }
  return figures
}
