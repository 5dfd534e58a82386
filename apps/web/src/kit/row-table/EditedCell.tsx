import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowEdits } from '#kit/rows/row-edits.ts'
import type { RowProblems } from '#kit/rows/row-rules.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { CellInput, CellTextArea, SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'

interface Props<Values> {
  readonly definition: RowDefinition<Values>
  readonly row: Row<Values>
  readonly problems: RowProblems | undefined
  readonly edits: RowEdits<Values>
  readonly name: Field<Values>
  /** As screen readers hear it. */
  readonly label: string
  readonly suggestions: readonly Suggestion[] | undefined
}

/**
 * An editable value of a row with its error. Enter moves to the next one; Alt and an arrow key move the row. In a text of
 * several lines, Shift and Enter begin a new line.
 */
export function EditedCell<Values>({ problems, ...props }: Props<Values>) {
  const { definition, name } = props
  const id = useId()
  // A row of one cell has no other place for errors of the row.
  const message = problems?.cells[name] ?? (definition.fields.length === 1 ? problems?.row : undefined)
  return (
    <>
      <Control
        {...props}
        isInvalid={message !== undefined || problems?.row !== undefined}
        describedBy={message === undefined ? undefined : id}
      />
      {message !== undefined && (
        <span id={id} className="problem">
          {message}
        </span>
      )}
    </>
  )
}

interface ControlProps<Values> extends Omit<Props<Values>, 'problems'> {
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
}

function Control<Values>(props: ControlProps<Values>) {
  const { definition, row, edits, name, label, isInvalid, describedBy, suggestions } = props
  const cell = definition.cells[name]
  const shared = {
    'data-cell': name,
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.altKey ? steps.get(event.key) : undefined
      const isEnter = event.key === 'Enter' && !(cell.kind === 'lines' && event.shiftKey)
      if (step === undefined && !isEnter) return
      event.preventDefault()
      if (step !== undefined) edits.move(row.id, step, name)
      else edits.moveToNextCell(row.id, name)
    },
    onBlur: edits.blur,
  }
  const onChange = (text: string) => edits.change(row.id, name, text)
  const onPaste = (event: ClipboardEvent) => {
    if (edits.paste(row.id, name, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const text = cell.toText(row[name])
  switch (cell.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          {...withoutOwnAria}
          size="xs"
          value={text}
          onPaste={onPaste}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={choicesOf(suggestions ?? [], text, cell.placeholder)}
        />
      )
    case 'lines':
      return <CellTextArea {...shared} value={text} onChange={onChange} onPaste={onPaste} />
    case 'number':
      return <CellInput {...shared} inputMode="numeric" value={text} onChange={onChange} onPaste={onPaste} />
    default:
      return suggestions ? (
        <SuggestInput {...shared} value={text} suggestions={suggestions} onChange={onChange} onPaste={onPaste} />
      ) : (
        <CellInput {...shared} value={text} onChange={onChange} onPaste={onPaste} />
      )
  }
}

/** Otherwise the attributes that Mantine computes replace the given ones. Its types have this only for other boxes. */
const withoutOwnAria = { withAria: false }

const steps: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/** A stored value that is not available any more can be kept. */
const choicesOf = (suggestions: readonly Suggestion[], value: string, noneLabel = 'None') => [
  { value: '', label: noneLabel },
  ...suggestions.map(({ value, hint }) => ({ value, label: hint === undefined ? value : `${value} (${hint})` })),
  ...(value === '' || suggestions.some((suggestion) => suggestion.value === value) ? [] : [{ value, label: value }]),
]
