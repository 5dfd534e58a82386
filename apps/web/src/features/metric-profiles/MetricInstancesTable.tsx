import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowTable, type RowTableHandle } from '#kit/rows/RowTable.tsx'
import { useRowEdits } from '#kit/rows/use-row-edits.ts'
import { useRowFilter } from '#kit/rows/use-row-filter.ts'
import { counted } from '#lib/words.ts'
import { InstanceCells } from './InstanceCells.tsx'
import { InstancesHead, instanceColumns } from './InstancesHead.tsx'
import { instanceShape } from './instance-edits.ts'
import { type InstanceRow, isBlank, nowhere, type PairPart, rowStates, unknownPartsOf } from './instance-rows.ts'
import classes from './instances.module.css'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { ServiceTypesNotice } from './ServiceTypesNotice.tsx'
import { useKnownParts, useSuggestedParts } from './use-known-parts.ts'

/** The pairs of service and metric of a profile, to be changed row by row or pasted from a spreadsheet. */
export function MetricInstancesTable({ base }: { readonly base: MetricProfileValues }) {
  const { getFieldState } = useFormContext<MetricProfileValues>()
  const { field, fieldState } = useController<MetricProfileValues, 'services'>({ name: 'services' })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const filter = useRowFilter<InstanceRow, PairPart>(rows, nowhere)
  const edits = useRowEdits(instanceShape, { rows, table, onRows: field.onChange, onBlur: field.onBlur, filter })
  const stored = useMemo(() => rowStates.byId(base.services), [base.services])
  // In a profile that is not stored yet, nothing is worth being marked as new.
  const isAllNew = base.services.every(isBlank)
  const known = useKnownParts()
  const suggested = useSuggestedParts()
  // The form goes to its first problem by asking the field for the focus.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const { error } = getFieldState('services')
      const first = Array.isArray(error) ? error.findIndex(Boolean) : -1
      if (first >= 0) edits.goTo(first, Array.isArray(error) && error[first]?.service ? 'service' : 'metric')
    },
  }))
  const problem = useProblem('services')
  const pairs = rows.filter((row) => !isBlank(row)).length
  return (
    <div>
      <InstancesHead
        shown={filter.shown.length}
        all={rows.length}
        count={counted(pairs, 'pair')}
        problem={problem}
        onClear={filter.isOn ? filter.clear : undefined}
      />
      <div className={classes.notice}>
        <ServiceTypesNotice />
      </div>
      <RowTable
        ref={table}
        label="Metric instances"
        columns={instanceColumns(filter, true)}
        rows={filter.shown}
        keyOf={({ row }) => row.id}
        nothing="No pairs match the search."
        cells={({ row, index }) => (
          <InstanceCells
            row={row}
            number={index + 1}
            state={isBlank(row) || isAllNew ? undefined : rowStates.stateOf(row, stored)}
            problems={Array.isArray(fieldState.error) ? fieldState.error[index] : undefined}
            unknown={unknownPartsOf(row, known)[0]}
            suggested={suggested}
            edits={edits}
          />
        )}
      />
    </div>
  )
}
