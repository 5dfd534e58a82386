import { fileURLToPath } from 'node:url'
import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import { FolderInUse } from '@quatrain/platform/database/folder-lock.ts'
import { migrate, migrationState } from '@quatrain/platform/database/migrate.ts'
import { type Log, migrateWith, openForServing, type Store } from '@quatrain/platform/database/open-for-serving.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { type Limits, openPostgreSql, repeatable } from '@quatrain/platform/database/postgresql.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { consoleSchema, spanningRole, spanningScope } from '#request/tenancy/tenancy.ts'
import { renewEpochOfCopy } from './database-epoch.ts'

interface Place {
  readonly QUATRAIN_DATABASE_URL?: string | undefined
  readonly QUATRAIN_MIGRATION_DATABASE_URL?: string | undefined
  readonly QUATRAIN_DATA?: string | undefined
}

/** Opens the database of the settings. Throws `SettingError` if they name no database or two. */
export async function openDatabase(settings: Place): Promise<Database> {
  const { url, folder } = placeOf(settings)
  return url ? databaseOn(openPostgreSql(url)) : openFolder({ folder })
}

/** Opens the database for a server and migrates it. */
export async function openToServe(settings: Place, log: Log): Promise<Database> {
  const { url, migrationUrl, folder } = placeOf(settings)
  if (url) return openForServing(store, { url, migrationUrl, names }, log)
  const database = await openFolder({ folder })
  await migrateConsole(database)
  return database
}

/** Opens the standby with this address; it need not be up yet. */
export const openStandby = (url: string): Database => databaseOn(openPostgreSql(url, repeatable, 'standby'))

/** Opens the database as its owner, for operations that require ownership. */
export async function openAsOwner(settings: Place, limits: Partial<Limits> = {}): Promise<Database> {
  const { url, migrationUrl, folder } = placeOf(settings)
  return url ? databaseOn(openPostgreSql(migrationUrl ?? url, limits)) : openFolder({ folder })
}

/** Migrates the database of the settings as its owner; returns the migrations that were run. */
export async function migratePlace(settings: Place): Promise<string[]> {
  const { url, migrationUrl, folder } = placeOf(settings)
  if (url) return migrateWith(migrationUrl ?? url, store)
  const database = await openFolder({ folder })
  return migrateConsole(database).finally(() => database.close())
}

/** The migrations of this build that have not run, and those of newer builds that have. */
export const stateOfMigrations = (database: Database) =>
  migrationState(database.within(spanningScope()), store.schema, store.migrations)

const names = { url: 'QUATRAIN_DATABASE_URL', migrationUrl: 'QUATRAIN_MIGRATION_DATABASE_URL' }

function placeOf(settings: Place) {
  const { QUATRAIN_DATABASE_URL: url, QUATRAIN_MIGRATION_DATABASE_URL: migrationUrl, QUATRAIN_DATA: folder } = settings
  if (url && folder) throw new SettingError('QUATRAIN_DATA: leave it out, QUATRAIN_DATABASE_URL names the database')
  if (url) return { url, migrationUrl }
  if (folder) return { folder }
  throw new SettingError(
    'QUATRAIN_DATABASE_URL: is missing; set it to a PostgreSQL address, or QUATRAIN_DATA to a folder for the embedded database',
  )
}

/** Opens the embedded database. Throws `SettingError` if another process has it open. */
export async function openFolder(options: Parameters<typeof openPglite>[0]): Promise<Database> {
  try {
    return databaseOn(await openPglite(options))
  } catch (error) {
    throw error instanceof FolderInUse ? new SettingError(`QUATRAIN_DATA: ${error.message}`, { cause: error }) : error
  }
}

/** Folder of the numbered SQL files. */
export const consoleMigrations = fileURLToPath(new URL('../../migrations', import.meta.url))

const store: Store = {
  schema: consoleSchema,
  migrations: consoleMigrations,
  role: spanningRole,
  afterMigrating: renewEpochOfCopy,
}

/** Migrates the console's schema, and detects a restored copy of a database; returns the migrations that were run. */
export async function migrateConsole(database: Database): Promise<string[]> {
  const migrations = await migrate(database, store.schema, store.migrations)
  await renewEpochOfCopy(database)
  return migrations
}
