import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { loggedTenants } from '#kit/recording/logged-tenants.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The last row of a tenant's log that all receivers have, and the one that has the fewest. */
export interface SentToAll {
  readonly tenantId: number
  readonly number: number
  readonly receiver: string
}

/**
 * What all receivers of the log have, for tenants whose rows go to at least one. `configured` are receivers of the settings,
 * which may not have been sent anything yet. A receiver that was never limited to chosen tenants gets the rows of all. One
 * statement. `everyTenant` spans tenants.
 */
export const readSentToAll = (everyTenant: Db, configured: readonly string[]) =>
  rowsIn(everyTenant)<SentToAll>`
    with recursive ${loggedTenants}, receivers as (
      select receiver as name from audit_cursors
      union select name from audit_receivers
      union select unnest(${[...configured]}::text[])
    )
    select distinct on (logged.id) logged.id as "tenantId", receivers.name as receiver, coalesce(sent.number, 0) as number
    from logged cross join receivers
    left join audit_receivers as known on known.name = receivers.name
    left join audit_cursors as sent on sent.tenant_id = logged.id and sent.receiver = receivers.name
    where logged.id is not null and (sent.number is not null or coalesce(known.every_tenant, true))
    order by logged.id, coalesce(sent.number, 0)`
