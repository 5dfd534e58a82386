import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'

interface Tagged {
  readonly tags: readonly TopologyTag[]
}

const isExtension = ({ name }: TopologyTag) => name.startsWith(extensionPrefix)

const isInfo = ({ name }: TopologyTag) => name.startsWith('info_')

/** Tags that reports filter by first, because lists cut the end off. */
export const topologyTagsInOrder = (tags: readonly TopologyTag[]): readonly TopologyTag[] => [
  ...tags.filter((tag) => !isInfo(tag)),
  ...tags.filter(isInfo),
]

export const tagsOf = ({ tags }: Tagged): readonly TopologyTag[] =>
  topologyTagsInOrder(tags).filter((tag) => !isExtension(tag))

/** Extensions, by their names without the prefix. */
export const extensionsOf = ({ tags }: Tagged): readonly TopologyTag[] =>
  tags.filter(isExtension).map(({ name, value }) => ({ name: name.slice(extensionPrefix.length), value }))

/** `monitored: 1, scope: core`: the tags in one line. */
export const textOf = (tags: readonly TopologyTag[]): string =>
  tags.map(({ name, value }) => `${name}: ${value}`).join(', ')
