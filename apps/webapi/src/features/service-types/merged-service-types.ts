import type { ServiceTypeSent } from './service-type-body.ts'

/** The first tag says where a service type comes from; `poem` stands for the console. */
export const originOf = ({ tags }: ServiceTypeSent): string => tags?.[0] ?? ''

/**
 * One entry for each name, where it came once from the console and once from a feed: with the tags of both, and what a
 * person entered before what was fed. The console comes first, so that the entry is still known as its own when the feed
 * leaves it out.
 */
export function mergedByName(types: readonly ServiceTypeSent[]): ServiceTypeSent[] {
  const byName = Map.groupBy(types, ({ name }) => name)
  return [...byName.values()].flatMap((same) => {
    const sorted = same.toSorted((a, b) => Number(isOfConsole(b)) - Number(isOfConsole(a)))
    const [first] = sorted
    if (first === undefined || sorted.length === 1) return sorted
    // Each list of tags is read once: feeds may name one service type thousands of times.
    const tags = [...new Set(sorted.flatMap(({ tags }) => tags ?? []))]
    const title = sorted.find(({ title }) => title !== undefined)?.title
    return [
      { ...first, title, description: firstText(sorted, 'description'), tags, tenant: firstText(sorted, 'tenant') },
    ]
  })
}

const isOfConsole = (type: ServiceTypeSent) => originOf(type) === 'poem'

/** The first text of this member that is not empty; empty when there is none. */
const firstText = (types: readonly ServiceTypeSent[], member: 'description' | 'tenant') =>
  types.map((type) => type[member]).find(Boolean) ?? ''
