import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import { CellInput } from '#ui/CellInput.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './rows.module.css'
import type { RowEdits } from './use-row-edits.ts'
import type { EditableRow } from './use-row-filter.ts'

interface Props<Field extends string> {
  readonly row: EditableRow<Field>
  readonly field: Field
  /** As screen readers hear it, with the number of the row. */
  readonly label: string
  readonly message: string | undefined
  /** For a row that is wrong as a whole. */
  readonly isInvalid?: boolean
  readonly suggestions?: readonly Suggestion[]
  readonly inputMode?: 'numeric' | undefined
  readonly edits: RowEdits<Field>
}

/** One cell to type into: several cells can be pasted, Enter goes on, and what is wrong stands below. */
export function RowCell<Field extends string>(props: Props<Field>) {
  const { row, field, label, message, isInvalid, suggestions, inputMode, edits } = props
  const id = useId()
  const shared = {
    'data-cell': field,
    'aria-label': label,
    'aria-invalid': isInvalid || message !== undefined,
    'aria-describedby': message === undefined ? undefined : id,
    inputMode,
    value: row[field],
    onChange: (text: string) => edits.change(row.id, field, text),
    onPaste: (event: ClipboardEvent) => {
      if (edits.paste(row.id, field, event.clipboardData.getData('text/plain'))) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      edits.goOn(row.id, field)
    },
    onBlur: edits.blur,
  }
  return (
    <>
      {suggestions ? <SuggestInput {...shared} suggestions={suggestions} /> : <CellInput {...shared} />}
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}
