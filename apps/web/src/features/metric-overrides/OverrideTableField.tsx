import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowTable, type RowTableColumn, type RowTableHandle } from '#kit/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { OverrideCells } from './OverrideCells.tsx'
import type { OverrideValues } from './override-form.ts'
import type { OverrideOffers } from './override-offers.ts'
import {
  headers,
  isBlank,
  keyOf,
  type ListName,
  type OverrideCell,
  type OverrideTable,
  rowsById,
  stateOfRow,
} from './override-rows.ts'
import classes from './overrides.module.css'
import type { Elsewhere } from './use-elsewhere.ts'
import { useOverrideEdits } from './use-override-edits.ts'

interface Props {
  readonly definition: OverrideTable
  readonly base: OverrideValues
  readonly offers: OverrideOffers
  readonly elsewhere: Elsewhere
}

/** One of the three tables of an override, to be changed row by row or pasted from a spreadsheet. */
export function OverrideTableField({ definition, base, offers, elsewhere }: Props) {
  const { name, title, one, description, cells } = definition
  const { getFieldState } = useFormContext<OverrideValues>()
  const { field, fieldState } = useController<OverrideValues, ListName>({ name })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const edits = useOverrideEdits({ definition, rows, table, onRows: field.onChange, onBlur: field.onBlur })
  const stored = useMemo(() => rowsById(base[name]), [base, name])
  // In an override that is not stored yet, nothing is worth being marked as new.
  const isNew = base.id === 0
  // The form goes to its first problem by asking the field for the focus.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const { error } = getFieldState(name)
      const first = Array.isArray(error) ? error.findIndex(Boolean) : -1
      const cell = cells.find((cell) => Array.isArray(error) && error[first]?.[cell]) ?? cells[0]
      if (first >= 0 && cell) edits.goTo(first, cell)
    },
  }))
  const problem = useProblem(name)
  return (
    <div className={classes.section}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span>{counted(rows.filter((row) => !isBlank(row)).length, 'row')}</span>
        {problem !== undefined && <p className={classes.message}>{problem}</p>}
      </div>
      <p className={classes.description}>{description}</p>
      <RowTable
        ref={table}
        label={title}
        columns={columnsOf(definition)}
        rows={rows}
        keyOf={({ id }) => id}
        nothing={`No ${one}s.`}
        cells={(row, index) => (
          <OverrideCells
            definition={definition}
            row={row}
            number={index + 1}
            state={isBlank(row) || isNew ? undefined : stateOfRow(row, stored)}
            problems={Array.isArray(fieldState.error) ? fieldState.error[index] : undefined}
            elsewhere={isBlank(row) ? undefined : elsewhere(name, keyOf(row))}
            offers={offers}
            edits={edits}
          />
        )}
      />
    </div>
  )
}

/** What is longest has most room. */
const widths: { readonly [Cell in OverrideCell]?: { readonly width: string } } = {
  hostname: { width: '28%' },
  metric: { width: '22%' },
}

const columnsOf = ({ cells }: OverrideTable): RowTableColumn[] => [
  { header: '#', width: '48px', align: 'end' },
  ...cells.map((cell) => ({ header: headers[cell], ...widths[cell] })),
  { header: 'State', width: '118px' },
  { header: 'Action', width: '84px' },
]
