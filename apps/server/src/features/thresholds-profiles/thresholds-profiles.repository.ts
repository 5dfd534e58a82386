import type { AddInput, RowOf } from '@quatrain/contract/kit/resource.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { sql } from 'kysely'
import { ownedTable } from '#kit/owned/owned-table.ts'

export type Content = Omit<AddInput<typeof thresholdsProfiles>, 'apiid'>

export const thresholdsProfileTable = ownedTable<Content, RowOf<typeof thresholdsProfiles>>({
  resource: thresholdsProfiles,
  table: 'thresholds_profiles',
  content: sql`jsonb_build_object('rules', object.rules)`,
  columns: ({ rules }) => ({
    rules: sql`${JSON.stringify(rules)}::jsonb`,
    // Without repetitions: the home page reads them, and the document takes too long.
    metric_names: sql`${[...new Set(rules.map(({ metric }) => metric))]}::text[]`,
  }),
})
