import type { ServiceTypeSent } from './service-type-body.ts'

/** The first tag is the origin of a service type; `poem` is the console. */
export const originOf = ({ tags }: ServiceTypeSent): string => tags?.[0] ?? ''

/**
 * Merges entries with the same name, one from the console and one from a connector: with the tags of both, and with
 * users' texts before those of the connector. The console's tags come first, so that the entry remains its own if the
 * connector leaves it out.
 */
export function mergedByName(types: readonly ServiceTypeSent[]): ServiceTypeSent[] {
  const byName = Map.groupBy(types, ({ name }) => name)
  return [...byName.values()].flatMap((same) => {
    const sorted = same.toSorted((a, b) => Number(isOfConsole(b)) - Number(isOfConsole(a)))
    const [first] = sorted
    if (first === undefined || sorted.length === 1) return sorted
    // Each list of tags is read once: connectors may send one service type thousands of times.
    const tags = [...new Set(sorted.flatMap(({ tags }) => tags ?? []))]
    const title = sorted.find(({ title }) => title !== undefined)?.title
    return [
      { ...first, title, description: firstText(sorted, 'description'), tags, tenant: firstText(sorted, 'tenant') },
    ]
  })
}

const isOfConsole = (type: ServiceTypeSent) => originOf(type) === 'poem'

/** The first nonempty text of this field, or an empty one. */
const firstText = (types: readonly ServiceTypeSent[], member: 'description' | 'tenant') =>
  types.map((type) => type[member]).find(Boolean) ?? ''
