import { namesSecret, secretVariablesIn } from '@quatrain/contract/resources/metric-override.ts'
import { memo } from 'react'
import type { FieldError } from 'react-hook-form'
import { RowActions } from '#kit/rows/RowActions.tsx'
import { RowCell } from '#kit/rows/RowCell.tsx'
import type { RowState } from '#kit/rows/row-states.ts'
import rows from '#kit/rows/rows.module.css'
import type { RowEdits } from '#kit/rows/use-row-edits.ts'
import { Mark } from '#ui/Mark.tsx'
import type { OverrideOffers } from './override-offers.ts'
import { headers, type OverrideCell, type OverrideRow, type OverrideTable } from './override-rows.ts'
import classes from './overrides.module.css'

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
  readonly edits: RowEdits<OverrideCell>
}

/** The cells of one row, what is to be said of it, and what can be done with it. */
export const OverrideCells = memo(function OverrideCells(props: Props) {
  const { definition, row, number, problems, offers, edits } = props
  const name = definition.cells.map((cell) => row[cell].trim()).filter(Boolean)
  return (
    <>
      <td data-align="end" data-plain className="mono">
        {number}
      </td>
      {definition.cells.map((cell) => (
        <td key={cell}>
          <RowCell
            field={cell}
            label={`${definition.title}: ${headers[cell].toLowerCase()} ${number}`}
            message={problems?.[cell]?.message}
            isInvalid={problems?.row !== undefined}
            {...(cell !== 'value' && { suggestions: offers(cell, row) })}
            {...{ row, edits }}
          />
        </td>
      ))}
      <td className={rows.marks}>
        <Marks {...props} />
      </td>
      <RowActions id={row.id} what={definition.one} name={name.join(', ') || 'blank'} {...{ number, edits }} />
    </>
  )
})

function Marks({ definition, row, state, problems, elsewhere }: Props) {
  const hasError = Object.keys(problems ?? {}).some((part) => part !== 'row')
  return (
    <>
      {state === 'new' && <Mark tone="accent">New</Mark>}
      {state === 'changed' && <Mark tone="warn">Changed</Mark>}
      {problems?.row?.message !== undefined && <Mark tone="bad">{problems.row.message}</Mark>}
      {hasError && <Mark tone="bad">Error</Mark>}
      {looksSecret(row) && <Mark tone="warn">Secret?</Mark>}
      {definition.name === 'global_attributes' && secretVariablesIn(row.value).length > 0 && (
        <Mark tone="warn">Not filled in</Mark>
      )}
      {elsewhere !== undefined && <span className={classes.elsewhere}>Also in {elsewhere}</span>}
    </>
  )
}

/** A secret belongs into a file of the box; `$NAME` refers to one. */
const looksSecret = ({ attribute, value }: OverrideRow): boolean =>
  namesSecret(attribute.trim()) && value.trim() !== '' && !/^[$/]/.test(value.trim())
