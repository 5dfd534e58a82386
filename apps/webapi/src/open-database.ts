import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import { type Log, openForServing, type Store } from '@quatrain/platform/database/open-for-serving.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { openPostgreSql, unlimited } from '@quatrain/platform/database/postgresql.ts'
import { readSettings } from '@quatrain/platform/settings.ts'
import { role, schema } from '#kit/tenancy.ts'
import { migrateWebApi, folder as migrations } from './migrate.ts'
import { databaseSettings } from './settings.ts'

/** Opens the database as its owner, for operators: without timeouts. */
export async function openDatabase(environment: NodeJS.ProcessEnv): Promise<Database> {
  const { url, migrationUrl, folder } = placeIn(environment)
  const owner = migrationUrl ?? url
  return databaseOn(owner ? openPostgreSql(owner, unlimited) : await openPglite({ ...(folder && { folder }) }))
}

/** Opens and migrates the database for the service. Only one process at a time can open the embedded database. */
export async function openToServe(environment: NodeJS.ProcessEnv, log: Log): Promise<Database> {
  const { url, migrationUrl } = placeIn(environment)
  if (url) return openForServing(store, { url, migrationUrl, names }, log)
  const database = await openDatabase(environment)
  await migrateWebApi(database)
  return database
}

const store: Store = { schema, migrations, role }
const names = { url: 'QUATRAIN_WEBAPI_DATABASE_URL', migrationUrl: 'QUATRAIN_WEBAPI_MIGRATION_DATABASE_URL' }

function placeIn(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(databaseSettings, environment)
  return {
    url: settings.QUATRAIN_WEBAPI_DATABASE_URL,
    migrationUrl: settings.QUATRAIN_WEBAPI_MIGRATION_DATABASE_URL,
    folder: settings.QUATRAIN_WEBAPI_DATA,
  }
}
