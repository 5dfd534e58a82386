import type { AddInput, RowOf } from '@quatrain/contract/kit/resource.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { sql } from 'kysely'
import { ownedTable } from '#kit/owned/owned-table.ts'
import type { Db } from '#request/tenancy.ts'

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

/** Those of these names that no metric of the tenant has, in their order. */
export async function unknownMetrics(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select given as name from unnest(${[...names]}::text[]) with ordinality as sent (given, place)
    where given collate "C" not in (select name from metrics_with_content) order by place
  `.execute(db)
  return rows.map(({ name }) => name)
}
