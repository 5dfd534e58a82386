import { byServiceAndMetric, type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'
import { newRowId, rowStatesOf } from '#kit/rows/row-states.ts'

/** The profile of another tenant that a pair was taken from. */
export interface Source {
  readonly tenant: string
  readonly profile: string
}

/**
 * One row of the table of pairs; the id stays when the pair is changed. It is a class because the form library copies
 * plain objects at every key stroke: so a row that does not change stays the same object, and is not drawn again.
 */
export class InstanceRow implements MetricInstance {
  readonly id: string
  readonly service: string
  readonly metric: string
  /** Empty for a pair that was filled in or changed by hand, and for one that is stored. */
  readonly from: readonly Source[]

  constructor(id: string, service: string, metric: string, from: readonly Source[] = []) {
    this.id = id
    this.from = from
    this.service = service
    this.metric = metric
  }
}

/** A row as a draft keeps it. */
export const storedRow = z
  .object({
    id: z.string(),
    service: z.string(),
    metric: z.string(),
    from: z.array(z.object({ tenant: z.string(), profile: z.string() })).default([]),
  })
  .transform(({ id, service, metric, from }) => new InstanceRow(id, service, metric, from))

export const newRow = (service = '', metric = ''): InstanceRow => new InstanceRow(newRowId(), service, metric)

export const isBlank = ({ service, metric }: MetricInstance): boolean => service.trim() === '' && metric.trim() === ''

/** Stored pairs as rows, in order; what is stored has an id that follows from it. */
export const rowsOfStored = (pairs: readonly MetricInstance[]): InstanceRow[] =>
  pairs
    .toSorted(byServiceAndMetric)
    .map(({ service, metric }) => new InstanceRow(pairKey({ service, metric }), service, metric))

/** Pairs as rows that keep the ids of the rows they have been before. */
export function rowsOfPairs(pairs: readonly MetricInstance[], before: readonly InstanceRow[]): InstanceRow[] {
  const ids = new Map(before.map((row) => [pairKey(row), row.id]))
  return pairs.toSorted(byServiceAndMetric).map((pair) => {
    const id = ids.get(pairKey(pair))
    return id === undefined ? newRow(pair.service, pair.metric) : new InstanceRow(id, pair.service, pair.metric)
  })
}

/** The pairs that rows stand for: trimmed, in order, without blank rows. */
export const pairsOfRows = (rows: readonly InstanceRow[]): MetricInstance[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(trimmed)
    .sort(byServiceAndMetric)

export const trimmed = ({ service, metric }: MetricInstance): MetricInstance => ({
  service: service.trim(),
  metric: metric.trim(),
})

export type PairPart = 'service' | 'metric'
const pairParts: readonly PairPart[] = ['service', 'metric']

/** What the searches are while nothing is searched for. */
export const nowhere = { service: '', metric: '' }

/** The names that each half of a pair may have; undefined for what nobody knows, which is then not checked. */
export type KnownParts = { readonly [Part in PairPart]: ReadonlySet<string> | undefined }

/** The halves of a pair that are none of the known names. */
export function unknownPartsOf(pair: MetricInstance, known: KnownParts): readonly PairPart[] {
  const names = trimmed(pair)
  return pairParts.filter((part) => names[part] !== '' && known[part]?.has(names[part]) === false)
}

export const rowStates = rowStatesOf<InstanceRow>(
  isBlank,
  (one, other) => one.service === other.service && one.metric === other.metric,
)
