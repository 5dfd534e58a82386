import type { GroupsOfUser } from '@quatrain/contract/accounts/session.ts'
import { byGroupKind, type GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { type GroupRow, wordsOfGroups } from '@quatrain/contract/resources/group.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { NamedGroup } from '#kit/resource/grouped-objects.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { grouped } from './grouped-kinds.ts'

/** The names of all groups, by kind. */
export async function namesByKind(db: Db): Promise<GroupsOfUser> {
  const groups = await db.selectFrom('groups').select(['kind', 'name']).orderBy('name').execute()
  return byGroupKind((kind) => groups.flatMap((group) => (group.kind === kind ? [group.name] : [])))
}

/** A group with its objects and users, by name. */
export interface StoredGroup extends NamedGroup {
  readonly rowVersion: number
  readonly items: string[]
  readonly users: string[]
}

/** The groups of a kind by name, with the numbers of their objects and of their users. */
export const findRows = (db: Db, kind: GroupKind) =>
  rowsIn(db)<GroupRow>`
    select owner.name, ${grouped[kind].countIn(sql`owner.id`)} as items,
      (select count(*)::integer from group_members as member
       where member.tenant_id = owner.tenant_id and member.group_id = owner.id) as users
    from groups as owner where owner.kind = ${kind} order by owner.name`

export type Which = { readonly id: number } | { readonly name: string }

export async function findIfThere(db: Db, kind: GroupKind, criteria: Which): Promise<StoredGroup | undefined> {
  const isIt = 'id' in criteria ? sql`owner.id = ${criteria.id}` : sql`owner.name = ${criteria.name}`
  return firstRowIn(db)<StoredGroup>`
    with owner as materialized (select * from groups as owner where owner.kind = ${kind} and ${isIt})
    select owner.id, owner.row_version as "rowVersion", owner.name, ${grouped[kind].namesIn(sql`owner.id`)} as items, (
      select coalesce(json_agg(username order by username), '[]') from users
      where (id in (select user_id from group_members where group_id = (select id from owner))) is true) as users
    from owner`
}

const nameTaken = (kind: GroupKind) => () =>
  new AppError('already_exists', wordsOfGroups(kind).takenMessage, { fields: { name: 'Already exists' } })

const explain = (kind: GroupKind) => (error: unknown) =>
  Promise.reject(fromDatabase(error, { groups_name_key: nameTaken(kind) }))

/** Throws `already_exists`. */
export const insert = (db: Db, kind: GroupKind, name: string): Promise<{ id: number; rowVersion: number }> =>
  db
    .insertInto('groups')
    .values({ kind, name })
    .returning(['id', 'row_version as rowVersion'])
    .executeTakeFirstOrThrow()
    .catch(explain(kind))

/** Stores the name and increments the row version. Throws `already_exists`. */
export async function update(db: Db, kind: GroupKind, { id, name }: NamedGroup): Promise<void> {
  await db
    .updateTable('groups')
    .set((eb) => ({ name, row_version: eb('row_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(explain(kind))
}

/** Removes a group without objects and users. */
export async function remove(db: Db, id: number): Promise<void> {
  await db.deleteFrom('groups').where('id', '=', id).execute()
}
