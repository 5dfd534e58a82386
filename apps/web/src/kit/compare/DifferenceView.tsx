import type { Fields } from '@quatrain/contract/compare/field.ts'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import { ChangeBody } from './ChangeBody.tsx'
import classes from './DifferenceView.module.css'

interface Props {
  readonly fields: Fields
  readonly changes: Changes
  /** Shown if there is no difference. */
  readonly none?: string
  /** The level of the headings of fields; those directly below the page's heading are landmarks. */
  readonly level: 2 | 3 | 4
}

/** Differences field by field: texts by words, lists by removed, changed and added members. */
export function DifferenceView({ fields, changes, none = 'No differences', level }: Props) {
  const Heading = `h${level}` as const
  const Part = level === 2 ? 'section' : 'fieldset'
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const change = changes[name]
    return change ? [{ name, field, change }] : []
  })
  if (changed.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <div className={classes.list}>
      {changed.map(({ name, field, change }) => (
        <Part key={name} className={classes.part} aria-label={field.label}>
          <Heading className={classes.label}>{field.label}</Heading>
          <ChangeBody field={field} change={change} />
        </Part>
      ))}
    </div>
  )
}
