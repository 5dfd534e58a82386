import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { ArrivedPerson } from './arrived-person.ts'
import { usernameStem } from './free-username.ts'

export interface KnownUser {
  readonly id: number
  readonly username: string
  readonly isActive: boolean
}

type Identity = Pick<ArrivedPerson, 'issuer' | 'subject'> & { readonly providerId: number }

/** The user of a subject. Names and mail addresses are never compared. */
export const findUser = (db: Db, { providerId, issuer, subject }: Identity): Promise<KnownUser | undefined> =>
  db
    .selectFrom('sign_on_subjects as subject')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'subject.tenant_id').onRef('users.id', '=', 'subject.user_id'),
    )
    .select(['users.id', 'users.username', 'users.is_active as isActive'])
    .where('subject.provider_id', '=', providerId)
    .where('subject.issuer', '=', issuer)
    .where('subject.subject', '=', subject)
    .executeTakeFirst()

/** The usernames that a name made of `base` could collide with, in small letters. */
export async function findTakenUsernames(db: Db, base: string): Promise<ReadonlySet<string>> {
  // Numbers replace the end of a long name.
  const beginning = usernameStem(base).slice(0, 20)
  const users = await db
    .selectFrom('users')
    .select('username')
    .where(sql<boolean>`starts_with(lower(username), lower(${beginning}))`)
    .execute()
  return new Set(users.map(({ username }) => username.toLowerCase()))
}

/** The ids of those of the groups that exist. */
export async function findGroups(db: Db, groups: ArrivedPerson['groups']) {
  if (groups.length === 0) return []
  return rowsIn(db)<{ id: number; kind: GroupKind; group: string }>`
    select owner.id, owner.kind, owner.name as "group"
    from groups as owner
    join json_to_recordset(${JSON.stringify(groups)}::json) as given (kind text, "group" text)
      on owner.kind = given.kind and owner.name = given."group"`
}

/** Adds a user without a password, who is this subject at the provider. At most three statements. */
export async function insertUser(
  db: Db,
  identity: Identity,
  user: {
    readonly username: string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly displayName: string
    readonly groupIds: readonly number[]
    readonly createdAt: Date
  },
): Promise<KnownUser> {
  const { username, firstName, lastName, email, displayName, groupIds, createdAt } = user
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      first_name: firstName,
      last_name: lastName,
      email,
      displayname: displayName,
      subject: identity.subject,
      date_joined: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { providerId: provider_id, issuer, subject } = identity
  await db.insertInto('sign_on_subjects').values({ provider_id, issuer, subject, user_id: id }).execute()
  if (groupIds.length > 0) {
    await db
      .insertInto('group_members')
      .values(groupIds.map((group_id) => ({ user_id: id, group_id })))
      .execute()
  }
  return { id, username, isActive: true }
}
