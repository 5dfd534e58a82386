import type { AddInput, RowOf } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { sql } from 'kysely'
import { ownedTable } from '#kit/owned/owned-table.ts'
import type { Db } from '#request/tenancy.ts'

/** With the id of its metric profile, by which the Web API refers to it; empty if there is no such profile. */
export type Content = Omit<AddInput<typeof aggregationProfiles>, 'apiid'> & { readonly metricProfileId: string }

export const aggregationProfileTable = ownedTable<Content, RowOf<typeof aggregationProfiles>>({
  resource: aggregationProfiles,
  table: 'aggregation_profiles',
  content: sql`object.content || jsonb_build_object('metric_profile', object.metric_profile, 'metricProfileId', (
    select apiid from metric_profiles as used where used.tenant_id = object.tenant_id and used.name = object.metric_profile))`,
  listed: sql`, object.metric_profile`,
  columns: ({ endpoint_group, metric_operation, profile_operation, metric_profile, groups }) => ({
    metric_profile: sql`${metric_profile}`,
    content: sql`${JSON.stringify({ endpoint_group, metric_operation, profile_operation, groups })}::jsonb`,
    // Without repetitions: the home page reads them, and the document takes too long.
    service_names: sql`${[...new Set(groups.flatMap(({ services }) => services.map(({ name }) => name)))]}::text[]`,
  }),
})

/** Selects the Web API's id of the metric profile with this name; null if there is none. */
export const selectMetricProfileId = (name: string) =>
  sql<string | null>`(select apiid::text from metric_profiles where name = ${name})`

/** The Web API's id of the metric profile with this name, if there is one. */
export async function findMetricProfileId(db: Db, name: string): Promise<string | undefined> {
  const found = db.selectFrom('metric_profiles').select('apiid').where('name', '=', name)
  return (await found.executeTakeFirst())?.apiid
}

/** The name of the metric profile with this id of the Web API, if there is one. */
export async function findMetricProfileName(db: Db, apiid: string): Promise<string | undefined> {
  const found = db.selectFrom('metric_profiles').select('name').where(sql`apiid::text`, '=', apiid.toLowerCase())
  return (await found.executeTakeFirst())?.name
}
