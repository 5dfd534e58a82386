import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'

/** One object that was added (no `before`), changed, or removed (no `after`). */
export interface Change {
  readonly kind: string
  readonly id: number
  /** What it is called now; of a removed object, what it was called. */
  readonly name: string
  readonly before?: Document | undefined
  readonly after?: Document | undefined
  /** Row version before the write; nothing for what is new. */
  readonly rowVersion?: number | undefined
  /** Made when a version is written: a dry run has no use for it. */
  readonly comment?: () => string
  /** Its versions are rows of its own table, so that others can stand on one of them: none is written here. */
  readonly keepsItsVersions?: boolean
}

export const initialComment = 'Initial version.'

/** What a statement needs to know of a change beside its object. */
interface Content {
  readonly before?: Document | undefined
  readonly after?: Document | undefined
  readonly comment?: string
  /** What stands for `after` in the digest, where it is not sent; and how long both documents are. */
  readonly hash?: string | undefined
  readonly characters?: number
}

/** All that is recorded of a change. */
export const recorded = ({ before, after, comment }: Change): Content => ({
  before,
  after,
  comment: comment?.() ?? (before ? '' : initialComment),
})

/** What stands for a change whose documents stay in the server. */
export function summarized({ before, after }: Change): Content {
  const [old, now] = [before, after].map((document) => document && JSON.stringify(document))
  const characters = (old?.length ?? 0) + (now?.length ?? 0)
  return { hash: now === undefined ? undefined : hash('sha256', now), characters }
}

/**
 * All changes of a write as `changes` of a `with` clause, in the order of `step`, `position`, tenant and `name`: first
 * those given, of the request's tenant, with what `contentOf` sends of them, then those that effects have left in
 * `pending_changes`. A change that is given is of step 0, and `position` is its index.
 */
export function changesOf(
  ctx: Context,
  given: readonly Change[],
  contentOf: (change: Change) => Content,
): RawBuilder<unknown> {
  const { remark = '', restoredFrom } = ctx.write
  const rows = given.map((change, position) => ({
    position,
    kind: change.kind,
    object_id: change.id,
    name: change.name,
    action: change.before ? (change.after ? 'change' : 'delete') : 'add',
    row_version: change.rowVersion,
    ...contentOf(change),
    is_version: change.after !== undefined && change.keepsItsVersions !== true,
    // Both belong to the object the visitor saved, which stands first.
    remark: position === 0 ? remark : '',
    restored_from: position === 0 ? restoredFrom : undefined,
  }))
  const pending = sql`union all
    select step, 0, tenant_id, kind, object_id, name,
      case when before is null then 'add' when after is null then 'delete' else 'change' end,
      before, after, null, 0, row_version, comment, is_version, '', null
    from pending_changes`
  return sql`given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (position integer, kind text,
        object_id integer, name text, action text, before json, after json, hash text, characters integer,
        row_version integer, comment text, is_version boolean, remark text, restored_from integer)
    ), changes as not materialized (
      select 0 as step, position, ${ctx.tenant.id}::integer as tenant_id, kind, object_id, name, action, before, after,
        hash, characters, row_version, comment, is_version, remark, restored_from
      from given ${ctx.collectsChanges ? pending : sql``}
    )`
}

/**
 * Stands for exactly this set of changes, computed from exactly these row versions: a query over `changes`. Ids of what is
 * only being added do not count: a dry run uses up ids that the real run then does not get.
 */
export const digestOfChanges = sql<string>`(
  select encode(sha256(coalesce(string_agg(line, '' order by line), '')), 'hex') from (
    select sha256(convert_to(json_build_array(tenant_id, kind, case when action = 'add' then name else object_id::text end,
      action, row_version, coalesce(hash, encode(sha256(convert_to(after::text, 'UTF8')), 'hex')))::text, 'UTF8')) as line
    from changes) as lines)`

/** The digest of a write that changes nothing. */
export const digestOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
