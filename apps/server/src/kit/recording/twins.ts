import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Recording } from '#request/context/recording.ts'
import type { Change } from './changes.ts'

/** Usernames have a rule of their own, and metrics have the names of their templates. */
const withoutTwins = ['user', 'metric']

/** The maximum number of objects that are named. */
const maxTwins = 3

const isNamed = ({ kind, before, after }: Change) =>
  after !== undefined && before?.name !== after.name && !withoutTwins.includes(kind)

/**
 * Selects other objects of the tenant whose names differ from new names of these changes only in capital letters. It is an expression, so
 * that a write needs no statement for it. Every kind of object has its name in its latest version.
 */
export function twinsOf(ctx: Context, changes: readonly Change[]): RawBuilder<Recording['twins'] | null> {
  const namedChanges = changes.filter(isNamed).map(({ kind, id, name }) => ({ kind, id, name }))
  if (namedChanges.length === 0) return sql`null::json`
  return sql`(
    select json_agg(twin order by twin.name) from (
      select distinct twin.kind, twin.name
      from json_to_recordset(${JSON.stringify(namedChanges)}::json) as named (kind text, id integer, name text)
      join versions as twin on twin.tenant_id = ${ctx.tenant.id}::integer and twin.kind = named.kind
        and lower(twin.name) = lower(named.name) and twin.name <> named.name
      where twin.object_id <> named.id and not twin.is_deletion and not exists (
        select from versions as later where later.tenant_id = twin.tenant_id and later.kind = twin.kind
          and later.object_id = twin.object_id and later.number > twin.number)
      limit ${maxTwins}) as twin)`
}
