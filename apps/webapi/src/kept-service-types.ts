import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { sql } from 'kysely'
import { insertVersion } from '#features/service-types/service-types.repository.ts'
import { inTenant, OperatorError } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'

/** One writing of a day's list of service types; `size` is null where the day's list was deleted. */
export interface KeptList {
  readonly day: string
  readonly number: number
  readonly size: number | null
  readonly at: Date
  readonly by: string
}

/** Every list of service types that a tenant ever had, by day and then in the order of writing. */
export const findKeptLists = (operator: Db, tenant: string): Promise<KeptList[]> =>
  inTenant(operator, tenant, async (db, id) => {
    // The tenants' wall does not hold a superuser's session, so here the tenant is named.
    const { rows } = await sql<KeptList>`
      select to_char(day, 'YYYY-MM-DD') as day, number, json_array_length(document) as size,
        changed_at as at, changed_by as by
      from service_type_list_versions where tenant_id = ${id} order by day, number`.execute(db)
    return rows
  })

/** Makes a list that was kept the list of its day again; what the day has meanwhile is kept as well. */
export const restoreList = (operator: Db, tenant: string, day: string, number: string): Promise<void> =>
  inTenant(operator, tenant, async (db, id) => {
    const { rows } = await sql<{ types: WebApiServiceTypeInput[] }>`
      select document as types from service_type_list_versions
      where tenant_id = ${id} and to_char(day, 'YYYY-MM-DD') = ${day} and number::text = ${number}
        and document is not null`.execute(db)
    const [kept] = rows
    if (!kept) throw new OperatorError(`The tenant ${tenant} has no list ${number} of service types for ${day}.`)
    await insertVersion(db, { day, types: kept.types, at: new Date(), by: { key: 'operator' } })
  })
