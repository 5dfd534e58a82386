import { byServiceAndMetric, type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { InstanceRow, isBlank, newRow, type Source, trimmed } from './instance-rows.ts'

/** A profile of another tenant that is part of this one. */
export interface Chosen extends Source {
  readonly pairs: readonly MetricInstance[]
}

/** Of which profile of a tenant the list holds pairs: the choice is in the rows, so that a draft keeps it too. */
export const choiceOf = (rows: readonly InstanceRow[], tenant: string): string | undefined =>
  rows.flatMap(({ from }) => from).find((source) => source.tenant === tenant)?.profile

/** The pairs of a profile that are in the list, for when the profile itself cannot be read. */
export const pairsFrom = (rows: readonly InstanceRow[], { tenant, profile }: Source): readonly MetricInstance[] =>
  rows.filter(({ from }) => from.some((source) => source.tenant === tenant && source.profile === profile))

/**
 * The union of all chosen profiles and of what was filled in by hand, in order and without repetitions (decision D29). A
 * row says where it comes from; one that was filled in or changed by hand comes from nowhere and always stays.
 */
export function combine(rows: readonly InstanceRow[], chosen: readonly Chosen[]): InstanceRow[] {
  const byHand = rows.filter((row) => row.from.length === 0 && !isBlank(row))
  const taken = new Set(byHand.map(keyOf))
  const ids = new Map(rows.filter(({ from }) => from.length > 0).map((row) => [keyOf(row), row.id]))
  const union = new Map<string, InstanceRow>()
  for (const { tenant, profile, pairs } of chosen) {
    for (const pair of pairs) {
      const key = keyOf(pair)
      if (taken.has(key)) continue
      const { id, from } = union.get(key) ?? { id: ids.get(key) ?? newRow().id, from: [] }
      const isKnown = from.some((source) => source.tenant === tenant)
      const sources = isKnown ? from : [...from, { tenant, profile }]
      union.set(key, new InstanceRow(id, pair.service, pair.metric, sources))
    }
  }
  const combined = [...byHand, ...union.values()].sort(byServiceAndMetric)
  return combined.length === 0 ? [newRow()] : combined
}

const keyOf = (pair: MetricInstance) => pairKey(trimmed(pair))
