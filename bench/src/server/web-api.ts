import type { Database } from '@quatrain/platform/database/database.ts'
import { logging } from '@quatrain/platform/logging.ts'
import { provisionAdministrator } from '@quatrain/webapi/administrators.ts'
import { buildWebApi } from '@quatrain/webapi/app.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import { webApiAdminKey, webApiKeyOf } from '../data/keys.ts'

/** Starts the Web API in this process, beside the console. Returns its address. */
export async function startWebApi(database: Database): Promise<string> {
  await migrateWebApi(database)
  const app = await buildWebApi({ database, logger: logging('info') })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Adds the console and its tenants to the Web API, wherever it runs: its schema is in this database. */
export async function provision(database: Database, tenants: readonly string[]): Promise<void> {
  await provisionAdministrator(database, { name: 'console', token: webApiAdminKey })
  for (const tenant of tenants) {
    const key = { name: 'console', role: 'editor', token: webApiKeyOf(tenant) } as const
    await provisionTenant(database, { name: tenant, keys: [key] })
  }
}
