/** The two tables of a kind: what its items are now, and every change ever made to them. */
export interface DatedTables {
  readonly items: string
  readonly versions: string
}

/** The kinds of which there is a version for each day, by their part of the address, with where they are kept. */
export const datedTables = {
  metric_profiles: { items: 'metric_profiles', versions: 'metric_profile_versions' },
  aggregation_profiles: { items: 'aggregation_profiles', versions: 'aggregation_profile_versions' },
} as const satisfies Readonly<Record<string, DatedTables>>

export type DatedPath = keyof typeof datedTables
