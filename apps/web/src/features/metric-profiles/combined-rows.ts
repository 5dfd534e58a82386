import { byServiceAndMetric, type MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { keyOfPair, type PairRow, pairRows, type Source } from './pair-rows.ts'

/** A profile of another tenant that is part of this one. */
export interface Chosen extends Source {
  readonly pairs: readonly MetricInstance[]
}

/**
 * The profile of a tenant that the list contains pairs of: the selection is derived from the rows, so that drafts
 * include it.
 */
export const choiceOf = (rows: readonly PairRow[], tenant: string): string | undefined =>
  rows.flatMap(({ from }) => from).find((source) => source.tenant === tenant)?.profile

/** The pairs of a profile that are in the list, for when the profile itself cannot be read. */
export const pairsFrom = (rows: readonly PairRow[], { tenant, profile }: Source): readonly MetricInstance[] =>
  rows.filter(({ from }) => from.some((source) => source.tenant === tenant && source.profile === profile))

/**
 * The union of all selected profiles and of rows that were added by hand, in order and without duplicates (decision
 * D29). A row has an origin; one that was added or changed by hand has none and is always kept.
 */
export function combine(rows: readonly PairRow[], chosenProfiles: readonly Chosen[]): PairRow[] {
  const byHand = rows.filter((row) => row.from.length === 0 && !pairRows.isBlank(row))
  const typedKeys = new Set(byHand.map(keyOfPair))
  const ids = new Map(rows.filter(({ from }) => from.length > 0).map((row) => [keyOfPair(row), row.id]))
  const union = new Map<string, PairRow>()
  for (const { tenant, profile, pairs } of chosenProfiles) {
    for (const pair of pairs) {
      const key = keyOfPair(pair)
      if (typedKeys.has(key)) continue
      const { id, from } = union.get(key) ?? { id: ids.get(key) ?? pairRows.newRow().id, from: [] }
      const isKnown = from.some((source) => source.tenant === tenant)
      const sources = isKnown ? from : [...from, { tenant, profile }]
      union.set(key, pairRows.rowWith(id, { service: pair.service, metric: pair.metric, from: sources }))
    }
  }
  const combined = [...byHand, ...union.values()].sort(byServiceAndMetric)
  return pairRows.orBlankRow(combined)
}
