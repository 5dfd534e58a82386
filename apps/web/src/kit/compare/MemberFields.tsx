import { showField } from '@quatrain/contract/compare/compare.ts'
import type { Field, Fields, Item } from '@quatrain/contract/compare/field.ts'
import type { Change, Changes } from '@quatrain/contract/compare/rules.ts'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import classes from './DifferenceView.module.css'

export interface InsideProps {
  readonly field: Field
  readonly change: Change
}

interface ChangesProps {
  readonly fields: Fields
  readonly changes: Changes
  /** Shows the change of one field, which can be a list of members. */
  readonly Inside: ComponentType<InsideProps>
}

/** How the fields of a kept member have changed. */
export const MemberChanges = ({ fields, changes, Inside }: ChangesProps) => (
  <Labelled
    fields={fields}
    body={(name, field) => {
      const change = changes[name]
      return change && <Inside field={field} change={change} />
    }}
  />
)

/** The fields of a member that was added or removed. */
export const MemberValues = ({ fields, item }: { readonly fields: Fields; readonly item: Item }) => (
  <Labelled
    fields={fields}
    body={(name, field) => {
      const text = typeof item === 'string' ? '' : showField(field, item[name])
      return text === '' ? undefined : text
    }}
  />
)

interface LabelledProps {
  readonly fields: Fields
  /** Undefined if there is nothing to show. */
  readonly body: (name: string, field: Field) => ReactNode
}

/** The only field needs no label. */
function Labelled({ fields, body }: LabelledProps) {
  const entries = Object.entries(fields)
  if (entries.length === 1) return entries.map(([name, field]) => <Fragment key={name}>{body(name, field)}</Fragment>)
  return (
    <dl className={classes.inside}>
      {entries.map(([name, field]) => {
        const shown = body(name, field)
        return (
          shown !== undefined && (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>{shown}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
