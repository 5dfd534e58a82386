import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from '@quatrain/platform/database/database.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { migrateConsole, openFolder } from '#database/open-database.ts'
import { findTenants, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { demoSecret, machineKey } from './credentials.ts'
import { loadDemo } from './load.ts'
import { migrate as migrateWebApi, provision } from './web-api.ts'

/** The folder of the demonstration's database and of its additional files. */
interface DemoFolder {
  /** Whether no database exists yet. Throws `SettingError` if the folder contains anything else. */
  isNew(): boolean
  /** Marks the database as unusable until `finish`, in case the process is killed meanwhile. */
  begin(): void
  finish(): void
  isUnfinished(): boolean
  /** The server's secret. Folders of version 0.1.0 have their own, in a file beside the database. */
  secret(): string
}

function demoFolder(database: string): DemoFolder {
  const [mark, ownSecret] = [`${database}.loading`, `${database}.secret`]
  const isUnfinished = () => existsSync(mark)
  return {
    isUnfinished,
    begin() {
      mkdirSync(dirname(mark), { recursive: true })
      rmSync(ownSecret, { force: true })
      writeFileSync(mark, '')
    },
    finish: () => rmSync(mark, { force: true }),
    isNew() {
      const files = existsSync(database) ? readdirSync(database) : []
      if (files.length > 0 && !files.includes('PG_VERSION') && !isUnfinished()) {
        throw new SettingError(`QUATRAIN_DATA: ${database} contains other files than a database; set another folder`)
      }
      return files.length === 0
    },
    secret: () => (existsSync(ownSecret) ? readFileSync(ownSecret, 'utf8') : demoSecret),
  }
}

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
