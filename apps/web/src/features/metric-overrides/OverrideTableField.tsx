import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowSearch } from '#kit/rows/RowSearch.tsx'
import { RowsHead } from '#kit/rows/RowsHead.tsx'
import { RowTable, type RowTableColumn, type RowTableHandle } from '#kit/rows/RowTable.tsx'
import { useRowEdits } from '#kit/rows/use-row-edits.ts'
import { type RowFilter, useRowFilter } from '#kit/rows/use-row-filter.ts'
import { counted } from '#lib/words.ts'
import { OverrideCells } from './OverrideCells.tsx'
import { rowShapeOf } from './override-edits.ts'
import type { OverrideValues } from './override-form.ts'
import type { OverrideOffers } from './override-offers.ts'
import {
  headers,
  isBlank,
  keyOf,
  type ListName,
  noTexts,
  type OverrideCell,
  type OverrideRow,
  type OverrideTable,
  rowStates,
} from './override-rows.ts'
import classes from './overrides.module.css'
import type { Elsewhere } from './use-elsewhere.ts'

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
  const filter = useRowFilter<OverrideRow, OverrideCell>(rows, noTexts)
  const edits = useRowEdits(rowShapeOf(name), { rows, table, onRows: field.onChange, onBlur: field.onBlur, filter })
  const stored = useMemo(() => rowStates.byId(base[name]), [base, name])
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
      <RowsHead
        shown={filter.shown.length}
        all={rows.length}
        count={counted(rows.filter((row) => !isBlank(row)).length, 'row')}
        problem={problem}
        onClear={filter.isOn ? filter.clear : undefined}
      >
        <h2>{title}</h2>
      </RowsHead>
      <p className={classes.description}>{description}</p>
      <RowTable
        ref={table}
        label={title}
        columns={columnsOf(definition, filter)}
        rows={filter.shown}
        keyOf={({ row }) => row.id}
        nothing={`No ${one}s match the search.`}
        cells={({ row, index }) => (
          <OverrideCells
            definition={definition}
            row={row}
            number={index + 1}
            state={isBlank(row) || isNew ? undefined : rowStates.stateOf(row, stored)}
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

const columnsOf = ({ cells, one }: OverrideTable, filter: RowFilter<OverrideRow, OverrideCell>): RowTableColumn[] => [
  { header: '#', width: '48px', align: 'end' },
  ...cells.map((cell) => ({
    header: headers[cell],
    filter: <RowSearch filter={filter} field={cell} label={`${one}s by ${headers[cell].toLowerCase()}`} />,
    ...widths[cell],
  })),
  { header: 'State', width: '118px' },
  { header: 'Action', width: '84px' },
]
