import { ignoringCase } from '../kit/order.ts'
import type { Card } from './filter-places.ts'
import { extensionPrefix } from './filter-places.ts'
import { selection } from './patterns.ts'
import { type TopologyType, topologyTypes } from './topology-types.ts'

/** The part of a tenant's topology that the options of a report depend on. */
export interface TopologyRows {
  readonly groups: readonly { readonly type: string; readonly group: string; readonly subgroup: string }[]
  readonly endpoints: readonly {
    readonly type?: string | undefined
    readonly group: string
    readonly service: string
  }[]
}

/** The chosen values of the fields of entities. */
export type ChosenEntities = Readonly<
  Record<Card, { readonly first: readonly string[]; readonly second: readonly string[] }>
>

/** The options of the fields of each card. */
type EntityOptions = Readonly<Record<Card, { readonly first: readonly string[]; readonly second: readonly string[] }>>

/**
 * Prepares the options of the fields of entities, sorted ignoring case. Choices narrow the options of the fields below them;
 * a choice of lower groups in the card of endpoints takes precedence over the one in the card of groups.
 */
export function entityOptions({ groups, endpoints }: TopologyRows, type: TopologyType) {
  const [upper, lower] = topologyTypes[type]
  const isOf = (wanted: string) => (row: { readonly type?: string | undefined }) => row.type?.toUpperCase() === wanted
  const pairs = groups.filter(isOf(upper))
  const services = endpoints.filter(isOf(lower))
  const upperNames = sorted(pairs.map(({ group }) => group))
  const lowerNames = sorted(pairs.map(({ subgroup }) => subgroup))
  const serviceNames = sorted(services.map(({ service }) => service))

  function lowerIn(chosen: readonly string[]): readonly string[] {
    if (chosen.length === 0) return lowerNames
    const inUpper = new Set(upperNames.filter(selection(chosen)))
    return among(
      lowerNames,
      pairs.flatMap(({ group, subgroup }) => (inUpper.has(group) ? [subgroup] : [])),
    )
  }

  return ({ group, endpoint }: ChosenEntities): EntityOptions => {
    const lowerOptions = lowerIn(group.first)
    const middle = endpoint.first.length > 0 ? endpoint.first : group.second
    const isInMiddle = middle.length > 0 ? resultsOf(selection(middle)) : isOneOf(lowerOptions)
    const isNarrowed = middle.length > 0 || group.first.length > 0
    return {
      group: { first: upperNames, second: lowerOptions },
      endpoint: {
        first: lowerOptions,
        second: isNarrowed
          ? among(
              serviceNames,
              services.flatMap((row) => (isInMiddle(row.group) ? [row.service] : [])),
            )
          : serviceNames,
      },
    }
  }
}

/** The names that are among the wanted ones, in their order. */
const among = (names: readonly string[], wanted: readonly string[]) => names.filter(isOneOf(wanted))

function isOneOf(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names)
  return (name) => known.has(name)
}

/** The same function, which is called once for each name. */
function resultsOf(test: (name: string) => boolean): (name: string) => boolean {
  const results = new Map<string, boolean>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = test(name)
    results.set(name, result)
    return result
  }
}

/** A tag of the topology with its values, for a row of the form. */
export interface TagOption {
  /** Without the prefix of extensions. */
  readonly name: string
  readonly values: readonly string[]
  readonly isFlag: boolean
}

interface NamedValues {
  readonly name: string
  readonly values: readonly string[]
}

/** The options of the rows of tags and of extensions. Other technical tags are not offered. */
export function tagOptions(tags: readonly NamedValues[]): Record<'tags' | 'extensions', TagOption[]> {
  const extensions = tags.filter(({ name }) => name.startsWith(extensionPrefix))
  const others = tags.filter(({ name }) => !name.startsWith('info_') && !name.startsWith('vo_'))
  return {
    extensions: extensions.map(({ name, values }) => ({
      name: name.slice(extensionPrefix.length),
      values,
      isFlag: false,
    })),
    tags: others.map(({ name, values }) =>
      isFlag(values) ? { name, values: ['yes', 'no'], isFlag: true } : { name, values, isFlag: false },
    ),
  }
}

const isFlag = (values: readonly string[]): boolean =>
  values.length === 2 && values.includes('0') && values.includes('1')

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort(ignoringCase)
