import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { SettingError } from '../settings.ts'
import type { Database } from './database.ts'
import { textIn } from './failures.ts'
import { rowNamesIn, valueIn } from './rows.ts'
import { scope } from './scope.ts'

/** A migration that is about to run: the `number`th of `count`. `isWaiting` if it could not lock a table and is tried again. */
export interface Progress {
  readonly name: string
  readonly number: number
  readonly count: number
  readonly isWaiting: boolean
}

/**
 * Migrates `schema` with the numbered SQL files in `folder`, while servers of the build before go on working. Each file
 * is one transaction, so a failed call is resumed where it stopped; a new database gets all of them in one. Several
 * processes may do it at once: they wait for each other. `tell` receives each migration before it runs. Returns the names
 * of the migrations that were run; `until` is the last one, if not that of this build. Throws the database's error of a
 * failed migration, and `SettingError` for a database that a build before the first release has made.
 */
export async function migrate(
  database: Database,
  schema: string,
  folder: string,
  tell: (progress: Progress) => void = () => {},
  until?: string,
): Promise<string[]> {
  const owner = database.within<unknown>(scope({ schema }))
  const pending = (await migrationState(owner, schema, folder)).pending.filter(isUntil(until))
  const migrated: string[] = []
  const count = pending.length
  while (migrated.length < count) {
    const next = (isWaiting: boolean) => (name: string, index: number) =>
      tell({ name, number: migrated.length + index + 1, count, isWaiting })
    const run = await withLock(database, (isWaiting) => step(owner, { schema, folder, until }, next(isWaiting)))
    if (run.length === 0) break
    migrated.push(...run)
  }
  return migrated
}

/** The migrations that were run by one transaction: all of them in a new database, otherwise the next one. */
function step(
  owner: Kysely<unknown>,
  { schema, folder, until }: { readonly schema: string; readonly folder: string; readonly until: string | undefined },
  tell: (migration: string, index: number) => void,
): Promise<string[]> {
  return owner.transaction().execute(async (db) => {
    await lockMigrations(db, schema)
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
    const isNew = !(await hasRun(db, schema))
    if (isNew)
      await sql`create table ${listIn(schema)} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
        db,
      )
    const pending = (await migrationState(db, schema, folder)).pending.filter(isUntil(until))
    const names = isNew ? pending : pending.slice(0, 1)
    for (const [index, name] of names.entries()) {
      tell(name, index)
      const text = await readFile(join(folder, `${name}.sql`), 'utf8')
      const visibleTables = isNew ? [] : await showRowsToOwner(db, schema, text)
      await sql.raw(text).execute(db)
      if (!isNew) await hideRowsFromOwner(db, schema, visibleTables)
      const now = new Date().toISOString()
      await sql`insert into ${listIn(schema)} (name, timestamp) values (${name}, ${now})`.execute(db)
    }
    return names
  })
}

/**
 * Milliseconds that a migration waits for the lock of a table: meanwhile, requests queue behind it. It is far below the
 * second after which PostgreSQL looks for deadlocks, so that the migration gives way, never a request.
 */
const longestWait = 100
/** How often a migration is tried, with a pause in milliseconds in which requests use the table: for a minute. */
const attempts = 200
const pause = 200

/** Repeats `work`, which is a transaction, as long as a lock cannot be had. */
async function withLock<T>(database: Database, work: (isWaiting: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1)
    } catch (error) {
      if (database.kind === 'pglite' || attempt === attempts || !isConflict(error)) throw error
      await setTimeout(pause)
    }
  }
}

/** `lock_not_available` or `deadlock_detected`. */
const isConflict = (error: unknown) => /^(55P03|40P01)$/.test(textIn(error, 'code') ?? '')

/** A large table may take long, and so may a concurrent process that migrates: only locks of tables have a limit. */
async function lockMigrations(db: Kysely<unknown>, schema: string): Promise<void> {
  await sql`
    select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`migrations of ${schema}`}, 0))`.execute(db)
  await sql`select set_config('lock_timeout', ${String(longestWait)}, true)`.execute(db)
}

/** The line of a migration that only changes tables. */
const usesNoRows = /^-- This uses no rows\.$/m

/**
 * Row security hides the rows of all tenants from an owner that does not inherit the roles of the application: a migration
 * would silently convert nothing. One that says that it uses no rows locks no other tables for this; if it does use some, the
 * database refuses it. Returns the tables for `hideRowsFromOwner`.
 */
async function showRowsToOwner(db: Kysely<unknown>, schema: string, text: string): Promise<string[]> {
  if (usesNoRows.test(text)) {
    await sql`select set_config('row_security', 'off', true)`.execute(db)
    return []
  }
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(${`"${schema}"`}) and relforcerowsecurity order by relname`.execute(db)
  for (const { name } of rows) await sql`alter table ${sql.id(schema, name)} no force row level security`.execute(db)
  return rows.map(({ name }) => name)
}

/** Tables that a migration has removed are left out. The transaction can be a part of a longer one. */
async function hideRowsFromOwner(db: Kysely<unknown>, schema: string, tables: readonly string[]): Promise<void> {
  await sql`select set_config('row_security', 'on', true)`.execute(db)
  for (const name of tables) {
    await sql`alter table if exists ${sql.id(schema, name)} force row level security`.execute(db)
  }
}

/**
 * The migrations of `folder` that have not run in `schema`, and those that have run and are not in it, because a newer
 * build has run them. Two queries. Throws `SettingError` if
 * others have run than the first one of `folder`, with which all databases of releases begin.
 */
export async function migrationState(owner: QueryExecutorProvider, schema: string, folder: string) {
  const knownNames = await namesIn(folder)
  const runNames = new Set(await findMigrations(owner, schema))
  if (runNames.size > 0 && !knownNames.slice(0, 1).every((baseline) => runNames.has(baseline))) {
    throw new SettingError(
      `The tables of the schema ${schema} were made by a build before the first release, and neither they nor a backup of them can be used any more: name an empty database.`,
    )
  }
  return {
    pending: knownNames.filter((name) => !runNames.has(name)),
    unknown: [...runNames].filter((name) => !knownNames.includes(name)),
  }
}

/** The migrations that have run in a schema, in order; none if it does not exist. */
export async function findMigrations(db: QueryExecutorProvider, schema: string): Promise<string[]> {
  if (!(await hasRun(db, schema))) return []
  return rowNamesIn(db)`
    select name from ${listIn(schema)} order by name`
}

/** The table with the migrations that have run. Kysely made it in the databases of the first release. */
const listIn = (schema: string) => sql.id(schema, 'kysely_migration')

/** Whether any migration has run in `schema`. */
const hasRun = (db: QueryExecutorProvider, schema: string): Promise<boolean> =>
  valueIn(db)<boolean>`
    select to_regclass(${`"${schema}".kysely_migration`}) is not null as exists`

/**
 * Returns the names of the migrations in the order in which they run. Throws if two have the same number: their order would depend on the
 * rest of the name.
 */
export async function namesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const names = files.map((file) => file.replace(/\.sql$/, '')).sort()
  const numberOf = (name: string) => name.slice(0, name.indexOf('_'))
  for (const namesakes of Map.groupBy(names, numberOf).values()) {
    if (namesakes.length > 1) throw new Error(`Migrations share a number: ${namesakes.join(', ')}.`)
  }
  return names
}

const isUntil =
  (last = '\uffff') =>
  (name: string) =>
    name <= last
