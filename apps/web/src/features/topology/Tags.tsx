import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'
import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import classes from './topology.module.css'

interface Props {
  readonly tags: readonly TopologyTag[]
}

/** Tags or extensions on one line, the values set off from the names. */
export const Tags = ({ tags }: Props) => (
  <ClampedText text={textOf(tags)}>
    {tags.map(({ name, value }) => (
      <span key={name} className={classes.tag}>
        <span className={classes.name}>{name}</span> {value}
      </span>
    ))}
  </ClampedText>
)

/** Tags or extensions below each other, with their whole values. */
export const TagList = ({ tags }: Props) =>
  tags.length === 0 ? null : (
    <ul className={classes.tags}>
      {tags.map(({ name, value }) => (
        <li key={name}>
          <span className={classes.name}>{name}</span> {value}
        </li>
      ))}
    </ul>
  )

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
