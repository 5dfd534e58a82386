import { type InstallationStatus, maxComparisons } from '@quatrain/contract/console/status.ts'
import { rowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Whether the tenant has two stores, which the super-tenant does not. */
const isCompared = sql`tenant.schema_name <> 'public'`

/**
 * Takes the tenant whose comparison is the oldest, if it was before `before`; other processes do not take it meanwhile. Returns its id.
 */
export async function takeDue(everyTenant: Db, dueBefore: Date, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into store_comparisons as last (tenant_id, compared_at)
    select tenant.id, ${now}::timestamptz from tenants as tenant
    left join store_comparisons as last on last.tenant_id = tenant.id
    where ${isCompared} and (last.compared_at is null or last.compared_at < ${dueBefore}::timestamptz)
    order by last.compared_at nulls first, tenant.id limit 1
    on conflict (tenant_id) do update set compared_at = excluded.compared_at
    where last.compared_at < ${dueBefore}::timestamptz
    returning tenant_id as id`.execute(everyTenant)
  return rows[0]?.id
}

/** Stores what a comparison of the tenant has found: the number of differences, or why there is none. */
export async function storeComparison(
  everyTenant: Db,
  tenantId: number,
  result: { readonly differences: number | null; readonly failure: string },
): Promise<void> {
  await everyTenant.updateTable('store_comparisons').set(result).where('tenant_id', '=', tenantId).execute()
}

type Summary = Omit<InstallationStatus['comparisons'], 'every_hours'>

/** The comparisons of all tenants in numbers, and the first of those with differences. */
export const summarizeComparisons = (everyTenant: Db) =>
  rowIn(everyTenant)<Summary>`
    with known as (
      select tenant.name as tenant, compared_at, differences, failure
      from tenants as tenant left join store_comparisons as last on last.tenant_id = tenant.id
      where ${isCompared}
    ), shown as (
      select * from known where differences > 0 or failure <> ''
    )
    select (select count(compared_at) from known)::integer as compared,
      (select count(*) - count(compared_at) from known)::integer as waiting,
      (select count(*) from shown)::integer as count,
      (select coalesce(json_agg(json_build_object('tenant', tenant, 'compared_at', to_json(compared_at at time zone 'utc') #>> '{}' || 'Z',
          'differences', differences, 'failure', failure) order by tenant), '[]')
        from (select * from shown order by tenant limit ${maxComparisons}) as first) as first`
