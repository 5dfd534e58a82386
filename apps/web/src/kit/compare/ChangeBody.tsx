import type { Field, FieldKind } from '@quatrain/contract/compare/field.ts'
import type { Change } from '@quatrain/contract/compare/rules.ts'
import type { ReactNode } from 'react'
import classes from './DifferenceView.module.css'
import { RecordsDifference } from './RecordsDifference.tsx'
import { WordDiff } from './WordDiff.tsx'

export interface ChangeProps<Kind extends FieldKind> {
  readonly field: Field<Kind>
  readonly change: Change<Kind>
}

/** How a change of each kind of field looks. */
const bodies: { readonly [Kind in FieldKind]: (props: ChangeProps<Kind>) => ReactNode } = {
  text: ({ field, change: { before, after } }) => (
    <>
      {field.inWords?.(before, after).map((words) => (
        <p key={words} className={classes.inWords}>
          {words}
        </p>
      ))}
      <WordDiff before={before} after={after} />
    </>
  ),
  choice: ({ field, change }) => <WordDiff before={field.words(change.before)} after={field.words(change.after)} />,
  records: ({ field, change }) => <RecordsDifference field={field} change={change} Inside={ChangeBody} />,
}

/** How one field has changed. */
export function ChangeBody<Kind extends FieldKind>({ field, change }: ChangeProps<Kind>) {
  return bodies[change.kind]({ field, change })
}
