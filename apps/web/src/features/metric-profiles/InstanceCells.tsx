import { memo } from 'react'
import type { FieldError } from 'react-hook-form'
import { RowActions } from '#kit/rows/RowActions.tsx'
import { RowCell } from '#kit/rows/RowCell.tsx'
import type { RowState } from '#kit/rows/row-states.ts'
import rows from '#kit/rows/rows.module.css'
import type { RowEdits } from '#kit/rows/use-row-edits.ts'
import { Mark } from '#ui/Mark.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import type { InstanceRow, PairPart } from './instance-rows.ts'
import classes from './instances.module.css'

interface Props {
  readonly row: InstanceRow
  readonly number: number
  /** Nothing for a row that is blank. */
  readonly state: RowState | undefined
  readonly problems: RowProblems | undefined
  /** The half that is no known name, where there is one. */
  readonly unknown: PairPart | undefined
  readonly suggested: Readonly<Record<PairPart, readonly Suggestion[]>>
  readonly edits: RowEdits<PairPart>
}

type RowProblems = { readonly [Part in 'service' | 'metric' | 'pair']?: Pick<FieldError, 'message'> }

/** The cells of one pair. */
export const InstanceCells = memo(function InstanceCells(props: Props) {
  const { row, number, state, problems, unknown, suggested, edits } = props
  const name = [row.service, row.metric].filter(Boolean).join(', ') || 'blank'
  const shared = { row, edits, isInvalid: problems?.pair !== undefined }
  const ofCell = (part: PairPart) => ({ message: problems?.[part]?.message, suggestions: suggested[part] })
  return (
    <>
      <td data-align="end" data-plain className="mono">
        {number}
      </td>
      <td>
        <RowCell field="service" label={`Service ${number}`} {...shared} {...ofCell('service')} />
      </td>
      <td>
        <RowCell field="metric" label={`Metric ${number}`} {...shared} {...ofCell('metric')} />
      </td>
      <td className={rows.marks}>
        {marksOf(state, problems, unknown)}
        {row.from.length > 0 && (
          <span className={classes.from}>From {row.from.map(({ tenant }) => tenant).join(', ')}</span>
        )}
      </td>
      <RowActions id={row.id} {...{ number, name, edits }} what="pair" />
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
