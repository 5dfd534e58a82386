import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Recording } from '#request/recording.ts'
import type { Change } from './changes.ts'

/** Usernames have a rule of their own, and metrics have the names of their templates. */
const withoutTwins = ['user', 'metric']

/** More are not named. */
const maxTwins = 3

const isNamed = ({ kind, before, after }: Change) =>
  after !== undefined && before?.name !== after.name && !withoutTwins.includes(kind)

/**
 * Other objects of the tenant whose names differ from new names of these changes only in capital letters. Every kind of object
 * has its name in its latest version.
 */
export async function findTwins(ctx: Context, changes: readonly Change[]): Promise<NonNullable<Recording['twins']>> {
  const given = changes.filter(isNamed).map(({ kind, id, name }) => ({ kind, id, name }))
  if (given.length === 0) return []
  const { rows } = await sql<{ kind: string; name: string }>`
    select distinct twin.kind, twin.name
    from json_to_recordset(${JSON.stringify(given)}::json) as given (kind text, id integer, name text)
    join versions as twin on twin.tenant_id = ${ctx.tenant.id}::integer and twin.kind = given.kind
      and lower(twin.name) = lower(given.name) and twin.name <> given.name
    where twin.object_id <> given.id and not twin.is_deletion and not exists (
      select from versions as later where later.tenant_id = twin.tenant_id and later.kind = twin.kind
        and later.object_id = twin.object_id and later.number > twin.number)
    order by twin.name limit ${maxTwins}
  `.execute(ctx.db)
  return rows
}
