import type { AddInput, RowOf } from '@quatrain/contract/kit/resource.ts'
import { byServiceAndMetric, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { sql } from 'kysely'
import { isOffered } from '#features/metric-templates/metric-templates.reads.ts'
import { type OwnedObject, ownedTable } from '#kit/owned/owned-table.ts'

export type Content = Omit<AddInput<typeof metricProfiles>, 'apiid'>
export type StoredProfile = OwnedObject<Content>

const pairsOf = sql`
  from metric_profile_instances as pair where pair.tenant_id = object.tenant_id and pair.profile_id = object.id`

/** The table of metric profiles, and that of their pairs. */
export const metricProfileTable = ownedTable<Content, RowOf<typeof metricProfiles>>({
  resource: metricProfiles,
  table: 'metric_profiles',
  content: sql`json_build_object('services', (
    select coalesce(json_agg(json_build_object('service', pair.service, 'metric', pair.metric)), '[]') ${pairsOf}))`,
  listed: sql`, (select count(*)::integer ${pairsOf}) as pairs`,
  rows: ({ services }) => sql`, submitted as (
      select service, metric
      from json_to_recordset(${JSON.stringify(services)}::json) as pair (service text, metric text)
    ), removed as (
      delete from metric_profile_instances as pair using written
      where pair.tenant_id = current_tenant() and pair.profile_id = written.id
        and (pair.service, pair.metric) not in (select service, metric from submitted)
    ), added as (
      insert into metric_profile_instances (profile_id, service, metric)
      select written.id, submitted.service, submitted.metric from written, submitted
      on conflict do nothing
    )`,
  ordered: (profile) => ({ ...profile, services: profile.services.toSorted(byServiceAndMetric) }),
})

/**
 * Selects those names that no metric template has, as the tenant sees the templates. The names are repeated for the index:
 * what the tenant sees has two parts, and PostgreSQL would read the catalogue to join them.
 */
export const unknownAmong = (metrics: readonly string[]) => sql<string[]>`
  (select coalesce(json_agg(submitted.name), '[]') from unnest(${[...metrics]}::text[]) as submitted (name)
   where submitted.name not in (
     select version.name from metric_templates as template
     join versions_with_content as version on version.id = template.current_version_id
     where version.name = any(${[...metrics]}::text[]) and ${isOffered(sql`template.id`)}))`
