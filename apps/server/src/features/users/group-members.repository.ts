import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groupsField, users } from '@quatrain/contract/resources/user.ts'
import { sql } from 'kysely'
import type { NamedGroup } from '#kit/resource/grouped-objects.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Users are recorded after the changes of the group itself, and of its objects. */
const step = sql`2::smallint`

interface Member {
  readonly username: string
  readonly kind: GroupKind
  /** The name of the group. */
  readonly name: string
}

/** Adds users to groups of a tenant, without recording it. One statement for any number; both have to exist. */
export async function addMembers(db: Db, members: readonly Member[]): Promise<void> {
  await sql`
    insert into group_members (user_id, group_id)
    select users.id, owner.id
    from json_to_recordset(${JSON.stringify(members)}::json) as given (username text, kind text, name text)
    join users on users.username = given.username
    join groups as owner on owner.kind = given.kind and owner.name = given.name
  `.execute(db)
}

/**
 * Makes `usernames` the complete list of the group's users. Adds each user who joins, leaves, or stays in a group with
 * another name to the pending changes of the transaction, with a new row version. Returns those of `usernames` that do
 * not exist. One statement for any number; to be called before the group itself is renamed. Without statistics, PostgreSQL
 * would compare every user of the tenant with every member: `is true` makes it read both once.
 */
export async function setMembers(
  db: Db,
  kind: GroupKind,
  group: NamedGroup,
  usernames: readonly string[],
): Promise<string[]> {
  const field = groupsField[kind]
  const { label } = users.compared[field]
  const { rows } = await sql<{ username: string }>`
    with given as materialized (
      select distinct username collate "C" as username from unnest(${[...usernames]}::text[]) as username
    ), candidates as materialized (
      select id, username, row_version, (username in (select username from given)) is true as is_member, (id in (
          select user_id from group_members
          where tenant_id = current_tenant() and group_id = ${group.id}::integer)) is true as was_member
      from users where tenant_id = current_tenant()
    ), affected as materialized (
      select candidates.*, owner.name as was
      from candidates
      join groups as owner on owner.tenant_id = current_tenant() and owner.id = ${group.id}::integer
      where (was_member or is_member) and (was_member <> is_member or owner.name <> ${group.name})
    ), removed as (
      delete from group_members
      where tenant_id = current_tenant() and group_id = ${group.id}::integer
        and (user_id in (select id from affected where not is_member)) is true
    ), added as (
      insert into group_members (user_id, group_id)
      select id, ${group.id}::integer from affected where not was_member
    ), updated as (
      update users set row_version = row_version + 1
      where tenant_id = current_tenant() and (id in (select id from affected)) is true
    ), collected as (
      insert into pending_changes
        (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
      select ${step}, current_tenant(), ${users.kind}, affected.id, affected.username, latest.document, (
          select json_object_agg(entry.key, case entry.key when ${field} then names.list else entry.value end
            order by entry.position)
          from json_each(latest.document) with ordinality as entry (key, value, position)),
        affected.row_version,
        concat_ws(' ', case when was_member then ${`Deleted ${label} `}::text || was || '.' end,
          case when is_member then ${`Added ${label} ${group.name}.`}::text end), true
      from affected
      join lateral (
        select document from versions
        where tenant_id = current_tenant() and kind = ${users.kind} and object_id = affected.id
        order by number desc limit 1
      ) as latest on true
      cross join lateral (
        select coalesce(json_agg(name order by name), '[]') as list from (
          select other.name from group_members as member
          join groups as other on other.tenant_id = current_tenant() and other.id = member.group_id
          where member.tenant_id = current_tenant() and member.user_id = affected.id and other.kind = ${kind}
            and other.id <> ${group.id}::integer
          union all
          select ${group.name}::text collate "C" where affected.is_member) as of_kind
      ) as names
    )
    select username from given where (username in (select username from candidates where is_member)) is not true order by username
  `.execute(db)
  return rows.map(({ username }) => username)
}
