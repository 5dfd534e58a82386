/** The first tag of a service type that users maintain in the console. */
export const consoleTag = 'poem'

interface Tagged {
  readonly tags?: readonly string[] | undefined
}

/** The first tag is the origin of a service type; empty if it has no tags. */
export const originOf = ({ tags }: Tagged): string => tags?.[0] ?? ''

/** Whether users maintain it in the console. */
export const isOfConsole = (type: Tagged): boolean => originOf(type) === consoleTag

interface Entry extends Tagged {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  readonly tenant?: string | undefined
}

/**
 * Merges entries with the same name, one from the console and one from a connector: with the tags of both, and with
 * users' texts before those of the connector. The console's tags come first, so that the entry remains its own if the
 * connector leaves it out.
 */
export function mergedByName<Type extends Entry>(types: readonly Type[]): Type[] {
  const byName = Map.groupBy(types, ({ name }) => name)
  return [...byName.values()].flatMap((namesakes) => {
    const sorted = namesakes.toSorted((a, b) => Number(isOfConsole(b)) - Number(isOfConsole(a)))
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

/** The first nonempty text of this field, or an empty one. */
const firstText = (types: readonly Entry[], member: 'description' | 'tenant') =>
  types.map((type) => type[member]).find(Boolean) ?? ''
