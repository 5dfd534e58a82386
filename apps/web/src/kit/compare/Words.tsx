import classes from './DifferenceView.module.css'
import type { Part } from './word-changes.ts'

/** Parts of two texts; those of one side only, if it is given. */
export const Words = ({ parts, side }: { readonly parts: readonly Part[]; readonly side?: 'before' | 'after' }) => (
  <span className={classes.words}>
    {parts.map(({ value, of }, index) => {
      if (of !== 'both' && side !== undefined && side !== of) return null
      const Tag = tags[of]
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
      return <Tag key={index}>{value}</Tag>
    })}
  </span>
)

const tags = { both: 'span', before: 'del', after: 'ins' } as const
