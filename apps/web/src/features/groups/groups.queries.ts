import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groupEndpoints, groups } from '@quatrain/contract/resources/group.ts'
import { call } from '#kit/api/call.ts'
import { resourceQueries } from '#kit/api/queries.ts'

/** The groups of a kind, with the numbers of their objects and users. */
export const groupListQuery = (kind: GroupKind) => resourceQueries(groups[kind]).list()

/** The key of the objects without a group; it is refreshed with the groups. */
export const availableKey = (kind: GroupKind) => [groups[kind].kind, 'available'] as const

/** Returns some of the objects without a group whose names contain `search`, and how many there are. */
export const readAvailable = (kind: GroupKind, search: string, limit: number, signal: AbortSignal) =>
  call(groupEndpoints(kind).available, { query: { search, limit: String(limit) } }, { signal })
