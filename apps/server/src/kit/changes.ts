import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/touched.ts'

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
  readonly comment?: string
  /** Its versions are rows of its own table, so that others can stand on one of them: none is written here. */
  readonly keepsItsVersions?: boolean
}

export const initialComment = 'Initial version.'

/**
 * All changes of a write as `changes` of a `with` clause, in the order of `step`, `position`, tenant and `name`: first
 * those given, of the request's tenant, then those that effects have left in `pending_changes`.
 */
export function changesOf(ctx: Context, given: readonly Change[]): RawBuilder<unknown> {
  const { remark = '', restoredFrom } = ctx.write
  const rows = given.map((change, position) => ({
    position,
    kind: change.kind,
    object_id: change.id,
    name: change.name,
    before: change.before,
    after: change.after,
    row_version: change.rowVersion,
    comment: change.comment ?? (change.before ? '' : initialComment),
    is_version: change.after !== undefined && change.keepsItsVersions !== true,
    // Both belong to the object the visitor saved, which stands first.
    remark: position === 0 ? remark : '',
    restored_from: position === 0 ? restoredFrom : undefined,
  }))
  const pending = sql`union all
    select step, 0, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version, '', null
    from pending_changes`
  return sql`given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (position integer, kind text,
        object_id integer, name text, before json, after json, row_version integer, comment text, is_version boolean,
        remark text, restored_from integer)
    ), changes as not materialized (
      select 0 as step, position, ${ctx.tenant.id}::integer as tenant_id, kind, object_id, name, before, after,
        row_version, comment, is_version, remark, restored_from
      from given ${ctx.collectsChanges ? pending : sql``}
    )`
}

export const action = sql`case when before is null then 'add' when after is null then 'delete' else 'change' end`

/**
 * Stands for exactly this set of changes, computed from exactly these row versions: a query over `changes`. Ids of what is
 * only being added do not count: a dry run uses up ids that the real run then does not get.
 */
export const digestOfChanges = sql<string>`(
  select encode(sha256(coalesce(string_agg(line, '' order by line), '')), 'hex') from (
    select sha256(convert_to(json_build_array(tenant_id, kind,
      case when before is null then name else object_id::text end, ${action}, row_version, after::text)::text, 'UTF8')) as line
    from changes) as lines)`

/** The digest of a write that changes nothing. */
export const digestOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
