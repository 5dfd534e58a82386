import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import type { TopologyEndpoint } from '@quatrain/contract/reports/topology.ts'
import type { ConfiguredMetric } from '#features/metrics/metrics.reads.ts'

/** What boxes take from the topology for the check of a metric on a host, or on a service of it. */
export interface HostInTopology {
  /** The attributes of the metric that are an extension of any endpoint in the topology, by their names. */
  readonly extensions: ReadonlyMap<string, Extension>
  /** Whether its `info_URL` begins with `https:`. */
  readonly hasHttps: boolean
}

export interface Extension {
  /** Undefined if this host does not have it. */
  readonly value: string | undefined
  /** Whether every endpoint of the service type has it. */
  readonly isOfService: boolean
  /** The number of endpoints whose service type has the metric, and of those that lack it. */
  readonly endpoints: number
  readonly lacking: number
}

/** The numbers of endpoints by service type: of all, and of those that have an extension. */
export interface CountedTopology {
  readonly endpoints: ReadonlyMap<string, number>
  readonly extensions: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export function countTopology(endpoints: readonly TopologyEndpoint[]): CountedTopology {
  const all = new Map<string, number>()
  const extensions = new Map<string, Map<string, number>>()
  for (const { service, tags } of endpoints) {
    add(all, service)
    for (const { name } of tags) {
      if (!name.startsWith(extensionPrefix)) continue
      const attribute = name.slice(extensionPrefix.length)
      const counts = extensions.get(attribute) ?? new Map<string, number>()
      extensions.set(attribute, counts)
      add(counts, service)
    }
  }
  return { endpoints: all, extensions }
}

const add = (counts: Map<string, number>, service: string) => counts.set(service, (counts.get(service) ?? 0) + 1)

/**
 * The host with these endpoints, all of which have one of the service types of the metric. Undefined if there are no
 * endpoints, or if a box uses other values for one of them than for another.
 */
export function hostInTopology(
  topology: CountedTopology,
  metric: ConfiguredMetric,
  servicesOfMetric: readonly string[],
  endpoints: readonly TopologyEndpoint[],
): HostInTopology | undefined {
  const services = [...Map.groupBy(endpoints, ({ service }) => service)].map(([service, ofService]) =>
    serviceInTopology(topology, metric, servicesOfMetric, service, ofService),
  )
  const [first, ...otherServices] = services
  return otherServices.every((service) => service && first && isSame(first, service)) ? first : undefined
}

function serviceInTopology(
  { endpoints: all, extensions }: CountedTopology,
  { attribute }: ConfiguredMetric,
  servicesOfMetric: readonly string[],
  service: string,
  endpoints: readonly TopologyEndpoint[],
): HostInTopology | undefined {
  const total = (counts: ReadonlyMap<string, number> | undefined) =>
    servicesOfMetric.reduce((sum, name) => sum + (counts?.get(name) ?? 0), 0)
  const extensionByName = new Map<string, Extension>()
  for (const { key } of attribute) {
    const counts = extensions.get(key)
    if (!counts) continue
    // The box joins the endpoints of a service of a host, which are in several groups; one that lacks a value adds none.
    const values = new Set(endpoints.flatMap((endpoint) => tagOf(endpoint, `${extensionPrefix}${key}`) ?? []))
    if (values.size > 1) return undefined
    extensionByName.set(key, {
      value: [...values][0],
      isOfService: (counts.get(service) ?? 0) === all.get(service),
      endpoints: total(all),
      lacking: total(all) - total(counts),
    })
  }
  const hasHttps = endpoints.some((endpoint) => tagOf(endpoint, 'info_URL')?.toLowerCase().startsWith('https:'))
  return { extensions: extensionByName, hasHttps: hasHttps && attribute.some(({ key }) => key === 'SSL') }
}

const tagOf = ({ tags }: TopologyEndpoint, tagName: string) => tags.find(({ name }) => name === tagName)?.value

const isSame = (a: HostInTopology, b: HostInTopology) =>
  JSON.stringify([...a.extensions, a.hasHttps]) === JSON.stringify([...b.extensions, b.hasHttps])
