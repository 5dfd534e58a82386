import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'

/** Migrates a schema as a release before this migration did: only with the migrations of `folder` that come before it. */
export async function migrateBefore(
  database: Database,
  { schema, folder }: { readonly schema: string; readonly folder: string },
  migration: string,
): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'quatrain-earlier-'))
  try {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file < migration)
    for (const file of files) await cp(join(folder, file), join(earlier, file))
    await migrate(database, schema, earlier)
  } finally {
    await rm(earlier, { recursive: true })
  }
}
