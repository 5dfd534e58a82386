import type { ClipboardEvent, KeyboardEvent } from 'react'
import type { Suggestion } from '#ui/suggestions.ts'
import { RowCell } from './RowCell.tsx'
import type { Field, Row, RowDefinition } from './row-definition.ts'
import type { RowEdits } from './row-edits.ts'
import type { RowProblems } from './row-problems.ts'

interface Props<Values> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly problems: RowProblems | undefined
  readonly edits: RowEdits<Values>
  readonly name: Field<Values>
  readonly label: string
  readonly suggestions: readonly Suggestion[] | undefined
}

/**
 * An editable value of a row, with its keys: Enter to the next one, Alt and an arrow to move the row. In a text of several
 * lines, Shift and Enter begin a new line.
 */
export function EditedCell<Values extends object>(props: Props<Values>) {
  const { definition, row, name, problems, edits, label, suggestions } = props
  const { fields, cells } = definition
  const cell = cells[name]
  return (
    <RowCell
      cell={cell}
      value={row[name]}
      name={name}
      label={label}
      suggestions={suggestions}
      // A row of one cell has no other place for what is wrong with the row.
      message={problems?.cells[name] ?? (fields.length === 1 ? problems?.row : undefined)}
      isInvalid={problems?.row !== undefined}
      onChange={(text) => edits.change(row.id, name, text)}
      onPaste={(event: ClipboardEvent) => {
        if (edits.paste(row.id, name, event.clipboardData.getData('text/plain'))) event.preventDefault()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        const step = event.altKey ? stepOf(event.key) : undefined
        if (step !== undefined) {
          event.preventDefault()
          edits.move(row.id, step, name)
        } else if (event.key === 'Enter' && !(cell.kind === 'lines' && event.shiftKey)) {
          event.preventDefault()
          edits.moveToNextCell(row.id, name)
        }
      }}
      onBlur={edits.blur}
    />
  )
}

const stepOf = (key: string) => (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined)
