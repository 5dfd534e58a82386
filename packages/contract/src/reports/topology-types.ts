/** The types of topology that the form offers, with the types of their levels from the top. */
export const topologyTypes = {
  Sites: ['NGI', 'SITES'],
  ServiceGroups: ['PROJECT', 'SERVICEGROUPS'],
} as const

export type TopologyType = keyof typeof topologyTypes

export const topologyTypeNames = ['Sites', 'ServiceGroups'] as const satisfies TopologyType[]

/** A level of the topology, and the level below it, as the Web API nests them. */
export interface TopologyLevel {
  readonly type: string
  readonly group?: TopologyLevel | undefined
}

/** The type of a topology with these levels; undefined if there is none, or the form does not know it. */
export const topologyTypeOf = (levels: readonly string[]): TopologyType | undefined =>
  topologyTypeNames.find((name) => levels[1]?.toLowerCase() === topologyTypes[name][1].toLowerCase())

/** The levels of a type; those that are stored stay as they are if their type is the same. */
export const levelsOf = (type: TopologyType, stored: readonly string[] = []): readonly string[] =>
  topologyTypeOf(stored) === type ? stored : topologyTypes[type]

/** The types of nested levels from the top. */
export const flattened = (level: TopologyLevel | undefined): string[] =>
  level ? [level.type, ...flattened(level.group)] : []

/** The nested levels of these types; undefined if there are none. */
export function nested([type, ...below]: readonly string[]): TopologyLevel | undefined {
  if (type === undefined) return undefined
  const group = nested(below)
  return { type, ...(group && { group }) }
}

/** The labels of the two fields of entities of each card. */
export const entityLabels = {
  Sites: { group: ['NGIs:', 'Sites:'], endpoint: ['Sites:', 'Service types:'] },
  ServiceGroups: { group: ['Projects:', 'Service groups:'], endpoint: ['Service groups:', 'Service types:'] },
  none: { group: ['Upper group:', 'Lower group:'], endpoint: ['Upper group:', 'Lower group:'] },
} as const
