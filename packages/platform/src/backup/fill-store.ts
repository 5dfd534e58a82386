import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findMigrations, migrate, namesIn } from '../database/migrate.ts'
import { scope } from '../database/scope.ts'
import type { BackedUpStore } from './backed-up-store.ts'
import { BackupError } from './backup-error.ts'
import type { Sequence, StoreHeader } from './manifest.ts'
import { findTables, type StoredTable } from './tables.ts'

/** Throws `BackupError` if this build does not know all migrations of the store. */
export async function assertKnown(
  { migrations: folder }: BackedUpStore,
  { name, migrations }: StoreHeader,
): Promise<void> {
  const knownMigrations = await namesIn(folder)
  if (migrations.length > 0 && migrations[0] !== knownMigrations[0]) {
    throw new BackupError(
      `The archive was made by a build before the first release: this one does not know the tables of the store ${name}.`,
    )
  }
  const unknown = migrations.find((migration, index) => migration !== knownMigrations[index])
  if (unknown !== undefined) {
    throw new BackupError(
      `The archive was made by a newer build: this one does not know the migration ${unknown} of the store ${name}.`,
    )
  }
}

/** A store that is being filled. */
export interface FilledStore {
  /** Inserts rows, the texts of the columns, into a table. */
  insert(table: string, lines: Buffer): Promise<void>
  /** Ends the filling: everything is checked and enabled again, and the tables get the state of this build. */
  finish(sequences: readonly Sequence[]): Promise<void>
}

/**
 * Brings an empty store to the state of the archive, in an open transaction, ready to be filled. Triggers do not run
 * meanwhile: what they have written is in the archive. Throws `BackupError` if the store is in use.
 */
export async function beginFilling(
  transaction: Database,
  store: BackedUpStore,
  header: StoreHeader,
): Promise<FilledStore> {
  const { schema, migrations } = store
  const owner = transaction.within<unknown>(scope({ schema }))
  await assertEmpty(owner, store)
  const existing = await findMigrations(owner, schema)
  const archivedMigrations = header.migrations
  if (existing.length > 0 && existing.join() !== archivedMigrations.join())
    await sql`drop schema ${sql.id(schema)} cascade`.execute(owner)
  await migrate(transaction, schema, migrations, undefined, archivedMigrations.at(-1))
  const tables = await findTables(owner, schema)
  const names = (each: readonly StoredTable[]) => sql.join(each.map(({ name }) => sql.id(name)))
  await sql`truncate ${names(tables)}`.execute(owner)
  for (const { name, bindsOwner } of tables) {
    await sql`alter table ${sql.id(name)} disable trigger user`.execute(owner)
    if (bindsOwner) await sql`alter table ${sql.id(name)} no force row level security`.execute(owner)
  }
  const insertions = new Map(header.tables.map((table) => [table.name, insertionInto(tables, table)]))
  return {
    async insert(table, lines) {
      const insertion = insertions.get(table)
      if (!insertion) throw new BackupError(`The archive has rows of the unknown table ${table}.`)
      await insertion(owner, lines)
    },
    async finish(sequences) {
      await sql`set constraints all immediate`.execute(owner)
      for (const { store: storeName, name, last, isCalled } of sequences) {
        if (storeName === store.name)
          await sql`select setval(${name}::regclass, ${last}::bigint, ${isCalled})`.execute(owner)
      }
      for (const { name, bindsOwner } of tables) {
        await sql`alter table ${sql.id(name)} enable trigger user`.execute(owner)
        if (bindsOwner) await sql`alter table ${sql.id(name)} force row level security`.execute(owner)
      }
      await migrate(transaction, schema, migrations)
      // Statistics are made now, because without them the first requests would be slow.
      await sql`analyze ${names(await findTables(owner, schema))}`.execute(owner)
    },
  }
}

/** Inserts rows, the texts of the columns. */
export type Insertion = (db: QueryExecutorProvider, lines: Buffer) => Promise<void>

/** How rows of a table that the archive describes are inserted. Throws `BackupError` if the store has other columns. */
export function insertionInto(
  tables: readonly StoredTable[],
  { name, columns }: StoreHeader['tables'][number],
): Insertion {
  const table = tables.find((table) => table.name === name)
  const types = columns.map((column) => table?.columns.find(({ name }) => name === column)?.type)
  const unknown = columns.find((_, index) => types[index] === undefined)
  if (!table || unknown !== undefined) {
    throw new BackupError(`The archive has a table that its migrations do not make: ${name} ${unknown ?? ''}.`)
  }
  const values = types.map((type, index) => sql`(line ->> ${sql.lit(index)})::${sql.raw(type ?? 'text')}`)
  return async (db, lines) => {
    const rows = `[${lines.toString().trimEnd().replaceAll('\n', ',')}]`
    await sql`
      insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column)))}) overriding system value
      select ${sql.join(values)} from jsonb_array_elements(${rows}::jsonb) as line`.execute(db)
  }
}

async function assertEmpty(owner: Kysely<unknown>, { name, schema, inUse }: BackedUpStore): Promise<void> {
  for (const table of inUse) {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass(${`"${schema}".${table}`}) is not null as exists`.execute(owner)
    if (!rows[0]?.exists) continue
    const sample = await sql`select from ${sql.id(schema, table)} limit 1`.execute(owner)
    if (sample.rows.length > 0) {
      throw new BackupError(
        `The database of the ${name} is in use: it has ${table}. A backup is restored into an empty installation only.`,
      )
    }
  }
}
