import { type QueryExecutorProvider, sql } from 'kysely'
import { BackupError } from './backup-error.ts'

export interface StoredColumn {
  readonly name: string
  readonly type: string
}

/** A table of a store, as the database describes it. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly StoredColumn[]
  readonly primaryKey: readonly string[]
  readonly hasRowSecurity: boolean
  /** Whether row security applies to the owner too. */
  readonly bindsOwner: boolean
  /** Tables that must be filled before. */
  readonly refersTo: readonly string[]
}

/** Tables of migrations. Kysely made the second one in databases of the first release. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock']

/** All tables of a schema, each after those that it refers to. */
export async function findTables(db: QueryExecutorProvider, schema: string): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    select relation.relname as name, relation.relrowsecurity as "hasRowSecurity",
      relation.relforcerowsecurity as "bindsOwner",
      array(
        select json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) from pg_attribute
        where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(
        select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = relation.oid and indisprimary order by array_position(indkey::smallint[], attnum)) as "primaryKey",
      array(
        select distinct referred.relname::text from pg_constraint as key join pg_class as referred on referred.oid = key.confrelid
        where key.conrelid = relation.oid and key.contype = 'f' and not key.condeferred and key.confrelid <> relation.oid
      ) as "refersTo"
    from pg_class as relation
    where relation.relnamespace = to_regnamespace(${`"${schema}"`}) and relation.relkind in ('r', 'p')
      and not relation.relispartition and relation.relname <> all(${migratorTables})
    order by relation.relname`.execute(db)
  return inOrder(rows)
}

function inOrder(tables: readonly StoredTable[]): StoredTable[] {
  const ordered: StoredTable[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const ready = waiting.filter(({ refersTo }) => !refersTo.some((name) => names.has(name)))
    if (ready.length === 0) throw new BackupError(`Tables refer to each other: ${[...names].join(', ')}.`)
    ordered.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return ordered
}
