import { ignoringCase } from '@quatrain/contract/kit/order.ts'
import { selection } from '@quatrain/contract/reports/patterns.ts'
import { type TopologyType, topologyTypes } from '@quatrain/contract/reports/topology-types.ts'
import type { Entities } from '@quatrain/contract/resources/report-options.ts'

/** The part of a tenant's topology that the options of a report depend on. */
export interface TopologyRows {
  readonly groups: readonly { readonly type: string; readonly group: string; readonly subgroup: string }[]
  readonly endpoints: readonly {
    readonly type: string
    readonly group: string
    readonly service: string
  }[]
}

/**
 * Prepares the options of the fields of entities, sorted ignoring case. Choices narrow the options of the fields below them;
 * a choice of lower groups in the card of endpoints takes precedence over the one in the card of groups.
 */
export function entityOptions({ groups, endpoints }: TopologyRows, type: TopologyType) {
  const [upper, lower] = topologyTypes[type]
  const isOf = (type: string) => (row: { readonly type: string }) => row.type?.toUpperCase() === type
  const pairs = groups.filter(isOf(upper))
  const services = endpoints.filter(isOf(lower))
  const upperNames = sorted(pairs.map(({ group }) => group))
  const lowerNames = sorted(pairs.map(({ subgroup }) => subgroup))
  const serviceNames = sorted(services.map(({ service }) => service))

  function lowerIn(groups: readonly string[]): string[] {
    if (groups.length === 0) return lowerNames
    const inUpper = new Set(upperNames.filter(selection(groups)))
    return among(
      lowerNames,
      pairs.flatMap(({ group, subgroup }) => (inUpper.has(group) ? [subgroup] : [])),
    )
  }

  return ({ group, endpoint }: Entities): Entities => {
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
const among = (names: readonly string[], patterns: readonly string[]) => names.filter(isOneOf(patterns))

function isOneOf(names: readonly string[]): (name: string) => boolean {
  const nameSet = new Set(names)
  return (name) => nameSet.has(name)
}

/** Returns the same function with remembered results, so that `test` is called once for each name. */
function resultsOf(test: (name: string) => boolean): (name: string) => boolean {
  const results = new Map<string, boolean>()
  return (name) => {
    const cachedResult = results.get(name)
    if (cachedResult !== undefined) return cachedResult
    const result = test(name)
    results.set(name, result)
    return result
  }
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort(ignoringCase)
