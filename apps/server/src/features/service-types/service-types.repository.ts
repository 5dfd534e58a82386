import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The number of a service type in histories; its row version counts its changes by the console. */
export interface Numbered {
  readonly id: number
  readonly rowVersion: number
}

/** Counts a change of each of these service types, and numbers those that are new. One statement. */
export async function countChanges(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, Numbered>> {
  const { rows } = await sql<Numbered & { name: string }>`
    insert into service_types as known (name) select unnest(${[...names]}::text[])
    on conflict on constraint service_types_name_key do update set row_version = known.row_version + 1
    returning id, row_version as "rowVersion", name
  `.execute(db)
  return new Map(rows.map(({ name, ...numbered }) => [name, numbered]))
}
