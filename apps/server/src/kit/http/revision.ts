import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { valueIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** What a response depends on besides its tenant's own tables and the catalogue, as one text. */
export type AlsoFollows = (ctx: Context) => Promise<string>

/**
 * Identifies everything that the response at this path depends on, including the program: while it is the same, so is
 * the response. One statement. It has to be read before the response: an older revision only costs a repetition, a
 * newer one would hide a change.
 */
export async function revisionOf(ctx: Context, path: string, also?: AlsoFollows): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select concat_ws(' ', (select epoch from database_epoch), (select sum(number) from catalogue_revisions),
      (select sum(number) from tenant_revisions where tenant_id = current_tenant() and part = ${'all'})) as revision
  `.execute(ctx.db)
  const parts = [buildId(), path, ctx.tenant.id, rows[0]?.revision, await also?.(ctx)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)
}

/** The metrics of every tenant, for lists of the super-tenant that count them. */
export const membersOfTenants = (everyTenant: Db): Promise<string> =>
  valueIn(everyTenant)<string>`
    select coalesce(sum(number), 0)::text as number from tenant_revisions where part = ${'members'}
  `

/** Replaces the counted rows by one row with their sum, so that reads stay cheap. Spans tenants. */
export async function foldRevisions(everyTenant: Db): Promise<void> {
  await sql`
    with several as (
      select tenant_id, part from tenant_revisions group by tenant_id, part having count(*) > 1
    ), folded as (
      delete from tenant_revisions where (tenant_id, part) in (select tenant_id, part from several)
      returning tenant_id, part, number
    )
    insert into tenant_revisions (tenant_id, part, number)
    select tenant_id, part, sum(number) from folded group by tenant_id, part
  `.execute(everyTenant)
  await sql`
    with folded as (
      delete from catalogue_revisions where (select count(*) from catalogue_revisions) > 1 returning number
    )
    insert into catalogue_revisions (number) select sum(number) from folded having count(*) > 0
  `.execute(everyTenant)
}

const folders = ['apps/server/src', 'packages/contract/src', 'packages/platform/src']
const root = fileURLToPath(new URL('../../../../..', import.meta.url))

let cachedBuildId: string | undefined

/**
 * Identifies the program that makes responses: its source, the runtime, and the time zone of times. It is the same in
 * all processes of one release, and differs after an update, so that responses of an earlier program are not reused.
 */
function buildId(): string {
  cachedBuildId ??= computedBuildId()
  return cachedBuildId
}

function computedBuildId(): string {
  const hash = createHash('sha256')
  hash.update(`${process.version} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  for (const file of folders.flatMap(sourcesIn).sort()) hash.update(file).update(readFileSync(`${root}${file}`))
  return hash.digest('base64url')
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
