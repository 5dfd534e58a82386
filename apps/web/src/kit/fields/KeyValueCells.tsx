import { type ClipboardEvent, type KeyboardEvent, useId } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import classes from './KeyValueField.module.css'
import { isBlankRow, type KeyValueRow, type KeyValueState } from './key-value-rows.ts'
import type { KeyValueCell, KeyValueEdits } from './use-key-value-edits.ts'

/** What is offered while typing. */
export interface KeyValueOffers {
  readonly keys: readonly Suggestion[]
  readonly valuesOf: (key: string) => readonly Suggestion[]
}

interface Problem {
  readonly message?: string | undefined
}

export type RowProblems = Problem & { readonly key?: Problem; readonly value?: Problem }

interface Props {
  readonly label: string
  readonly row: KeyValueRow
  readonly number: number
  readonly isLast: boolean
  readonly state: KeyValueState
  readonly problems: RowProblems | undefined
  readonly lock: string | undefined
  readonly offers: KeyValueOffers
  readonly edits: KeyValueEdits
  readonly onBlur: () => void
}

/** The cells of one key with its value, and what can be done with the row. */
export function KeyValueCells(props: Props) {
  const { row, state, problems, lock, offers } = props
  if (lock !== undefined) return <LockedCells {...props} />
  return (
    <>
      <td>
        <Half part="key" {...props} suggestions={offers.keys} />
        {(problems?.message !== undefined || state !== 'stored') && (
          <span className={classes.marks}>
            {problems?.message !== undefined && <Mark tone="bad">{problems.message}</Mark>}
            {state === 'new' && <Mark tone="accent">New</Mark>}
            {state === 'changed' && <Mark tone="warn">Changed</Mark>}
          </span>
        )}
      </td>
      <td>
        <Half part="value" {...props} suggestions={offers.valuesOf(row.key)} />
      </td>
      <Actions {...props} />
    </>
  )
}

const LockedCells = (props: Props) => (
  <>
    <th scope="row" className={classes.locked}>
      <Icon name="lock" size={15} /> <span className="mono">{props.row.key}</span>
      <span className={classes.reason}>{props.lock}</span>
    </th>
    <td className="mono">{props.row.value}</td>
    <Actions {...props} />
  </>
)

interface HalfProps extends Pick<Props, 'label' | 'row' | 'number' | 'problems' | 'edits' | 'onBlur'> {
  readonly part: 'key' | 'value'
  readonly suggestions: readonly Suggestion[]
}

function Half({ label, row, number, part, problems, edits, suggestions, onBlur }: HalfProps) {
  const id = useId()
  const message = problems?.[part]?.message
  const paste = (event: ClipboardEvent) => {
    if (part === 'key' && edits.paste(row.id, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const goOn = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      edits.move(row.id, event.key === 'ArrowUp' ? -1 : 1, part)
      return
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (part === 'key') edits.focus(row.id, 'value')
    else edits.insertBelow(row.id)
  }
  return (
    <>
      <SuggestInput
        data-cell={part}
        aria-label={`${label}: ${part} ${number}`}
        aria-invalid={message !== undefined || problems?.message !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        value={row[part]}
        suggestions={suggestions}
        onChange={(text) => edits.change(row.id, { [part]: text })}
        onPaste={paste}
        onKeyDown={goOn}
        onBlur={onBlur}
      />
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}

function Actions({ label, row, number, isLast, lock, edits }: Props) {
  const what = isBlankRow(row) ? `row ${number}` : row.key
  const action = (cell: KeyValueCell | 'insert', icon: IconName, verb: string, run: () => void, isDisabled = false) => (
    <button
      type="button"
      className={classes.action}
      data-cell={cell}
      aria-label={`${label}: ${verb} ${what}`}
      title={verb}
      disabled={isDisabled}
      onClick={run}
    >
      <Icon name={icon} size={16} />
    </button>
  )
  return (
    <td className={classes.actions}>
      {action('up', 'up', 'Move up', () => edits.move(row.id, -1, 'up'), number === 1)}
      {action('down', 'down', 'Move down', () => edits.move(row.id, 1, 'down'), isLast)}
      {action('insert', 'insert', 'Insert below', () => edits.insertBelow(row.id))}
      {action('remove', 'close', 'Remove', () => edits.remove(row.id), lock !== undefined)}
    </td>
  )
}
