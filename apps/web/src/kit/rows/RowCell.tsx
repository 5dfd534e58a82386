import { NativeSelect } from '@mantine/core'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { CellInput } from '#ui/CellInput.tsx'
import { CellTextArea } from '#ui/CellTextArea.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import type { Cell } from './row-cells.ts'
import classes from './rows.module.css'

interface Props<Value> {
  readonly cell: Cell<Value>
  readonly value: Value
  readonly name: string
  /** As screen readers hear it. */
  readonly label: string
  readonly message: string | undefined
  /** For a row that is wrong as a whole. */
  readonly isInvalid: boolean
  readonly suggestions: readonly Suggestion[] | undefined
  readonly onChange: (text: string) => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onBlur: () => void
}

/** An editable cell by its type, with its error below. */
export function RowCell<Value>({ message, isInvalid, ...props }: Props<Value>) {
  const id = useId()
  return (
    <>
      <Control
        {...props}
        isInvalid={isInvalid || message !== undefined}
        describedBy={message === undefined ? undefined : id}
      />
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}

interface ControlProps<Value> extends Omit<Props<Value>, 'message'> {
  readonly describedBy: string | undefined
}

function Control<Value>(props: ControlProps<Value>) {
  const { cell, value, name, label, isInvalid, describedBy, suggestions, onChange, onPaste, onKeyDown, onBlur } = props
  const shared = {
    'data-cell': name,
    'aria-label': label,
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    onKeyDown,
    onBlur,
  }
  const text = cell.toText(value)
  switch (cell.kind) {
    case 'switch':
      return (
        <input
          {...shared}
          type="checkbox"
          className={classes.switch}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : 'no')}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...shared}
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
    case 'tags':
      return <TagsInput {...shared} value={text} onChange={onChange} onPaste={onPaste} />
    default:
      return suggestions ? (
        <SuggestInput {...shared} value={text} suggestions={suggestions} onChange={onChange} onPaste={onPaste} />
      ) : (
        <CellInput {...shared} value={text} onChange={onChange} onPaste={onPaste} />
      )
  }
}

/** While the user types, the box contains the raw text; afterwards the tags. */
function TagsInput({ value, onChange, onBlur, ...props }: ComponentProps<typeof CellInput>) {
  const [typed, setTyped] = useState<string>()
  return (
    <CellInput
      {...props}
      value={typed ?? value}
      onChange={(text) => {
        setTyped(text)
        onChange(text)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

/** A stored value that is not available any more can be kept. */
const choicesOf = (suggestions: readonly Suggestion[], chosen: string, none = 'None') => [
  { value: '', label: none },
  ...suggestions.map(({ value, hint }) => ({ value, label: hint === undefined ? value : `${value} (${hint})` })),
  ...(chosen === '' || suggestions.some(({ value }) => value === chosen) ? [] : [{ value: chosen, label: chosen }]),
]
