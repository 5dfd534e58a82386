import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { databaseSettings } from './settings.ts'

/** Opens the database that the environment names. The embedded one can be open in one process at a time. */
export async function openDatabase(environment: NodeJS.ProcessEnv): Promise<Database> {
  const { QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_WEBAPI_DATA: folder } = readSettings(
    databaseSettings,
    environment,
  )
  if (url) return databaseOn(openPostgreSql(url))
  return databaseOn(await openPglite({ ...(folder && { folder }) }))
}
