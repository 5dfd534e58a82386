import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { textOf } from './tag-texts.ts'
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
