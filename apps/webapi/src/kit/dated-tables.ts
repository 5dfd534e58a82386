/** The two tables of a kind: the current items, and all their versions. */
export interface DatedTables {
  readonly items: string
  readonly versions: string
}

/** The kinds with versions by day, by their segment of the address, with their tables. */
export const datedTables = {
  metric_profiles: { items: 'metric_profiles', versions: 'metric_profile_versions' },
  aggregation_profiles: { items: 'aggregation_profiles', versions: 'aggregation_profile_versions' },
  thresholds_profiles: { items: 'thresholds_profiles', versions: 'thresholds_profile_versions' },
  operations_profiles: { items: 'operations_profiles', versions: 'operations_profile_versions' },
  weights: { items: 'weights', versions: 'weights_versions' },
} as const satisfies Readonly<Record<string, DatedTables>>

export type DatedPath = keyof typeof datedTables
