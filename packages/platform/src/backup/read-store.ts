import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findMigrations } from '../database/migrate.ts'
import { scope } from '../database/scope.ts'
import type { BackedUpStore } from './backed-up-store.ts'
import { BackupError } from './backup-error.ts'
import type { Sequence, StoreHeader } from './manifest.ts'
import { findTables, type StoredTable } from './tables.ts'

/** The tables and migrations of a store. Throws `BackupError` if it has none. */
export async function describeStore(transaction: Database, store: BackedUpStore): Promise<StoreHeader> {
  const owner = ownerOf(transaction, store)
  const migrations = await findMigrations(owner, store.schema)
  if (migrations.length === 0)
    throw new BackupError(`The database has no schema ${store.schema}; run the command migrate first.`)
  const tables = await backedUpTables(transaction, store)
  return {
    name: store.name,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map(({ name }) => name) })),
  }
}

async function backedUpTables(transaction: Database, store: BackedUpStore): Promise<StoredTable[]> {
  const tables = await findTables(ownerOf(transaction, store), store.schema)
  return tables.filter(({ name }) => !store.transient.includes(name))
}

/** A part of a table: rows as lines of JSON, each with the texts of the columns. */
export interface Chunk {
  readonly table: string
  readonly rows: number
  readonly lines: Buffer
}

/** Roughly; a row is never split. */
const chunkBytes = 2 ** 18

/** All rows of all tables, in the order of the tables and of their keys, without holding more than one chunk. */
export async function* readRows(transaction: Database, store: BackedUpStore): AsyncGenerator<Chunk> {
  const { rows: tenants } = store.isReadByTenant
    ? await sql<{ id: number }>`select id from tenants order by id`.execute(ownerOf(transaction, store))
    : { rows: [] }
  for (const table of await backedUpTables(transaction, store)) {
    const isByTenant = store.isReadByTenant && table.hasRowSecurity
    if (!isByTenant) yield* rowsOfTable(transaction.within<unknown>(store.reading()), table)
    else for (const { id } of tenants) yield* rowsOfTable(transaction.within<unknown>(store.reading(id)), table, id)
  }
}

/** The rows of one table, of one tenant if it is given; the columns in `hidden` are null. */
export async function* rowsOfTable(
  db: QueryExecutorProvider,
  table: StoredTable,
  tenant?: number,
  hidden: readonly string[] = [],
): AsyncGenerator<Chunk> {
  // Row security does not apply to a superuser.
  const own = tenant === undefined ? sql`` : sql`where tenant_id = ${sql.lit(tenant)}`
  const order =
    table.primaryKey.length === 0 ? sql`` : sql`order by ${sql.join(table.primaryKey.map((name) => sql.id(name)))}`
  yield* rowsFrom(db, table, sql`${sql.id(table.name)} ${own} ${order}`, hidden)
}

/**
 * The rows of a table that `source` selects: the part of a query after `from`, with the columns of the table and without
 * parameters. To be called in a transaction.
 */
export async function* rowsFrom(
  db: QueryExecutorProvider,
  { name, columns }: Pick<StoredTable, 'name' | 'columns'>,
  source: RawBuilder<unknown>,
  hidden: readonly string[] = [],
): AsyncGenerator<Chunk> {
  const texts = sql.join(
    columns.map(({ name }) => (hidden.includes(name) ? sql`null::text` : sql`${sql.id(name)}::text`)),
  )
  await sql`
    declare copied no scroll cursor for
    select json_build_array(${texts})::text as line from ${source}`.execute(db)
  let [batch, bytes, count] = [50, 0, 0]
  while (true) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batch)} from copied`.execute(db)
    if (rows.length === 0) break
    const lines = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
    bytes += lines.length
    count += rows.length
    batch = Math.min(2_000, Math.max(1, Math.floor(chunkBytes / (bytes / count))))
    yield { table: name, rows: rows.length, lines }
  }
  await sql`close copied`.execute(db)
}

/** The last numbers of all sequences of a store. They are never lower than those of the rows that were read before. */
export async function readSequences(transaction: Database, store: BackedUpStore): Promise<Sequence[]> {
  const owner = ownerOf(transaction, store)
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(${`"${store.schema}"`}) and relkind = 'S' order by relname`.execute(owner)
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await sql<Pick<Sequence, 'last' | 'isCalled'>>`
      select last_value::text as last, is_called as "isCalled" from ${sql.id(store.schema, name)}`.execute(owner)
    sequences.push(...rows.map((row) => ({ store: store.name, name, ...row })))
  }
  return sequences
}

const ownerOf = (transaction: Database, { schema }: BackedUpStore) => transaction.within<unknown>(scope({ schema }))
