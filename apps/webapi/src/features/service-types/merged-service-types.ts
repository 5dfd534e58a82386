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
    const [first, ...others] = same.toSorted((a, b) => Number(isOfConsole(b)) - Number(isOfConsole(a)))
    return first === undefined ? [] : [others.reduce(merged, first)]
  })
}

const isOfConsole = (type: ServiceTypeSent) => originOf(type) === 'poem'

const merged = (first: ServiceTypeSent, other: ServiceTypeSent): ServiceTypeSent => ({
  ...first,
  title: first.title ?? other.title,
  description: first.description || other.description,
  tags: [...new Set([...(first.tags ?? []), ...(other.tags ?? [])])],
  tenant: first.tenant || other.tenant,
})
