import { valueIn } from '@quatrain/platform/database/rows.ts'
import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { invalidInput, staleVersion } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { noSuchVersion } from '#kit/versions/history.ts'
import { actorAt, actorNameAt, type Context } from '#request/context/context.ts'
import type { Document, Recording } from '#request/context/recording.ts'
import { collectsChanges } from '#request/tables/temporary.ts'
import { type Change, changesOf, digestOfChanges, emptyDigest, isNothing, recorded } from './changes.ts'
import { nothingToPreview, previewOf } from './preview.ts'
import { twinsOf } from './twins.ts'

/**
 * Records a write: a version for each object that exists afterwards, and a row of the activity log for each affected
 * object, in one statement for any number. `changes` are those that the request has, all of its own tenant; those that
 * effects have inserted into `pending_changes` are recorded with them, without leaving the database. A dry run returns
 * the changes instead. A write that changes nothing stores nothing. To be called once in a write's transaction, at its end. Throws `stale_version` if the user
 * confirmed a dry run with other side effects, `invalid_input` if the restored version does not exist. Decisions D12
 * and D13.
 */
export async function record(ctx: Context, changes: readonly Change[]): Promise<void> {
  const { recording } = ctx
  if (recording.isDone) throw new Error('A write is recorded once.')
  recording.isDone = true
  const [saved] = changes
  // A kind that stores its own versions has other numbers, and has checked them.
  const { restoredFrom } = ctx.write
  if (restoredFrom !== undefined && saved?.keepsItsVersions !== true) await assertVersion(ctx, saved, restoredFrom)
  if (saved && changes.every(isNothing) && !(await hasPending(ctx))) {
    recording.unchanged = { rowVersion: saved.rowVersion }
    if (ctx.write.dryRun) recording.preview = nothingToPreview(ctx)
    return assertAgreed(agreedIn(ctx), emptyDigest)
  }
  const isEmpty = changes.length === 0 && !collectsChanges(ctx.db)
  const agreed = agreedIn(ctx)
  if (ctx.write.dryRun) {
    // A dry run would roll it back, so it is not written.
    recording.preview = isEmpty ? nothingToPreview(ctx) : await previewOf(ctx, changes)
    assertAgreed(agreed, recording.preview.preview)
  } else assertAgreed(agreed, isEmpty ? emptyDigest : await remember(ctx, changes, agreed))
}

/** Whether effects have changed other objects, or will. */
async function hasPending(ctx: Context): Promise<boolean> {
  if (!collectsChanges(ctx.db)) return false
  return valueIn(ctx.db)<boolean>`
    select exists (select from pending_changes) or exists (select from later_changes) as "isThere"`
}

const deviceOf = ({ origin }: Context): string => origin.device ?? ''

/** The digest of the confirmed dry run, if it is required to match. */
function agreedIn({ write: { ifPreviewMatch } }: Context): string | undefined {
  return ifPreviewMatch === '*' ? undefined : ifPreviewMatch
}

function assertAgreed(agreed: string | undefined, digest: string | undefined): void {
  if (agreed !== undefined && agreed !== digest) throw staleVersion('What this would change')
}

/** The version of a changed object before the write. */
const latestVersion = sql`
  left join lateral (
    select number, document from versions
    where tenant_id = changes.tenant_id and kind = changes.kind and object_id = changes.object_id
    order by number desc limit 1
  ) as latest on true`

/** The number of the latest version; for a new object, of the history that it continues; else 0. */
const latestNumber = sql`coalesce(latest.number, (
  select number from versions as continued where continued.tenant_id = changes.tenant_id
    and continued.kind = changes.kind and continued.object_id = changes.continues
  order by number desc limit 1), 0)`

/** The latest version, if it is the document before the write. */
const formerVersion = sql`
  left join lateral (
    select latest.number, latest.document where is_same_json(changes.before, latest.document)
  ) as former on true`

/** Writes all rows, unless the digest differs. Returns the digest where it is needed; otherwise the write does not wait for the answer. */
async function remember(
  ctx: Context,
  changes: readonly Change[],
  agreed: string | undefined,
): Promise<string | undefined> {
  const isAgreed = agreed === undefined ? sql`true` : sql`(select digest from agreement) = ${agreed}`
  const agreement = agreed === undefined ? sql`` : sql`agreement as materialized (select ${digestOfChanges} as digest),`
  const { recording } = ctx
  const statement = sql<{ digest: string | null } & Pick<Recording, 'twins'>>`
    with ${changesOf(ctx, changes, recorded)}, ${agreement} kept as (
      insert into versions (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark,
        restored_from, continues, is_deletion)
      select changes.tenant_id, changes.kind, changes.object_id, 1 + ${latestNumber}, changes.name,
        coalesce(changes.after, 'null'), ${actorAt(ctx, sql`changes.tenant_id`)}, ${ctx.now()}::timestamptz, changes.comment,
        changes.remark, changes.restored_from, changes.continues, changes.after is null
      from changes ${latestVersion}
      where (changes.is_version or changes.after is null and latest.number is not null) and ${isAgreed}
    ), logged as (
      insert into activity (tenant_id, at, request_id, actor, address, device, action, kind, object_id, object_name,
        before, after, before_version, after_version)
      select changes.tenant_id, ${ctx.now()}::timestamptz, ${ctx.origin.requestId}, ${actorAt(ctx, sql`changes.tenant_id`)},
        ${ctx.origin.address}, ${deviceOf(ctx)}, changes.action, changes.kind, changes.object_id, changes.name,
        coalesce(former.document, changes.before), changes.after, former.number,
        case when changes.is_version then 1 + ${latestNumber} end
      from changes ${latestVersion} ${formerVersion}
      where ${isAgreed} order by changes.tenant_id, step, position, changes.name
    )
    select ${twinsOf(ctx, changes)} as twins, ${agreed === undefined ? sql`null as digest` : sql`digest from agreement`}
  `
  const { answer } = await sendStatement(ctx.db, statement, ([row]) => {
    recording.twins = row?.twins
  })
  return agreed === undefined ? undefined : ((await answer)[0]?.digest ?? undefined)
}

/**
 * Throws if the version of a changed object is not the expected one. For an add that restores, it is that of the deleted object: the
 * history can begin with that of others.
 */
async function assertVersion({ db, write }: Context, saved: Change | undefined, number: number): Promise<void> {
  const { kind = '', id = 0, before } = saved ?? {}
  const objectId = (before ? undefined : write.restoredObject) ?? id
  const { rows } = await sql<{ isKnown: boolean; isDeleted: boolean }>`
    select coalesce(bool_or(number = ${number} and not is_deletion), false) as "isKnown",
      coalesce((array_agg(is_deletion order by number desc))[1], false) as "isDeleted"
    from versions where tenant_id = current_tenant() and kind = ${kind}
      and object_id in (select continued_objects(${kind}, ${objectId}::integer))
  `.execute(db)
  if (rows[0]?.isKnown !== true) throw noSuchVersion()
  if (!before && rows[0]?.isDeleted !== true)
    throw invalidInput({ restored_object: 'Must be the id of a deleted object' })
}

/** Whether the activity log has a row of this request since then: such a row has been committed. */
export async function wasRecorded(ctx: Context, since: Date): Promise<boolean> {
  const recentRows = ctx.db.selectFrom('activity').select('number').where('at', '>=', since)
  return (await recentRows.where('request_id', '=', ctx.origin.requestId).limit(1).executeTakeFirst()) !== undefined
}

/** An event without a version: it changes no object, or one that has no history. */
interface Event extends Pick<Change, 'kind' | 'id' | 'name'> {
  readonly action:
    | 'add'
    | 'change'
    | 'delete'
    | 'reveal'
    | 'reseal'
    | 'sign-in'
    | 'sign-out'
    | 'refuse'
    | 'set-password'
    | 'send-link'
    | 'end-session'
    | 'set-factor'
    | 'remove-factor'
    | 'renew-codes'
    | 'require-factor'
    | 'confirm'
    | 'restore-backup'
    | 'import-tenant'
    | 'archive-activity'
  /** The tenant; by default that of the context. */
  readonly tenantId?: number
  /** The user, if the request does not have one yet. */
  readonly actor?: string
  readonly after?: Document
}

/** Adds a row to the activity log, in the transaction of the context, for what has no version. */
export const recordEvent = (ctx: Context, event: Event): Promise<void> => recordEvents(ctx, [event])

/** Adds several rows in one statement. Rows of other tenants need a transaction for every tenant. */
export async function recordEvents(ctx: Context, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  ctx.recording.hasMore = true
  const rows = events.map(
    ({ tenantId = ctx.tenant.id, actor = actorNameAt(ctx, tenantId), after = null, ...event }, position) => ({
      position,
      tenantId,
      actor,
      after,
      ...event,
    }),
  )
  await sql`
    insert into activity (tenant_id, at, request_id, actor, address, device, action, kind, object_id, object_name, after)
    select "tenantId", ${ctx.now()}::timestamptz, ${ctx.origin.requestId}, actor, ${ctx.origin.address}, ${deviceOf(ctx)},
      action, kind, id, name, nullif(after::text, 'null')::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as event (
      position integer, "tenantId" integer, actor text, action text, kind text, id integer, name text, after json)
    order by position
  `.execute(ctx.db)
}
