import type { Deployment } from './deployment.ts'
import type { GroupKind } from './group-kinds.ts'

export type Action = 'view' | 'add' | 'change' | 'delete'

/** `members`: all logged-in users. `published` of a resource says what anonymous visitors may read (decision D32). */
export type Readers = 'members' | 'superusers'

/** A group kind permits the members of its groups to write the objects of these groups. */
export type Writers = 'nobody' | 'superusers' | { readonly group: GroupKind }

/** A kind of object with its own permissions, and its labels. */
export interface ProtectedKind {
  /** The name of the kind in the activity log, in histories and in cache keys. */
  readonly kind: string
  readonly label: { readonly one: string; readonly many: string }
  /** The users who may read and write it in each deployment. If a deployment is absent, the kind does not exist there. */
  readonly access: { readonly [D in Deployment]?: { readonly read: Readers; readonly write: Writers } }
  /** Whether scripts can read and write it with keys of users. Absent for people, and for what opens the console. */
  readonly userKeys?: 'accepted'
}

/** A logged-in user. A superuser counts as a member of every group. */
export interface UserRights {
  readonly username: string
  readonly isSuperuser: boolean
  readonly groups: Readonly<Record<GroupKind, readonly string[]>>
}

/** The caller, and the deployment that the caller uses. */
export interface Caller {
  readonly deployment: Deployment
  readonly user?: UserRights | undefined
  /** Kinds that nobody may write in this deployment: the super-tenant does. */
  readonly readOnlyKinds?: readonly string[]
}

/** An object as far as its permissions depend on it. Metrics name their group `group` on the wire, other kinds `groupname`. */
export interface Owned {
  readonly groupname?: unknown
  readonly group?: unknown
}

/** The name of the group that an object belongs to. */
export const groupOf = ({ groupname, group }: Owned): unknown => groupname ?? group

/**
 * Whether this caller may perform the action. The server refuses by it; the browser hides and disables by it. For
 * `change` and `delete`, `record` is the object in question; without it the result is whether such an object can exist.
 * Rights: specification part 1 section 6, part 2 section 6.
 */
export function can(
  { deployment, user, readOnlyKinds = [] }: Caller,
  action: Action,
  resource: Pick<ProtectedKind, 'access' | 'kind'>,
  record?: Owned,
): boolean {
  const rule = resource.access[deployment]
  if (!rule) return false
  if (!user) return false
  if (action !== 'view' && readOnlyKinds.includes(resource.kind)) return false
  if (user.isSuperuser) return action === 'view' || rule.write !== 'nobody'
  if (action === 'view') return rule.read === 'members'
  if (typeof rule.write === 'string') return false
  const ownGroups = user.groups[rule.write.group]
  if (!record) return ownGroups.length > 0
  return ownGroups.some((group) => group === groupOf(record))
}
