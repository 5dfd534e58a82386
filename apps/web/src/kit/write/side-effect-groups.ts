import type { AffectedGroup, AffectedObject, DryRun } from '@quatrain/contract/kit/dry-run.ts'

/** The objects of one kind that a write affects in one tenant: their number, and those that the preview lists. */
export interface SideEffectGroup {
  readonly group: AffectedGroup
  readonly objects: readonly AffectedObject[]
}

/** The side effects of a write, without the objects that it is about. */
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

/** The names of the tenants with side effects, in their order. */
export const tenantsIn = (groups: readonly SideEffectGroup[]): string[] => [
  ...new Set(groups.map(({ group }) => group.tenant)),
]

const keyOf = ({ tenant, kind, action }: Pick<AffectedGroup, 'tenant' | 'kind' | 'action'>) =>
  [tenant, kind, action].join('\n')

/** The name of an object before the write, which its pages still have. */
export const nameNow = ({ before, name }: AffectedObject): string =>
  typeof before?.name === 'string' ? before.name : name
