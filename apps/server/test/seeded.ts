import type { TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { migrateConsole } from '#database/open-database.ts'
import { seed } from './seed.ts'

/** A new database with the tenants and the catalogue of `seed`, for tests that need no server. */
export async function openSeeded(databases: TestDatabases, now: () => Date) {
  const database = await databases.open(migrateConsole)
  return { database, ...(await seed(database, now)) }
}
