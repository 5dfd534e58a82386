import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Days after which the assets of a build are removed that no process has started with. */
const keptDays = 30

/**
 * Stores the assets of the build in `folder` in the database, for processes of other builds, and removes those of builds that
 * are no longer used.
 */
export async function shareAssets(everyTenant: Db, folder: string, now: Date): Promise<void> {
  const names = await assetsIn(folder)
  const { rows } = await sql<{ name: string }>`
    update web_assets set served_at = ${now} where name = any(${names}::text[]) returning name`.execute(everyTenant)
  const existingNames = new Set(rows.map(({ name }) => name))
  const added = names.filter((name) => !existingNames.has(name))
  const contents = await Promise.all(added.map((name) => gzipped(join(folder, name))))
  await sql`
    insert into web_assets (name, gzipped, served_at)
    select name, decode(content, 'base64'), ${now}
    from unnest(${added}::text[], ${contents}::text[]) as asset (name, content)
    on conflict (name) do nothing`.execute(everyTenant)
  await sql`delete from web_assets where served_at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(
    everyTenant,
  )
}

/** An asset of another build. */
export async function sharedAsset(everyTenant: Db, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: string }>`
    select encode(gzipped, 'base64') as content from web_assets where name = ${name}`.execute(everyTenant)
  return rows[0] && promisify(gunzip)(Buffer.from(rows[0].content, 'base64'))
}

/** Returns the assets of a folder, without the compressed copies beside them. */
async function assetsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name)).sort()
}

async function gzipped(path: string): Promise<string> {
  const content = await readFile(`${path}.gz`).catch(async () => promisify(gzip)(await readFile(path)))
  return content.toString('base64')
}
