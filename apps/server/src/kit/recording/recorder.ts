import { invalidInput, staleVersion } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { actorName, type Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'
import { type Change, changesOf, digestOfChanges, digestOfNothing, recorded } from './changes.ts'
import { nothingToPreview, previewOf } from './preview.ts'

/**
 * Remembers everything a write did: a version document for each object that is there afterwards, and a row of the
 * activity log for each object touched, in one statement whatever their number. `changes` are those that the request
 * knows one by one, all of them its own tenant's; those that effects have left in `pending_changes` are recorded with
 * them, without leaving the database. In a dry run it tells what it would remember instead. To be called once in a
 * write's transaction, at its end. Throws `stale_version` when the visitor agreed to a dry run that touched something
 * else, `invalid_input` when it brings back a version that there is none of. Decisions D12 and D13.
 */
export async function record(ctx: Context, changes: readonly Change[]): Promise<void> {
  const { recording } = ctx
  if (recording.isDone) throw new Error('A write is recorded once.')
  recording.isDone = true
  const [saved] = changes
  // Who keeps versions of its own knows them by other numbers, and has looked.
  const { restoredFrom } = ctx.write
  if (restoredFrom !== undefined && saved?.keepsItsVersions !== true) await assertVersion(ctx, saved, restoredFrom)
  const isEmpty = changes.length === 0 && !ctx.collectsChanges
  const agreed = agreedIn(ctx)
  if (ctx.write.dryRun) {
    // What it would remember would be taken back; nobody has to wait for it.
    recording.preview = isEmpty ? nothingToPreview(ctx) : await previewOf(ctx, changes)
    assertAgreed(agreed, recording.preview.preview)
  } else assertAgreed(agreed, isEmpty ? digestOfNothing : await remember(ctx, changes, agreed))
}

/** The digest of the dry run that the visitor agreed to, if it has to be that one. */
function agreedIn({ write: { ifPreviewMatch } }: Context): string | undefined {
  return ifPreviewMatch === '*' ? undefined : ifPreviewMatch
}

function assertAgreed(agreed: string | undefined, digest: string | undefined): void {
  if (agreed !== undefined && agreed !== digest) throw staleVersion('What this would change')
}

/** Writes it all down, unless something else was agreed to. Answers with the digest where it matters. */
async function remember(
  ctx: Context,
  given: readonly Change[],
  agreed: string | undefined,
): Promise<string | undefined> {
  const isAgreed = agreed === undefined ? sql`true` : sql`(select digest from agreement) = ${agreed}`
  const agreement = agreed === undefined ? sql`` : sql`agreement as materialized (select ${digestOfChanges} as digest),`
  const { rows } = await sql<{ digest: string | null }>`
    with ${changesOf(ctx, given, recorded)}, ${agreement} kept as (
      insert into versions
        (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark, restored_from)
      select changes.tenant_id, changes.kind, changes.object_id, 1 + coalesce(latest.number, 0), changes.name,
        changes.after, ${actorName(ctx)}, ${ctx.now()}::timestamptz, changes.comment, changes.remark,
        changes.restored_from
      from changes
      left join lateral (
        select max(number) as number from versions
        where tenant_id = changes.tenant_id and kind = changes.kind and object_id = changes.object_id
      ) as latest on true
      where changes.is_version and ${isAgreed}
    ), logged as (
      insert into activity
        (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name, before, after)
      select changes.tenant_id, ${ctx.now()}::timestamptz, ${ctx.origin.requestId}, ${actorName(ctx)},
        ${ctx.origin.address}, changes.action, changes.kind, changes.object_id, changes.name, before, after
      from changes where ${isAgreed} order by tenant_id, step, position, name
    )
    select ${agreed === undefined ? sql`null` : sql`digest from agreement`}
  `.execute(ctx.db)
  return rows[0]?.digest ?? undefined
}

async function assertVersion(ctx: Context, saved: Change | undefined, number: number): Promise<void> {
  const found = await ctx.db
    .selectFrom('versions')
    .select('number')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', saved?.kind ?? '')
    .where('object_id', '=', saved?.id ?? 0)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!found) throw noSuchVersion()
}

/** What is said of a number in `restored_from` that no version of the object has. */
export const noSuchVersion = () => invalidInput({ restored_from: 'Must be the number of a version of this object' })

/** Is there anything in the activity log that this request has done since? What is there has been committed. */
export async function wasRecorded(ctx: Context, since: Date): Promise<boolean> {
  const done = ctx.db.selectFrom('activity').select('number').where('at', '>=', since)
  return (await done.where('request_id', '=', ctx.origin.requestId).limit(1).executeTakeFirst()) !== undefined
}

/** What is remembered although no object is another afterwards. */
interface Event extends Pick<Change, 'kind' | 'id' | 'name'> {
  readonly action: 'reveal' | 'reseal' | 'sign-in' | 'sign-out' | 'refuse'
  /** Whose it is; nothing means the tenant of the context. */
  readonly tenantId?: number
  /** Who it was, where the request does not say so yet. */
  readonly actor?: string
  readonly after?: Document
}

/** Adds a row to the activity log, in the transaction of the context, for what has no version. */
export const recordEvent = (ctx: Context, event: Event): Promise<void> => recordEvents(ctx, [event])

/** The same for many, in one statement. Those of other tenants take a transaction of every tenant. */
export async function recordEvents(ctx: Context, events: readonly Event[]): Promise<void> {
  const rows = events.map(({ tenantId = ctx.tenant.id, actor = actorName(ctx), after = null, ...event }, position) => ({
    ...{ position, tenantId, actor, after },
    ...event,
  }))
  await sql`
    insert into activity (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name, after)
    select "tenantId", ${ctx.now()}::timestamptz, ${ctx.origin.requestId}, actor, ${ctx.origin.address}, action, kind, id,
      name, nullif(after::text, 'null')::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      position integer, "tenantId" integer, actor text, action text, kind text, id integer, name text, after json)
    order by position
  `.execute(ctx.db)
}
