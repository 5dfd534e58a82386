import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import type { TestDatabase, TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { buildWebApi } from '@quatrain/webapi/app.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import type { Tables } from '#request/tables/tables.ts'
import { consoleSchema, type Db } from '#request/tenancy/tenancy.ts'
import { type Running, startConsole, startWebApi } from './console-process.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { readingToken, seed, webApiToken } from './seed.ts'

/** Runs a function after the test, or after all tests of a file, in reverse order of registration. */
export type AtEnd = (work: () => Promise<void>) => void

/** Prepares a database for the console: one tenant, NORTH, has the host name 127.0.0.1. */
export async function furnish(database: Database): Promise<Db> {
  await migrateConsole(database)
  await seed(database, () => new Date())
  const owner = ownerOf(database)
  await sql`update tenants set domain_url = '127.0.0.1' where name = 'NORTH'`.execute(owner)
  return owner
}

/** The owner of the database, without row security. */
export const ownerOf = (database: Database): Db => database.within<Tables>(scope({ schema: consoleSchema }))

/**
 * A Web API on its own database, behind a proxy: a separate process if its database allows it. All of it ends with the
 * test. `settings` are those of the process.
 */
export async function aWebApi(
  databases: TestDatabases,
  atEnd: AtEnd = onTestFinished,
  settings: Readonly<Record<string, string>> = {},
): Promise<FaultyProxy> {
  const database = await databases.open()
  atEnd(() => database.close())
  await migrateWebApi(database)
  const keys = [
    { name: 'console', role: 'editor' as const, token: webApiToken('NORTH') },
    { name: 'reader', role: 'viewer' as const, token: readingToken('NORTH') },
  ]
  await provisionTenant(database, { name: 'NORTH', keys })
  const proxy = await startFaultyProxy(await serveWebApi(database, atEnd, settings))
  atEnd(() => proxy.close())
  return proxy
}

async function serveWebApi(
  database: TestDatabase,
  atEnd: AtEnd,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  if (database.url) {
    const service = await startWebApi(database.url, settings)
    atEnd(() => service.kill())
    return service.url
  }
  const service = await buildWebApi({ database, logger: false, maxLag: 0 })
  atEnd(() => service.close())
  return service.listen({ host: '127.0.0.1', port: 0 })
}

/** A console that ends with the test at the latest. */
export async function aConsole(
  settings: Readonly<Record<string, string>>,
  atEnd: AtEnd = onTestFinished,
): Promise<Running> {
  const console = await startConsole(settings)
  atEnd(() => console.kill())
  return console
}

interface Stored {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The profiles with these names, or all, in both stores, by name. */
export async function storesAt(owner: Db, webApi: FaultyProxy, names?: readonly string[]) {
  const { rows } = await sql<Stored>`select apiid::text as id, name, description from metric_profiles`.execute(owner)
  const response = await fetch(`${webApi.url}/api/v2/metric_profiles`, {
    headers: { accept: 'application/json', 'x-api-key': webApiToken('NORTH') },
  })
  const { data } = dataEnvelope(webApiMetricProfile).parse(await response.json())
  const named = (profiles: Stored[]) =>
    profiles
      .filter(({ name }) => names === undefined || names.includes(name))
      .map(({ id, name, description }) => ({ id, name, description }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  return { ours: named(rows), theirs: named(data) }
}

export const openWrites = async (owner: Db): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from intents`.execute(owner)).rows[0]?.count ?? 0
