import { memo, type ReactNode } from 'react'
import type { Field, Row, RowDefinition, RowState } from '#kit/rows/row-definition.ts'
import type { RowEdits } from '#kit/rows/row-edits.ts'
import type { RowProblems } from '#kit/rows/row-rules.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { EditedCell } from './EditedCell.tsx'
import { NumberCell } from './RowTable.tsx'
import classes from './rows.module.css'

/** A further column of a table of rows, which is not edited. */
export interface RowColumn<Values> {
  readonly header: string
  readonly width?: string
  readonly cell: (row: Row<Values>) => ReactNode
  /** Below the heading, in the row of searches. */
  readonly head?: (rows: readonly Row<Values>[]) => ReactNode
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

interface RowProps<Values> extends RowExtras<Values> {
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
  /** Users can move the rows: within their list if it is empty, or between lists of this name. */
  readonly moves?: string | undefined
}

function Cells<Values>(props: RowProps<Values>) {
  const { definition, row, number, isCompact } = props
  const { visibleCells, fields } = definition
  const lock = props.lockOf?.(row)
  const marks = <RowMarks {...props} />
  return (
    <>
      {!isCompact && <NumberCell>{number}</NumberCell>}
      {visibleCells.map((name) => (
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
      {!props.isFixed && (
        <td className={classes.actions} data-part="actions" data-align="end">
          <RowActions {...props} isLocked={lock !== undefined} />
        </td>
      )}
    </>
  )
}

/** The cells of a row, its notes and its actions. It is rendered only when it changes. */
export const RowCells = memo(Cells) as typeof Cells // `memo` forgets the type parameter.

interface GroupProps<Values> extends RowProps<Values> {
  /** The cell that holds the rows of the group; errors of the whole list are shown here. */
  readonly memberField: string
  /** The number of columns of the table. */
  readonly span: number
}

function CellsOfGroup<Values>(props: GroupProps<Values>) {
  const { definition, number, problems, memberField, span } = props
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
            <ValueField {...props} name={name} prefix={undefined} />
          </div>
        ))}
        <div className={`${classes.marks} ${classes.groupMarks}`}>
          <RowMarks {...props} />
          {ofMembers !== undefined && <span className="problem">{ofMembers}</span>}
        </div>
        <div className={classes.actions}>
          <RowActions {...props} isLocked={false} />
        </div>
      </div>
    </td>
  )
}

/** The line of a group above its rows: its values, notes and actions. It is rendered only when it changes. */
export const GroupCells = memo(CellsOfGroup) as typeof CellsOfGroup // `memo` forgets the type parameter.

/** How a row has changed, and what is wrong with it. A compact table shows errors of cells below the row only. */
const RowMarks = <Values,>({ row, state, problems, isCompact, marksOf }: RowProps<Values>) => (
  <>
    {state === 'new' && <Mark tone="accent">New</Mark>}
    {state === 'changed' && <Mark tone="warn">Changed</Mark>}
    {problems?.row !== undefined && <Mark tone="bad">{problems.row}</Mark>}
    {!isCompact && problems && Object.keys(problems.cells).length > 0 && <Mark tone="bad">Error</Mark>}
    {marksOf?.(row, problems)}
  </>
)

interface ValueCellProps<Values> extends RowProps<Values> {
  readonly name: Field<Values>
  readonly lock: string | undefined
  readonly children: ReactNode
}

/**
 * A read-only or editable value of a row. The read-only value, or the first text of a locked row, is the row's header.
 */
function ValueCell<Values>({ name, lock, children, ...props }: ValueCellProps<Values>) {
  const { definition, row, hintOf } = props
  const { cells, visibleCells, fields } = definition
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
    return name === visibleCells[0] ? <th {...heading}>{locked}</th> : <td data-plain>{locked}</td>
  }
  return (
    <td>
      <ValueField {...props} name={name} />
      {children}
    </td>
  )
}

/** A value that is edited, with its accessible name and its suggestions. */
function ValueField<Values>(props: RowProps<Values> & { readonly name: Field<Values> }) {
  const { definition, row, number, prefix, name, problems, edits, suggestionsOf } = props
  const { cells, visibleCells } = definition
  const { label } = cells[name]
  const heading = visibleCells.find((cell) => cells[cell].kind === 'given')
  const ofTable = prefix === undefined ? `${label} ${number}` : `${prefix}: ${label.toLowerCase()} ${number}`
  return (
    <EditedCell
      definition={definition}
      row={row}
      name={name}
      problems={problems}
      edits={edits}
      label={heading === undefined ? ofTable : `${prefix}: ${cells[heading].toText(row[heading])}`}
      suggestions={suggestionsOf?.(name, row)}
    />
  )
}

const LockedText = ({ text, why }: { readonly text: string; readonly why: string | undefined }) => (
  <span className={classes.locked}>
    {why !== undefined && <Icon name="lock" size={15} />} <span className="mono">{text}</span>
    {why !== undefined && <span className={classes.hint}>{why}</span>}
  </span>
)

/** Actions for a row. Tables whose rows can be moved name them; others show their numbers. */
function RowActions<Values>(props: RowProps<Values> & { readonly isLocked: boolean }) {
  const { definition, row, number, isFirst, isLast, edits, prefix, moves, isLocked } = props
  const { one, nameOf } = definition
  const name = nameOf(row)
  const rowName = name || `row ${number}`
  const move = (cell: 'up' | 'down', place: string, isDisabled: boolean) => {
    const way = moves === '' ? cell : `to the ${place} ${moves}`
    const label = `${prefix}: ${moves === '' ? `Move ${way} ${rowName}` : `Move ${rowName} ${way}`}`
    const run = () => edits.move(row.id, cell === 'up' ? -1 : 1, cell)
    return <Action icon={cell} title={`Move ${way}`} label={label} cell={cell} isDisabled={isDisabled} run={run} />
  }
  return (
    <>
      {props.actionsOf?.(row)}
      {moves !== undefined && move('up', 'previous', isFirst)}
      {moves !== undefined && move('down', 'next', isLast)}
      <Action
        icon="insert"
        title="Insert below"
        label={moves === undefined ? `Insert below row ${number}` : `${prefix}: Insert below ${rowName}`}
        run={() => edits.insertBelow(row.id)}
      />
      <Action
        icon="close"
        title="Remove"
        label={moves === undefined ? `Remove ${one} ${number}: ${name || 'blank'}` : `${prefix}: Remove ${rowName}`}
        cell="remove"
        isDisabled={isLocked}
        run={() => edits.remove(row.id)}
      />
    </>
  )
}

interface ActionProps {
  readonly icon: IconName
  readonly title: string
  readonly label: string
  readonly cell?: string
  readonly isDisabled?: boolean
  readonly run: () => void
}

const Action = ({ icon, title, label, cell, isDisabled = false, run }: ActionProps) => (
  <button
    type="button"
    className={classes.action}
    data-cell={cell}
    aria-label={label}
    title={title}
    disabled={isDisabled}
    onClick={run}
  >
    <Icon name={icon} size={16} />
  </button>
)
