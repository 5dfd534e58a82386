import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { previewMetricsVersions } from '@quatrain/contract/resources/metric-moves.ts'
import type { Databases } from '../cluster.ts'
import { metricName } from '../data/catalogue.ts'
import type { Filling } from '../data/fill.ts'
import { packageName } from '../data/packages.ts'
import { askSuccessfully } from '../http/ask.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { person } from '../visitors.ts'
import type { Place } from './places.ts'
import { onPostgreSql } from './with-place.ts'

const tenant = 'BENCH'
const count = 2000
const maxMilliseconds = 1000
const maxStatements = 12
const rounds = 5

const filling: Filling = {
  catalogue: { templates: count, versions: 5, isOnePackage: true },
  tenants: [{ tenant, metrics: count, profiles: 200, pairs: 20 }],
}

const what = `dry run for ${count.toLocaleString('en')} metrics`
const key = `${packageName(1, 1)}-1.1.0`
const names = Array.from({ length: count }, (_, index) => metricName(index + 1))

/** Dry runs of writes to all metrics of a tenant. */
export const measureMetrics = (databases: Databases) =>
  onPostgreSql(databases, { name: 'metrics', filling }, async (place) => [
    ...(await dryRunOf(place, `${what}: another version of their package`, {
      method: previewMetricsVersions.method,
      path: previewMetricsVersions.path.replace(':key', key),
    })),
    ...(await dryRunOf(place, `${what}: another value`, {
      method: changeMetrics.method,
      path: `${changeMetrics.path}?dry_run=true`,
      body: { metrics: names, config: [{ key: 'timeout', value: '77' }] },
    })),
  ])

interface Question {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

async function dryRunOf(
  { name: on, server }: Place,
  what: string,
  { method, path, body }: Question,
): Promise<Figure[]> {
  const { target } = await person(server.consoleUrl, tenant)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push((await askSuccessfully(target, method, path, { body })).took)
  await server.calls.observe()
  await askSuccessfully(target, method, path, { body })
  const seen = await server.calls.observed()
  const begun = seen.findIndex((statement) => statement.startsWith('begin'))
  const statements = seen.indexOf('rollback', begun) - begun + 1
  const took = median(times)
  return [
    { what, on, measured: milliseconds(took), budget: '< 1 s', holds: took < maxMilliseconds },
    {
      what: `${what}: statements`,
      on,
      measured: String(statements),
      budget: `≤ ${maxStatements}`,
      holds: statements > 0 && statements <= maxStatements,
    },
  ]
}
