import type { Database } from '@quatrain/platform/database/database.ts'
import { buildWebApi } from '@quatrain/webapi/app.ts'
import { webApiStore } from '@quatrain/webapi/backed-up-store.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import type { WebApiKey } from './credentials.ts'

// The only module of the console that uses the Web API service in the same process.

/** Starts the Web API as a separate server on loopback. */
export async function startWebApi(
  database: Database,
  options: {
    readonly host: string
    readonly port: number
    readonly logger: Parameters<typeof buildWebApi>[0]['logger']
  },
) {
  const { host, port, logger } = options
  const app = await buildWebApi({ database, logger })
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

/** The tables of the Web API, which are part of the backup that is the demonstration. */
export const webApiTables = webApiStore

/** Adds the tenant and its keys to the Web API. */
export const provision = async (database: Database, name: string, keys: readonly WebApiKey[]): Promise<void> => {
  await provisionTenant(database, { name, keys })
}

/** Migrates the Web API's database. */
export const migrate = migrateWebApi
