import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { scope } from './scope.ts'

/**
 * Migrates `schema` with the numbered SQL files in `folder`, in one transaction without timeouts. Several processes may
 * do it at once: they wait for each other. `tell` receives each migration before it runs. Returns the names of the
 * migrations that were run. Throws the database's error of a failed migration, after rolling back the whole call.
 */
export async function migrate(
  database: Database,
  schema: string,
  folder: string,
  tell: (migration: string) => void = () => {},
): Promise<string[]> {
  const owner = database.within<unknown>(scope({ schema }))
  if (await isNewest(owner, schema, folder)) return []
  return owner.transaction().execute(async (db) => {
    await lockMigrations(db, schema)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    await rename(db, schema, folder)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => migrationsIn(folder, tell) },
      migrationTableSchema: schema,
    })
    const protectedTables = await showAllRowsToOwner(db, schema)
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    await hideRowsFromOwner(db, schema, protectedTables)
    return results.map(({ migrationName }) => migrationName)
  })
}

/** A large table may take long, and so may a concurrent process that migrates. */
async function lockMigrations(db: Kysely<unknown>, schema: string): Promise<void> {
  await sql`
    select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`migrations of ${schema}`}, 0))`.execute(db)
}

/**
 * Row security hides the rows of all tenants from an owner that does not inherit the roles of the application: migrations would
 * silently convert nothing. Returns the tables for `hideRowsFromOwner`.
 */
async function showAllRowsToOwner(db: Kysely<unknown>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(${`"${schema}"`}) and relforcerowsecurity order by relname`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.id(schema, name)} no force row level security`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables that a migration has removed are left out. */
async function hideRowsFromOwner(db: Kysely<unknown>, schema: string, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    await sql`alter table if exists ${sql.id(schema, name)} force row level security`.execute(db)
  }
}

/** Migrations can be renamed after they have run somewhere: `renamed.json` in the folder maps old names to new ones. */
async function rename(db: Kysely<unknown>, schema: string, folder: string): Promise<void> {
  const table = sql.id(schema, 'kysely_migration')
  const names = await readFile(join(folder, 'renamed.json'), 'utf8').catch(() => undefined)
  if (names === undefined || !(await hasRun(db, schema))) return
  await sql`
    update ${table} set name = renamed.value from json_each_text(${names}::json) as renamed where name = renamed.key
  `.execute(db)
}

/**
 * Whether all migrations of `folder` have run in `schema`. Two queries instead of the migrator's many: most starts have
 * nothing to do.
 */
export async function isNewest(owner: Kysely<unknown>, schema: string, folder: string): Promise<boolean> {
  const table = sql.id(schema, 'kysely_migration')
  if (!(await hasRun(owner, schema))) return false
  const done = await sql<{ name: string }>`select name from ${table} order by name`.execute(owner)
  return isDeepStrictEqual(
    done.rows.map(({ name }) => name),
    await namesIn(folder),
  )
}

/** Whether any migration has run in `schema`. */
async function hasRun(db: Kysely<unknown>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`"${schema}".kysely_migration`}) is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/**
 * In the order in which they run. Throws if two have the same number: their order would depend on the rest of the name.
 */
async function namesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const names = files.map((file) => file.replace(/\.sql$/, '')).sort()
  const numberOf = (name: string) => name.slice(0, name.indexOf('_'))
  for (const same of Map.groupBy(names, numberOf).values()) {
    if (same.length > 1) throw new Error(`Migrations share a number: ${same.join(', ')}.`)
  }
  return names
}

async function migrationsIn(folder: string, tell: (migration: string) => void): Promise<Record<string, Migration>> {
  const entries = (await namesIn(folder)).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    const up = async (db: Kysely<unknown>) => {
      tell(name)
      await sql.raw(text).execute(db)
    }
    return [name, { up }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
