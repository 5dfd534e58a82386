import { ignoringCase } from '../kit/order.ts'
import type { Card } from './filter-places.ts'
import { extensionPrefix } from './filter-places.ts'
import { matchesPattern, negatedPattern } from './patterns.ts'
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

/**
 * The options of the fields of entities, sorted ignoring case. Choices narrow the options of the fields below them; a
 * choice of lower groups in the card of endpoints takes precedence over the one in the card of groups.
 */
export function entityOptions(
  { groups, endpoints }: TopologyRows,
  type: TopologyType,
  { group, endpoint }: ChosenEntities,
) {
  const [upper, lower] = topologyTypes[type]
  const isOf = (wanted: string) => (row: { readonly type?: string | undefined }) => row.type?.toUpperCase() === wanted
  const pairs = groups.filter(isOf(upper))
  const services = endpoints.filter(isOf(lower))
  const isInUpper = selection(group.first)
  const lowerGroups = pairs.filter((pair) => isInUpper(pair.group)).map(({ subgroup }) => subgroup)
  const middle = endpoint.first.length > 0 ? endpoint.first : group.second
  const inUpper = new Set(lowerGroups)
  const isInMiddle =
    middle.length > 0 ? selection(middle) : (name: string) => group.first.length === 0 || inUpper.has(name)
  const lowerOptions = sorted(lowerGroups)
  return {
    group: { first: sorted(pairs.map((pair) => pair.group)), second: lowerOptions },
    endpoint: {
      first: lowerOptions,
      second: sorted(services.filter((row) => isInMiddle(row.group)).map(({ service }) => service)),
    },
  }
}

/** Whether a name is one that any of the values selects; without values every name is. */
export function selection(values: readonly string[]): (name: string) => boolean {
  const tests = values.map((value) => {
    const excluded = negatedPattern(value)
    return excluded === undefined
      ? (name: string) => matchesPattern(value, name)
      : (name: string) => !matchesPattern(excluded, name)
  })
  return (name) => tests.length === 0 || tests.some((test) => test(name))
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
