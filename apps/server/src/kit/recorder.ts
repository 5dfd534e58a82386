import { invalidInput, staleVersion } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { actorName, type Context } from '#request/context.ts'
import { type Document, digestOf, type Touched } from '#request/touched.ts'

/** One object that was added (no `before`), changed, or removed (no `after`). */
export interface Change {
  /** Whose it is; nothing means the tenant that the request is for. */
  readonly tenant?: Touched['tenant']
  readonly kind: string
  readonly id: number
  /** What it is called now; of a removed object, what it was called. */
  readonly name: string
  readonly before?: Document | undefined
  readonly after?: Document | undefined
  /** Row version before the write; nothing for what is new. */
  readonly rowVersion?: number | undefined
  readonly comment?: string
  /** Its versions are rows of its own table, so that others can stand on one of them: none is written here. */
  readonly keepsItsVersions?: boolean
}

/**
 * Remembers everything a write did: a version document for each object that is there afterwards, and a row of the
 * activity log for each object touched, in one statement whatever their number. To be called once in a write's
 * transaction, at its end; what is another tenant's can be recorded in a transaction for every tenant only. Throws
 * `stale_version` when the visitor agreed to a dry run that touched something else, `invalid_input` when it brings back a
 * version that there is none of. Decisions D12 and D13.
 */
export async function record(ctx: Context, changes: readonly Change[]): Promise<void> {
  if (ctx.touched.length > 0) throw new Error('A write is recorded once.')
  ctx.touched.push(...changes.map((change) => touchedBy(ctx, change)))
  const { ifPreviewMatch, restoredFrom, remark } = ctx.write
  if (ifPreviewMatch !== undefined && ifPreviewMatch !== '*' && ifPreviewMatch !== digestOf(ctx.touched)) {
    throw staleVersion('What this would change')
  }
  const [saved] = changes
  // Who keeps versions of its own knows them by other numbers, and has looked.
  if (restoredFrom !== undefined && saved?.keepsItsVersions !== true) await assertVersion(ctx, saved, restoredFrom)
  // What a dry run would remember would be taken back; nobody has to wait for it.
  if (ctx.touched.length === 0 || ctx.write.dryRun) return
  const rows = ctx.touched.map((touched, position) => ({
    position,
    tenant_id: touched.tenant.id,
    is_version: touched.after !== null && changes[position]?.keepsItsVersions !== true,
    kind: touched.kind,
    object_id: touched.id,
    name: touched.name,
    action: touched.action,
    before: touched.before,
    after: touched.after,
    comment: touched.comment,
    // Both belong to the object the visitor saved, which stands first.
    remark: position === 0 ? (remark ?? '') : '',
    restored_from: position === 0 ? (restoredFrom ?? null) : null,
  }))
  await sql`
    with input as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as input (
        position integer, tenant_id integer, is_version boolean, kind text, object_id integer, name text, action text,
        before json, after json, comment text, remark text, restored_from integer)
    ), kept as (
      insert into versions
        (tenant_id, kind, object_id, number, name, document, author, created_at, comment, remark, restored_from)
      select input.tenant_id, input.kind, input.object_id, 1 + coalesce(latest.number, 0), input.name, input.after,
        ${actorName(ctx)}, ${ctx.now()}::timestamptz, input.comment, input.remark, input.restored_from
      from input
      left join lateral (
        select max(number) as number from versions
        where tenant_id = input.tenant_id and kind = input.kind and object_id = input.object_id
      ) as latest on true
      where input.is_version
    )
    insert into activity
      (tenant_id, at, request_id, actor, address, action, kind, object_id, object_name, before, after)
    select input.tenant_id, ${ctx.now()}::timestamptz, ${ctx.origin.requestId}, ${actorName(ctx)}, ${ctx.origin.address}, input.action,
      input.kind, input.object_id, input.name, nullif(input.before::text, 'null')::json,
      nullif(input.after::text, 'null')::json
    from input order by input.position
  `.execute(ctx.db)
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

function touchedBy(ctx: Context, change: Change): Touched {
  const { kind, id, name, before, after, rowVersion, comment } = change
  const action = before ? (after ? 'change' : 'delete') : 'add'
  const tenant = change.tenant ?? { id: ctx.tenant.id, name: ctx.tenant.name }
  return {
    tenant,
    kind,
    id,
    name,
    action,
    before: before ?? null,
    after: after ?? null,
    rowVersion: rowVersion ?? null,
    comment: comment ?? (action === 'add' ? initialComment : ''),
  }
}

export const initialComment = 'Initial version.'

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
