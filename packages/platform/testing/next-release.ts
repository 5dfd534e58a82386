import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface NextRelease {
  /** Folder of its numbered SQL files. */
  readonly folder: string
  remove(): Promise<void>
}

/** A release after this build: it has the migrations of `folder`, and then those that are given here as name and SQL. */
export async function nextRelease(folder: string, migrations: Readonly<Record<string, string>>): Promise<NextRelease> {
  const next = await mkdtemp(join(tmpdir(), 'quatrain-next-'))
  await cp(folder, next, { recursive: true })
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(next, `${name}.sql`), text)
  return { folder: next, remove: () => rm(next, { recursive: true }) }
}
