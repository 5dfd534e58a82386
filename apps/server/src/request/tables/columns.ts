import type { Generated, JSONColumnType } from 'kysely'

/** The database sets it to the session's tenant; only code that spans tenants sets it itself. */
export type OwnTenant = Generated<number>
export type Json<T extends object> = JSONColumnType<T>
