import { namesSecret } from '@quatrain/contract/resources/metric-override.ts'
import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react'
import type { FieldError } from 'react-hook-form'
import { CellInput } from '#ui/CellInput.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { OverrideOffers } from './override-offers.ts'
import { headers, type OverrideCell, type OverrideRow, type OverrideTable, type RowState } from './override-rows.ts'
import classes from './overrides.module.css'
import type { OverrideEdits } from './use-override-edits.ts'

export type RowProblems = { readonly [Part in OverrideCell | 'row']?: Pick<FieldError, 'message'> }

interface Props {
  readonly definition: OverrideTable
  readonly row: OverrideRow
  readonly number: number
  /** Nothing for a row that is blank, and where nothing is worth being marked. */
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  /** Other overrides that say the same thing, separated by commas. */
  readonly elsewhere: string | undefined
  readonly offers: OverrideOffers
  readonly edits: OverrideEdits
}

/** The cells of one row, what is to be said of it, and what can be done with it. */
export const OverrideCells = memo(function OverrideCells(props: Props) {
  const { definition, row, number, edits } = props
  const name = definition.cells.map((cell) => row[cell].trim()).filter(Boolean)
  return (
    <>
      <td data-align="end" data-plain className="mono">
        {number}
      </td>
      {definition.cells.map((cell) => (
        <td key={cell}>
          <CellOf {...props} cell={cell} />
        </td>
      ))}
      <td className={classes.marks}>
        <Marks {...props} />
      </td>
      <td className={classes.actions}>
        <button
          type="button"
          className={classes.action}
          aria-label={`Insert ${definition.one} below row ${number}`}
          title="Insert below"
          onClick={() => edits.insertBelow(row.id)}
        >
          <Icon name="insert" size={16} />
        </button>
        <button
          type="button"
          className={classes.action}
          data-cell="remove"
          aria-label={`Remove ${definition.one} ${number}: ${name.join(', ') || 'blank'}`}
          title="Remove"
          onClick={() => edits.remove(row.id)}
        >
          <Icon name="close" size={16} />
        </button>
      </td>
    </>
  )
})

function Marks({ row, state, problems, elsewhere }: Props) {
  const hasError = Object.keys(problems ?? {}).some((part) => part !== 'row')
  return (
    <>
      {state === 'new' && <Mark tone="accent">New</Mark>}
      {state === 'changed' && <Mark tone="warn">Changed</Mark>}
      {problems?.row?.message !== undefined && <Mark tone="bad">{problems.row.message}</Mark>}
      {hasError && <Mark tone="bad">Error</Mark>}
      {looksSecret(row) && <Mark tone="warn">Secret?</Mark>}
      {elsewhere !== undefined && <span className={classes.elsewhere}>Also in {elsewhere}</span>}
    </>
  )
}

/** A secret belongs into a file of the box; `$NAME` refers to one. */
const looksSecret = ({ attribute, value }: OverrideRow): boolean =>
  namesSecret(attribute.trim()) && value.trim() !== '' && !/^[$/]/.test(value.trim())

function CellOf({ definition, row, number, cell, problems, offers, edits }: Props & { readonly cell: OverrideCell }) {
  const id = useId()
  const message = problems?.[cell]?.message
  const shared = {
    'data-cell': cell,
    'aria-label': `${definition.title}: ${headers[cell].toLowerCase()} ${number}`,
    'aria-invalid': message !== undefined || problems?.row !== undefined,
    'aria-describedby': message === undefined ? undefined : id,
    value: row[cell],
    onChange: (text: string) => edits.change(row.id, cell, text),
    onPaste: (event: ClipboardEvent) => {
      if (edits.paste(row.id, cell, event.clipboardData.getData('text/plain'))) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      edits.goOn(row.id, cell)
    },
    onBlur: edits.blur,
  }
  return (
    <>
      {cell === 'value' ? <CellInput {...shared} /> : <SuggestInput {...shared} suggestions={offers(cell, row)} />}
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}
