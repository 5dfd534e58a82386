import { memo } from 'react'
import { EditedCell } from '#kit/row-table/EditedCell.tsx'
import { RowActions, withinList } from '#kit/row-table/RowActions.tsx'
import { cellWords, type RowExtras } from '#kit/row-table/RowCells.tsx'
import { RowMarks } from '#kit/row-table/RowMarks.tsx'
import classes from '#kit/row-table/rows.module.css'
import type { Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowEdits } from '#kit/rows/row-edits.ts'
import type { RowProblems } from '#kit/rows/row-problems.ts'
import type { RowState } from '#kit/rows/row-states.ts'

interface Props<Values> extends Pick<RowExtras<Values>, 'suggestionsOf' | 'marksOf' | 'actionsOf'> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly number: number
  readonly isLast: boolean
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  /** The cell that holds the rows of the group; errors of the whole list are shown here. */
  readonly memberField: string
  readonly edits: RowEdits<Values>
  /** Of the table. */
  readonly label: string
  /** The number of columns of the table. */
  readonly span: number
}

function Cells<Values extends object>(props: Props<Values>) {
  const { definition, row, number, isLast, state, problems, memberField, edits, label, span } = props
  const { fields, cells } = definition
  const ofMembers = problems?.cells[memberField]
  return (
    <td colSpan={span} className={classes.groupLine}>
      <div className={classes.group}>
        <span className={`mono ${classes.groupNumber}`}>{number}</span>
        {fields.map((name) => (
          <div key={name} className={classes.groupField} style={{ flexBasis: cells[name].width ?? '200px' }}>
            <span className={classes.label} aria-hidden="true">
              {cells[name].header}
            </span>
            <EditedCell
              {...{ definition, row, name, problems, edits }}
              {...cellWords({ ...props, prefix: undefined }, name)}
            />
          </div>
        ))}
        <div className={`${classes.marks} ${classes.groupMarks}`}>
          <RowMarks state={state} problems={problems} isCompact more={props.marksOf?.(row, problems)} />
          {ofMembers !== undefined && <span className={classes.message}>{ofMembers}</span>}
        </div>
        <div className={classes.actions}>
          {props.actionsOf?.(row)}
          <RowActions
            {...{ definition, row, number, isLast, edits }}
            isFirst={number === 1}
            prefix={label}
            moves={withinList}
            isLocked={false}
          />
        </div>
      </div>
    </td>
  )
}

/** The line of a group above its rows: its values, notes and actions. It is rendered only when it changes. */
export const GroupCells = memo(Cells) as typeof Cells // `memo` forgets the type parameter.
