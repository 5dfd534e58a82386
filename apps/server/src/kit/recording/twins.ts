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
  const namedChanges = (ctx.write.withoutWarnings ? [] : changes.filter(isNamed)).map(({ kind, id, name }) => ({
    kind,
    id,
    name,
  }))
  if (namedChanges.length === 0) return sql`null::json`
  const tenant = sql`${ctx.tenant.id}::integer`
  // The index of names is read name by name: a name has as many versions as there were saves.
  const next = (kind: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`(
    select name from versions where tenant_id = ${tenant} and kind = ${kind} and ${after} order by name limit 1)`
  return sql`(
    with recursive named as materialized (
      select * from json_to_recordset(${JSON.stringify(namedChanges)}::json) as named (kind text, id integer, name text)
    ), known as (
      select kind, ${next(sql`used.kind`, sql`true`)} as name from (select distinct kind from named) as used
      union all
      select kind, ${next(sql`known.kind`, sql`name > known.name`)} from known where name is not null
    ), alike as materialized (
      select named.id, known.kind, known.name from named
      join known on known.kind = named.kind and lower(known.name) = lower(named.name) and known.name <> named.name
    )
    select json_agg(twin order by twin.name) from (
      select distinct twin.kind, twin.name
      from alike as named
      cross join lateral (
        select * from versions as version
        where version.tenant_id = ${tenant} and version.kind = named.kind and version.name = named.name
        -- Few are alike, so each is looked up; a join would read the versions of all names.
        offset 0
      ) as twin
      where twin.object_id <> named.id and not twin.is_deletion and not exists (
        select from versions as later where later.tenant_id = twin.tenant_id and later.kind = twin.kind
          and later.object_id = twin.object_id and later.number > twin.number)
      limit ${maxTwins}) as twin)`
}
