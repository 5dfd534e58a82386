import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
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

async function migrationsIn(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
