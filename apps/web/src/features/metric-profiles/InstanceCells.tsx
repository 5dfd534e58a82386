import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react'
import type { FieldError } from 'react-hook-form'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { SuggestInput } from '#ui/SuggestInput.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import type { InstanceRow, PairPart, RowState } from './instance-rows.ts'
import classes from './instances.module.css'
import type { InstanceEdits } from './use-instance-edits.ts'

interface Props {
  readonly row: InstanceRow
  readonly number: number
  /** Nothing for a row that is blank. */
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  /** The half that is no known name, where there is one. */
  readonly unknown: PairPart | undefined
  readonly suggested: Readonly<Record<PairPart, readonly Suggestion[]>>
  readonly edits: InstanceEdits
}

type RowProblems = { readonly [Part in 'service' | 'metric' | 'pair']?: Pick<FieldError, 'message'> }

/** The cells of one pair. */
export const InstanceCells = memo(function InstanceCells(props: Props) {
  const { row, number, state, problems, unknown, suggested, edits } = props
  const name = [row.service, row.metric].filter(Boolean).join(', ') || 'blank'
  return (
    <>
      <td data-align="end" data-plain className="mono">
        {number}
      </td>
      <td>
        <PairInput
          part="service"
          label="Service"
          {...{ row, number, problems, edits }}
          suggestions={suggested.service}
        />
      </td>
      <td>
        <PairInput part="metric" label="Metric" {...{ row, number, problems, edits }} suggestions={suggested.metric} />
      </td>
      <td className={classes.marks}>
        {marksOf(state, problems, unknown)}
        {row.from.length > 0 && (
          <span className={classes.from}>From {row.from.map(({ tenant }) => tenant).join(', ')}</span>
        )}
      </td>
      <td className={classes.actions}>
        <button
          type="button"
          className={classes.action}
          aria-label={`Insert below row ${number}`}
          title="Insert below"
          onClick={() => edits.insertBelow(row.id)}
        >
          <Icon name="insert" size={16} />
        </button>
        <button
          type="button"
          className={classes.action}
          data-cell="remove"
          aria-label={`Remove pair ${number}: ${name}`}
          title="Remove"
          onClick={() => edits.remove(row.id)}
        >
          <Icon name="close" size={16} />
        </button>
      </td>
    </>
  )
})

function marksOf(state: Props['state'], problems: Props['problems'], unknown: Props['unknown']) {
  const hasError = problems?.service || problems?.metric
  return (
    <>
      {state === 'new' && <Mark tone="accent">New</Mark>}
      {state === 'changed' && <Mark tone="warn">Changed</Mark>}
      {problems?.pair && <Mark tone="bad">Duplicated</Mark>}
      {hasError && <Mark tone="bad">Error</Mark>}
      {!hasError && unknown && <Mark tone="warn">{`Unknown ${unknown}`}</Mark>}
    </>
  )
}

interface PairInputProps extends Pick<Props, 'row' | 'number' | 'problems' | 'edits'> {
  readonly part: 'service' | 'metric'
  readonly label: string
  readonly suggestions: readonly Suggestion[]
}

function PairInput({ row, number, part, label, problems, suggestions, edits }: PairInputProps) {
  const id = useId()
  const message = problems?.[part]?.message
  const paste = (event: ClipboardEvent) => {
    if (edits.paste(row.id, part, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (part === 'service') edits.focus(row.id, 'metric')
    else edits.insertBelow(row.id)
  }
  return (
    <>
      <SuggestInput
        data-cell={part}
        aria-label={`${label} ${number}`}
        aria-invalid={message !== undefined || problems?.pair !== undefined}
        aria-describedby={message === undefined ? undefined : id}
        value={row[part]}
        suggestions={suggestions}
        onChange={(text) => edits.change(row.id, part, text)}
        onPaste={paste}
        onKeyDown={goOn}
        onBlur={edits.blur}
      />
      {message !== undefined && (
        <span id={id} className={classes.message}>
          {message}
        </span>
      )}
    </>
  )
}
