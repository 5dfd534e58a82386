import { sql } from 'kysely'

/**
 * A part of `with recursive`: the tenants that have a log, also deleted ones, each found by one look into the index; the last row is null.
 */
export const loggedTenants = sql`logged (id) as (
  (select tenant_id from activity order by tenant_id limit 1)
  union all
  select (select tenant_id from activity where tenant_id > logged.id order by tenant_id limit 1)
  from logged where logged.id is not null
)`
