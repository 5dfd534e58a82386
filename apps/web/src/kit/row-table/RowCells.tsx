import { memo, type ReactNode } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowEdits } from '#kit/rows/row-edits.ts'
import type { RowProblems } from '#kit/rows/row-problems.ts'
import type { RowState } from '#kit/rows/row-states.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { EditedCell } from './EditedCell.tsx'
import { type MoveWords, RowActions } from './RowActions.tsx'
import { RowMarks } from './RowMarks.tsx'
import classes from './rows.module.css'

/** A further column of a table of rows, which is not edited. */
export interface RowColumn<Values> {
  readonly header: string
  readonly width?: string
  readonly cell: (row: Row<Values>) => ReactNode
  /** Below the heading, in the row of searches. */
  readonly head?: (shown: readonly Row<Values>[]) => ReactNode
}

/**
 * The props that a feature adds to its rows. Functions have to be stable, because a row is rendered again when one of
 * them changes.
 */
export interface RowExtras<Values> {
  /** The suggestions of a cell; undefined for a cell that accepts any text. */
  readonly suggestionsOf?: (field: Field<Values>, row: Row<Values>) => readonly Suggestion[] | undefined
  /** A note of a row besides its state. */
  readonly marksOf?: (row: Row<Values>, problems: RowProblems | undefined) => ReactNode
  readonly columns?: readonly RowColumn<Values>[]
  /** Further actions, before the others. */
  readonly actionsOf?: (row: Row<Values>) => ReactNode
  /** Why a row can be neither changed nor removed; undefined if it can. */
  readonly lockOf?: (row: Row<Values>) => string | undefined
  /** Explains a read-only text. */
  readonly hintOf?: (text: string) => string | undefined
}

interface Props<Values> extends RowExtras<Values> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly number: number
  /** It cannot be moved up, or down. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  readonly edits: RowEdits<Values>
  /** Distinguishes the cells of several tables of a page. */
  readonly prefix: string | undefined
  readonly isCompact: boolean
  readonly isFixed: boolean
  /** Where users can move the rows. */
  readonly moves?: MoveWords | undefined
}

function Cells<Values extends object>(props: Props<Values>) {
  const { definition, row, number, isFirst, isLast, state, problems, edits, prefix, isCompact, isFixed } = props
  const { shown, fields } = definition
  const lock = props.lockOf?.(row)
  const marks = (
    <RowMarks state={state} problems={problems} isCompact={isCompact} more={props.marksOf?.(row, problems)} />
  )
  return (
    <>
      {!isCompact && (
        <td data-align="end" data-plain className="mono">
          {number}
        </td>
      )}
      {shown.map((name) => (
        <ValueCell key={name} {...props} name={name} lock={lock}>
          {isCompact && name === fields[0] && <div className={classes.below}>{marks}</div>}
        </ValueCell>
      ))}
      {props.columns?.map(({ header, cell }) => (
        <td key={header} data-plain>
          {cell(row)}
        </td>
      ))}
      {!isCompact && <td className={classes.marks}>{marks}</td>}
      {!isFixed && (
        <td className={classes.actions}>
          {props.actionsOf?.(row)}
          <RowActions
            {...{ definition, row, number, isFirst, isLast, edits, prefix }}
            moves={props.moves}
            isLocked={lock !== undefined}
          />
        </td>
      )}
    </>
  )
}

/** The cells of a row, its notes and its actions. It is rendered only when it changes. */
export const RowCells = memo(Cells) as typeof Cells // `memo` forgets the type parameter.

interface ValueCellProps<Values> extends Props<Values> {
  readonly name: Field<Values>
  readonly lock: string | undefined
  readonly children: ReactNode
}

/**
 * A read-only or editable value of a row. The read-only value, or the first text of a locked row, is the row's header.
 */
function ValueCell<Values extends object>({ name, lock, children, ...props }: ValueCellProps<Values>) {
  const { definition, row, problems, edits, hintOf } = props
  const { cells, shown, fields } = definition
  const text = cells[name].toText(row[name])
  const heading = { scope: 'row', 'data-plain': true, className: classes.heading } as const
  if (cells[name].kind === 'given') {
    return (
      <th {...heading}>
        <span className="mono">{text}</span>
        <span className={classes.hint}>{hintOf?.(text)}</span>
      </th>
    )
  }
  if (lock !== undefined) {
    const locked = <LockedText text={text} why={name === fields[0] ? lock : undefined} />
    return name === shown[0] ? <th {...heading}>{locked}</th> : <td data-plain>{locked}</td>
  }
  return (
    <td>
      <EditedCell {...{ definition, row, name, problems, edits }} {...cellWords(props, name)} />
      {children}
    </td>
  )
}

/** The accessible name of a cell, and its suggestions. */
export function cellWords<Values extends object>(
  props: Pick<Props<Values>, 'definition' | 'row' | 'number' | 'prefix' | 'suggestionsOf'>,
  name: Field<Values>,
) {
  const { definition, row, number, prefix } = props
  const { cells, shown } = definition
  const given = shown.find((other) => cells[other].kind === 'given')
  const suggestions = props.suggestionsOf?.(name, row)
  const { label } = cells[name]
  if (given !== undefined) return { label: `${prefix}: ${cells[given].toText(row[given])}`, suggestions }
  return {
    label: prefix === undefined ? `${label} ${number}` : `${prefix}: ${label.toLowerCase()} ${number}`,
    suggestions,
  }
}

const LockedText = ({ text, why }: { readonly text: string; readonly why: string | undefined }) => (
  <span className={classes.locked}>
    {why !== undefined && <Icon name="lock" size={15} />} <span className="mono">{text}</span>
    {why !== undefined && <span className={classes.hint}>{why}</span>}
  </span>
)
