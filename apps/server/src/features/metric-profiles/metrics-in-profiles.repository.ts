// What the catalogue makes of the metric profiles of all tenants: to be called in a transaction for every tenant.
import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'

/** A metric that profiles of a tenant are to name otherwise, or not at all any more. */
export interface Replacement {
  readonly metric: string
  readonly by: string | null
}

export interface ProfileAnywhere {
  readonly tenantId: number
  readonly tenant: string
  readonly id: number
  readonly rowVersion: number
  readonly name: string
  readonly groupname: string
  readonly description: string
  readonly services: readonly MetricInstance[]
  /** Those of the replacements that concern its tenant. */
  readonly replacements: readonly Replacement[]
}

/**
 * The profiles that name a metric which is to be replaced, by tenant and name; nobody else can change them from now on.
 * `wanted` is a query of `tenant_id`, `metric` and `by`.
 */
export async function findNaming(db: Db, wanted: RawBuilder<unknown>): Promise<ProfileAnywhere[]> {
  const { rows } = await sql<ProfileAnywhere>`
    with wanted as materialized (${wanted}), affected as (
      select distinct pair.tenant_id, pair.profile_id
      from metric_profile_instances as pair
      join wanted on wanted.tenant_id = pair.tenant_id and wanted.metric = pair.metric
    )
    select profile.tenant_id as "tenantId", tenant.name as tenant, profile.id, profile.row_version as "rowVersion",
      profile.name, owner.name as groupname, profile.description,
      (select json_agg(json_build_object('service', pair.service, 'metric', pair.metric))
       from metric_profile_instances as pair
       where pair.tenant_id = profile.tenant_id and pair.profile_id = profile.id) as services,
      (select json_agg(json_build_object('metric', wanted.metric, 'by', wanted.by))
       from wanted where wanted.tenant_id = profile.tenant_id) as replacements
    from affected
    join metric_profiles as profile on profile.tenant_id = affected.tenant_id and profile.id = affected.profile_id
    join tenants as tenant on tenant.id = profile.tenant_id
    join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
    order by tenant.name, profile.name
    for update of profile
  `.execute(db)
  return rows
}

/** Replaces in all these profiles what is to be replaced. One statement, whatever their number. */
export async function replace(db: Db, profiles: readonly ProfileAnywhere[]): Promise<void> {
  const given = profiles.map(({ tenantId, id, replacements }) => ({ tenant_id: tenantId, id, replacements }))
  await sql`
    with given as (
      select given.tenant_id, given.id, wanted.metric, wanted.by
      from json_to_recordset(${JSON.stringify(given)}::json) as given (tenant_id integer, id integer, replacements json),
        json_to_recordset(given.replacements) as wanted (metric text, by text)
    ), gone as (
      delete from metric_profile_instances as pair using given
      where pair.tenant_id = given.tenant_id and pair.profile_id = given.id and pair.metric = given.metric
      returning pair.tenant_id, pair.profile_id, pair.service, given.by
    ), come as (
      insert into metric_profile_instances (tenant_id, profile_id, service, metric)
      select tenant_id, profile_id, service, by from gone where by is not null
      on conflict do nothing
    )
    update metric_profiles as profile set row_version = row_version + 1
    from (select distinct tenant_id, id from given) as given
    where profile.tenant_id = given.tenant_id and profile.id = given.id
  `.execute(db)
}
