import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import { sql } from 'kysely'
import { insertVersion } from '#features/service-types/service-types.repository.ts'
import { inTenant, OperatorError } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'

/** A version of a day's list of service types; `size` is null if the list was deleted. */
export interface ServiceTypeList {
  readonly day: string
  readonly number: number
  readonly size: number | null
  readonly at: Date
  readonly by: string
}

/** Every version of a tenant's lists of service types, by day, then in order of writing. */
export const findStoredLists = (operator: Db, tenant: string): Promise<ServiceTypeList[]> =>
  inTenant(operator, tenant, async (db, id) => {
    // Row security does not apply to a superuser, so the tenant is a condition here.
    const { rows } = await sql<ServiceTypeList>`
      select to_char(day, 'YYYY-MM-DD') as day, number, json_array_length(document) as size,
        changed_at as at, changed_by as by
      from service_type_list_versions where tenant_id = ${id} order by day, number`.execute(db)
    return rows
  })

/** Makes a version of a day's list the current one again; the versions in between are kept. */
export const restoreList = (operator: Db, tenant: string, day: string, number: string): Promise<void> =>
  inTenant(operator, tenant, async (db, id) => {
    const { rows } = await sql<{ types: WebApiServiceTypeInput[] }>`
      select document as types from service_type_list_versions
      where tenant_id = ${id} and to_char(day, 'YYYY-MM-DD') = ${day} and number::text = ${number}
        and document is not null`.execute(db)
    const [kept] = rows
    if (!kept) throw new OperatorError(`The tenant ${tenant} has no version ${number} of service types for ${day}.`)
    await insertVersion(db, { day, types: kept.types, at: new Date(), by: { key: 'operator' } })
  })
