import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The database sets it to the session's tenant; only code that spans tenants sets it itself. */
export type OwnTenant = Generated<number>
export type Json<T extends object> = JSONColumnType<T>

/** A table with rows of tenants. */
export interface OfTenants {
  tenant_id: OwnTenant
}

/** One whose rows have numbers. */
export interface Numbered extends OfTenants {
  id: GeneratedAlways<number>
}

/** One whose writes are counted for each row. */
export interface Counted extends Numbered {
  row_version: Generated<number>
}
