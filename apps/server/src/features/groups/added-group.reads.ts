import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { groups } from '@quatrain/contract/resources/group.ts'
import type { Change } from '#kit/recording/changes.ts'

interface AddedGroup {
  readonly kind: GroupKind
  readonly id: number
  readonly name: string
}

/** A new group without objects and users, in the format of the recorder. */
export const addedGroup = ({ kind, id, name }: AddedGroup): Change => ({
  kind: groups[kind].kind,
  id,
  name,
  after: { name, items: [], users: [] },
})
