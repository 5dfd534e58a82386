import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Document } from '#request/context/recording.ts'
import { collectsChanges } from '#request/tables/temporary.ts'

/** One object that was added (no `before`), changed, or removed (no `after`). */
export interface Change {
  readonly kind: string
  readonly id: number
  /** The current name; of a removed object, its last name. */
  readonly name: string
  readonly before?: Document | undefined
  readonly after?: Document | undefined
  /** Row version before the write; absent for a new object. */
  readonly rowVersion?: number | undefined
  /** Computed when a version is written: a dry run does not need it. */
  readonly comment?: () => string
  /** Recorded even if the documents are equal: something else has changed. */
  readonly isKept?: boolean
  /** Whether the versions of the object are rows of its own table, which other objects can refer to: then the recorder writes none. */
  readonly keepsItsVersions?: boolean
}

/** Whether the object is the same afterwards. */
export function isNothing({ before, after, isKept = false }: Change): boolean {
  if (isKept || before === undefined || after === undefined) return false
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)]
  // The order of members does not count.
  return old === now || (old.length === now.length && isDeepStrictEqual(JSON.parse(old), JSON.parse(now)))
}

export const initialComment = 'Initial version.'

/** The columns of a change besides its object. */
interface Content {
  readonly before?: Document | undefined
  readonly after?: Document | undefined
  readonly comment?: string
  /** The hash that replaces `after` in the digest, if it is not sent; and the length of both documents. */
  readonly hash?: string | undefined
  readonly characters?: number
}

/** All that is recorded of a change. */
export const recorded = ({ before, after, comment }: Change): Content => ({
  before,
  after,
  comment: comment?.() ?? (before ? '' : initialComment),
})

/** The columns of a change whose documents stay on the server. */
export function summarized({ before, after }: Change): Content {
  const [old, now] = [before, after].map((document) => document && JSON.stringify(document))
  const characters = (old?.length ?? 0) + (now?.length ?? 0)
  return { hash: now === undefined ? undefined : hash('sha256', now), characters }
}

/**
 * All changes of a write as the `with` query `changes`, in the order of `step`, `position`, tenant and `name`: first
 * the given changes of the request's tenant, with the columns of `contentOf`, then those that effects have inserted
 * into `pending_changes`. A given change has step 0, and `position` is its index. `later` are numbers of changes that
 * follow later, by tenant and kind.
 */
export function changesOf(
  ctx: Context,
  changes: readonly Change[],
  contentOf: (change: Change) => Content,
): RawBuilder<unknown> {
  const { remark = '', restoredFrom, restoredObject } = ctx.write
  const rows = changes.map((change, position) => ({
    position,
    kind: change.kind,
    object_id: change.id,
    name: change.name,
    action: change.before ? (change.after ? 'change' : 'delete') : 'add',
    row_version: change.rowVersion,
    ...contentOf(position === 0 ? restoring(ctx, change) : change),
    is_version: change.after !== undefined && change.keepsItsVersions !== true,
    // The remark belongs to the object of the write, which is the first.
    remark: position === 0 ? remark : '',
    restored_from: position === 0 ? restoredFrom : undefined,
    continues: position === 0 && !change.before ? restoredObject : undefined,
  }))
  const pending = sql`union all
    select step, 0, tenant_id, kind, object_id, name,
      case when before is null then 'add' when after is null then 'delete' else 'change' end,
      before, after, null, 0, row_version, comment, is_version, '', null, null
    from pending_changes`
  return sql`given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (position integer, kind text,
        object_id integer, name text, action text, before json, after json, hash text, characters integer,
        row_version integer, comment text, is_version boolean, remark text, restored_from integer, continues integer)
    ), changes as not materialized (
      select 0 as step, position, ${ctx.tenant.id}::integer as tenant_id, kind, object_id, name, action, before, after,
        hash, characters, row_version, comment, is_version, remark, restored_from, continues
      from given ${collectsChanges(ctx.db) ? pending : sql``}
    ), later as not materialized (${collectsChanges(ctx.db) ? sql`select * from later_changes` : noLaterChanges})`
}

/** An add that restores a deleted object says so. */
function restoring({ write: { restoredFrom, restoredObject } }: Context, change: Change): Change {
  if (restoredObject === undefined || change.before || change.comment) return change
  return { ...change, comment: () => `Restored version ${restoredFrom}.` }
}

const noLaterChanges = sql`select 0 as tenant_id, '' as kind, 0 as count, '' as action where false`

/**
 * Identifies exactly this set of changes and their row versions, and the numbers of those that follow later: an expression
 * over `changes` and `later`. Ids do not count: a dry run consumes those of added
 * objects, which the real run then does not get.
 */
export const digestOfChanges = sql<string>`(
  select encode(sha256(coalesce(string_agg(line, '' order by line), '')), 'hex') from (
    select sha256(convert_to(json_build_array(tenant_id, kind, name,
      action, row_version, coalesce(hash, encode(sha256(convert_to(after::text, 'UTF8')), 'hex')))::text, 'UTF8')) as line
    from changes
    union all
    select sha256(convert_to(json_build_array(tenant_id, kind, 'later', count)::text, 'UTF8')) from later) as lines)`

/** The digest of a write that changes nothing. */
export const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
