import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Tags } from './Tags.tsx'
import { topologyTagsInOrder } from './tag-texts.ts'
import classes from './topology.module.css'

interface Props {
  readonly difference: {
    readonly row: { readonly tags: readonly TopologyTag[] }
    readonly tagsBefore?: TopologyTag[] | undefined
  }
}

/** All tags of an added or removed row; of another one those that differ, with their earlier values. */
export function ChangedTags({ difference: { row, tagsBefore } }: Props) {
  if (!tagsBefore) return <Tags tags={topologyTagsInOrder(row.tags)} />
  const before = new Map(tagsBefore.map(({ name, value }) => [name, value]))
  const after = new Map(row.tags.map(({ name, value }) => [name, value]))
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({ name, old: before.get(name), now: after.get(name) }))
  const text = changed.map(({ name, old = 'none', now = 'none' }) => `${name}: ${old} → ${now}`).join(', ')
  return (
    <ClampedText text={text}>
      {changed.map(({ name, old, now }) => (
        <span key={name} className={classes.tag}>
          <span className={classes.name}>{name}</span> {old !== undefined && <del className={classes.old}>{old}</del>}{' '}
          {old !== undefined && now !== undefined && '→ '}
          {now !== undefined && <ins>{now}</ins>}
        </span>
      ))}
    </ClampedText>
  )
}
