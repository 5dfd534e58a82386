import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { NamedGroup } from '#kit/resource/grouped-objects.ts'
import type { Context } from '#request/context/context.ts'
import { setMembers } from './group-members.repository.ts'

/**
 * Makes `usernames` the complete list of the users of a group, which gets its name after the write, in a transaction that
 * collects changes. Returns those that do not exist.
 */
export const setUsersOfGroup = (
  { db }: Context,
  kind: GroupKind,
  group: NamedGroup,
  usernames: readonly string[],
): Promise<string[]> => setMembers(db, kind, group, usernames)
