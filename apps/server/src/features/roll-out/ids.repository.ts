import { type RawBuilder, sql } from 'kysely'

/** A query of these ids, in one parameter. */
export const queryOfIds = (ids: readonly number[]): RawBuilder<unknown> => sql`select unnest(${[...ids]}::integer[])`

/** A query of the id of the tenant of the session. */
export const ownTenant = sql`select current_tenant()`
