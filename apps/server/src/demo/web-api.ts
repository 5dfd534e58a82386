import type { Database } from '@quatrain/platform/database/database.ts'
import { provisionAdministrator } from '@quatrain/webapi/administrators.ts'
import { buildWebApi } from '@quatrain/webapi/app.ts'
import { permitFeed } from '@quatrain/webapi/feed-permissions.ts'
import { operatorOn } from '@quatrain/webapi/kit/operator.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import type { WebApiKey } from './keys.ts'

// The only module of the console that uses the Web API service in the same process.

/** Starts the Web API as a separate server on loopback. */
export async function startWebApi(
  database: Database,
  options: {
    readonly host: string
    readonly port: number
    readonly logger: Parameters<typeof buildWebApi>[0]['logger']
    readonly now?: () => Date
  },
) {
  const { host, port, logger, now } = options
  const app = await buildWebApi({ database, logger, ...(now && { now }) })
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}

/** Adds the tenant and its keys to the Web API. */
export const provision = async (database: Database, name: string, keys: readonly WebApiKey[]): Promise<void> => {
  await provisionTenant(database, { name, keys })
}

/** Permits that a combined tenant names these tenants in its data feed. */
export async function permitFeeds(database: Database, combined: string, feeding: readonly string[]): Promise<void> {
  for (const name of feeding) await permitFeed(operatorOn(database), combined, name)
}

/** Adds the owners of these keys to the Web API as its administrators. */
export async function provisionAdministrators(database: Database, keys: readonly WebApiKey[]): Promise<void> {
  for (const key of keys) await provisionAdministrator(database, key)
}

/** Migrates the Web API's database. */
export const migrate = migrateWebApi
