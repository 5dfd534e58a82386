import { byGroupKind, type GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { UserRights } from '@quatrain/contract/kit/policy.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The user of a session or of a key. */
export interface LoggedInUser extends UserRights {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly dateJoined: Date
  /** When the user last proved who they are in this session. */
  readonly verifiedAt: Date
  /** Whether the user must set up a second factor before anything else in this session. */
  readonly needsFactor?: boolean
}

/** A user as far as the log names one. */
export type NamedUser = Pick<LoggedInUser, 'id' | 'username'>

/** What `userColumns` reads. */
export interface UserRow extends Omit<LoggedInUser, 'groups' | 'verifiedAt'> {
  readonly groups: readonly { readonly kind: GroupKind; readonly name: string }[]
}

/** The user in a row of `users`, with the present rights. A superuser counts as a member of every group of the tenant. */
export const userColumns = sql`
  users.id, users.username, users.first_name as "firstName", users.last_name as "lastName", users.email,
  users.is_superuser as "isSuperuser", users.date_joined as "dateJoined",
  (select coalesce(json_agg(json_build_object('kind', owner.kind, 'name', owner.name) order by owner.name), '[]')
   from groups as owner
   where users.is_superuser or exists (
     select from group_members as member
     where member.tenant_id = owner.tenant_id and member.group_id = owner.id and member.user_id = users.id)
  ) as groups`

/** The user of such a row, who last proved who they are at this time. */
export const loggedInUserOf = (
  { id, username, firstName, lastName, email, isSuperuser, dateJoined, groups }: UserRow,
  verifiedAt: Date,
): LoggedInUser => ({
  id,
  username,
  firstName,
  lastName,
  email,
  isSuperuser,
  dateJoined,
  verifiedAt,
  groups: byGroupKind((kind) => groups.filter((group) => group.kind === kind).map(({ name }) => name)),
})

/** The time of a user who has typed no password or code: it refuses what needs a recent login. */
export const neverVerified = new Date(0)

/** The active users of these names with the rights of this moment. */
export async function findActiveUsers(db: Db, usernames: readonly string[]): Promise<readonly LoggedInUser[]> {
  const rows = await rowsIn(db)<UserRow>`
    select ${userColumns} from users
    where tenant_id = current_tenant() and username = any(${[...usernames]}::text[]) and is_active`
  return rows.map((row) => loggedInUserOf(row, neverVerified))
}

/** The active user of this name with the rights of this moment; undefined if there is none. */
export const findActiveUser = async (db: Db, username: string): Promise<LoggedInUser | undefined> =>
  (await findActiveUsers(db, [username]))[0]
