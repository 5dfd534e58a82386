import type { Database } from '@quatrain/platform/database/database.ts'
import { migrateConsole, openFolder } from '#database/open-database.ts'
import { findTenants, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { machineKey } from './credentials.ts'
import { demoFolder } from './folder.ts'
import { loadDemo } from './load.ts'
import { migrate as migrateWebApi, provision } from './web-api.ts'

export interface DemoDatabase {
  readonly database: Database
  readonly secret: string
  readonly tenants: readonly Tenant[]
}

/**
 * Opens the demonstration's database in `path`. A database without tenants is filled after `willLoad` was called; one
 * whose loading was interrupted is created again. Any other database is unchanged, except that the known keys of
 * machines are restored.
 */
export async function openDemo(path: string, willLoad: () => void): Promise<DemoDatabase> {
  const folder = demoFolder(path)
  if (folder.isNew()) folder.begin()
  const database = await openFolder({ folder: path, isWorthless: folder.isUnfinished })
  try {
    await migrateConsole(database)
    await migrateWebApi(database)
    const { everyTenant } = tenancyOf(database, () => new Date())
    const isEmpty = (await findTenants(everyTenant)).length === 0
    if (isEmpty) folder.begin()
    const secret = folder.secret()
    if (isEmpty) {
      willLoad()
      await loadDemo(database)
    }
    const tenants = await findTenants(everyTenant)
    for (const { name, deployment } of tenants) {
      if (deployment === 'tenant') await provision(database, name, [machineKey(name)])
    }
    folder.finish()
    return { database, secret, tenants }
  } catch (error) {
    await database.close()
    throw error
  }
}
