import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { scope } from './scope.ts'

/**
 * Brings `schema` to the newest state of the numbered SQL files in `folder`; several processes may do it at once.
 * Answers with the names of the migrations that were run. Throws the database's error of the one that failed, after
 * taking back everything of this call.
 */
export async function migrate(database: Database, schema: string, folder: string): Promise<string[]> {
  const owner = database.within<unknown>(scope({ schema }))
  if (await isNewest(owner, schema, folder)) return []
  await sql`create schema if not exists ${sql.id(schema)}`.execute(owner)
  const migrator = new Migrator({
    db: owner,
    provider: { getMigrations: () => migrationsIn(folder) },
    migrationTableSchema: schema,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Two questions instead of the migrator's many: most starts have nothing to do. */
async function isNewest(owner: Kysely<unknown>, schema: string, folder: string): Promise<boolean> {
  const table = sql.id(schema, 'kysely_migration')
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${`"${schema}".kysely_migration`}) is not null as "isThere"`.execute(owner)
  if (!rows[0]?.isThere) return false
  const done = await sql<{ name: string }>`select name from ${table} order by name`.execute(owner)
  return isDeepStrictEqual(
    done.rows.map(({ name }) => name),
    await namesIn(folder),
  )
}

/** In the order in which they are run. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()

async function migrationsIn(folder: string): Promise<Record<string, Migration>> {
  const entries = (await namesIn(folder)).map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
