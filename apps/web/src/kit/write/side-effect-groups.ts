import type { AffectedGroup, AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'

/** What a write does in one tenant to objects of one kind: how many, and those that are told. */
export interface SideEffectGroup {
  readonly group: AffectedGroup
  readonly objects: readonly AffectedObject[]
}

/** What a write touches, without the objects that it is about. */
export function sideEffectsIn(
  { changes, groups }: Pick<DryRun, 'changes' | 'groups'>,
  own: readonly AffectedObject[],
): readonly SideEffectGroup[] {
  const sampled = Map.groupBy(changes, keyOf)
  const isOwn = new Set(own)
  return groups.flatMap((group) => {
    const all = sampled.get(keyOf(group)) ?? []
    const objects = all.filter((object) => !isOwn.has(object))
    const count = group.count - (all.length - objects.length)
    return count === 0 ? [] : [{ group: { ...group, count }, objects }]
  })
}

const keyOf = ({ tenant, kind, action }: Pick<AffectedGroup, 'tenant' | 'kind' | 'action'>) =>
  [tenant, kind, action].join('\n')

/** The name of an object before the write, by which its pages are found now. */
export const nameNow = ({ before, name }: AffectedObject): string =>
  typeof before?.name === 'string' ? before.name : name
