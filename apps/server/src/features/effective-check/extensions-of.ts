import { extensionPrefix, type TopologyEndpoint } from '@quatrain/contract/topology.ts'

export type Extensions = ReadonlyMap<string, string>

/** The extensions of an endpoint by the names of their attributes. */
const extensionsIn = ({ tags }: TopologyEndpoint): Extensions =>
  new Map(
    tags.flatMap(({ name, value }) =>
      name.startsWith(extensionPrefix) ? [[name.slice(extensionPrefix.length), value]] : [],
    ),
  )

/**
 * The extensions that hold for all of these endpoints, which are the same service, or those with the metric, on one host;
 * undefined if there are no endpoints, or if they have different extensions: then a box uses others for each.
 */
export function commonExtensions(endpoints: readonly TopologyEndpoint[]): Extensions | undefined {
  const [first, ...others] = endpoints.map(extensionsIn)
  return first && others.every((other) => isSame(first, other)) ? first : undefined
}

const isSame = (one: Extensions, other: Extensions) =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)
