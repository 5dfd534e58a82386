import type { Deployment } from './kit/deployment.ts'
import type { GroupKind } from './kit/group-kinds.ts'

export type Action = 'view' | 'add' | 'change' | 'delete'

/** `members`: everybody who is signed in. What others may read is a resource's `published` (decision D32). */
export type Readers = 'members' | 'superusers'

/** A group kind stands for its members, each for the objects of their own groups. */
export type Writers = 'nobody' | 'superusers' | { readonly group: GroupKind }

/** A kind of object with rights of its own, and what people call it. */
export interface ProtectedKind {
  /** Its word in the activity log, in history and in cache keys. */
  readonly kind: string
  readonly label: { readonly one: string; readonly many: string }
  /** Who may read and write it, deployment by deployment. Absent: it does not exist there. */
  readonly access: { readonly [D in Deployment]?: { readonly read: Readers; readonly write: Writers } }
}

/** A signed-in person. A superuser counts as a member of every group. */
export interface Actor {
  readonly username: string
  readonly isSuperuser: boolean
  readonly groups: Readonly<Record<GroupKind, readonly string[]>>
}

/** Whoever asks, and through which kind of host. */
export interface Visitor {
  readonly deployment: Deployment
  readonly actor?: Actor | undefined
}

/**
 * May this visitor do this? The server refuses by it; the browser disables and hides by it. For a change or delete,
 * `record` is the object in question; without it the answer says whether there can be any such object.
 * Rights: specification part 1 section 6, part 2 section 6.
 */
export function can(
  { deployment, actor }: Visitor,
  action: Action,
  resource: Pick<ProtectedKind, 'access'>,
  record?: { readonly groupname?: unknown },
): boolean {
  const rule = resource.access[deployment]
  if (!rule) return false
  if (!actor) return false
  if (actor.isSuperuser) return action === 'view' || rule.write !== 'nobody'
  if (action === 'view') return rule.read === 'members'
  if (typeof rule.write === 'string') return false
  const mine = actor.groups[rule.write.group]
  if (!record) return mine.length > 0
  return mine.some((group) => group === record.groupname)
}
