import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The foreign keys of the tables in the current schema without an index, as `table.constraint`. To delete a row or
 * change its key, PostgreSQL searches the referring rows, and without an index it reads the whole table for each. An
 * index serves a foreign key if its first columns are those of the key, in any order, and if it is not partial.
 */
export async function unindexedForeignKeys(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select key.conrelid::regclass || '.' || key.conname as name
    from pg_constraint as key
    where key.contype = 'f' and key.connamespace = current_schema()::regnamespace
      and not exists (
        select from pg_index as index
        where index.indrelid = key.conrelid and index.indisvalid and index.indpred is null
          and array(
            select number from unnest(index.indkey::smallint[]) with ordinality as part (number, position)
            where position <= cardinality(key.conkey)) @> key.conkey)
    order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}
