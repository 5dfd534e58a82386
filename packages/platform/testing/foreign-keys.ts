import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The foreign keys of the tables in the current schema that no index serves, as `table.constraint`. Whoever deletes a
 * row, or changes its key, has the database look for the rows that refer to it: without an index it reads the whole
 * table for each of them. An index serves a foreign key when its first columns are those of the key, in any order, and
 * when it holds every row of the table.
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
