import { fileURLToPath } from 'node:url'
import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import { FolderInUse } from '@quatrain/platform/database/folder-lock.ts'
import { migrate } from '@quatrain/platform/database/migrate.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { consoleSchema } from '#request/tenancy.ts'
import { renewEpochOfCopy } from './database-epoch.ts'

/** Opens the database that the settings name. Throws `SettingError` when they name none, or two. */
export async function openDatabase(settings: {
  readonly QUATRAIN_DATABASE_URL?: string | undefined
  readonly QUATRAIN_DATA?: string | undefined
}): Promise<Database> {
  const { QUATRAIN_DATABASE_URL: url, QUATRAIN_DATA: folder } = settings
  if (url && folder) throw new SettingError('QUATRAIN_DATA: leave it out, QUATRAIN_DATABASE_URL names the database')
  if (url) return databaseOn(openPostgreSql(url))
  if (folder) return openFolder({ folder })
  throw new SettingError(
    'QUATRAIN_DATABASE_URL: is missing; set it to a PostgreSQL address, or QUATRAIN_DATA to a folder for the embedded database',
  )
}

/** Opens the embedded database. Throws `SettingError` when another process has it open. */
export async function openFolder(options: Parameters<typeof openPglite>[0]): Promise<Database> {
  try {
    return databaseOn(await openPglite(options))
  } catch (error) {
    throw error instanceof FolderInUse ? new SettingError(`QUATRAIN_DATA: ${error.message}`, { cause: error }) : error
  }
}

const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

/**
 * Brings the console's schema to its newest state, and notices when the database is a copy that was restored; answers with
 * what was run.
 */
export async function migrateConsole(database: Database): Promise<string[]> {
  const done = await migrate(database, consoleSchema, migrations)
  await renewEpochOfCopy(database)
  return done
}
