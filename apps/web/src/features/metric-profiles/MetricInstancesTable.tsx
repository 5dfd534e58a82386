import { useQuery } from '@tanstack/react-query'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowTable, type RowTableHandle } from '#kit/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { InstanceCells } from './InstanceCells.tsx'
import { InstancesHead, instanceColumns } from './InstancesHead.tsx'
import { isBlank, rowsById, stateOfRow } from './instance-rows.ts'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { knownServices, predefinedMetrics } from './metric-profiles.queries.ts'
import { useInstanceEdits } from './use-instance-edits.ts'
import { useInstanceFilter } from './use-instance-filter.ts'

/** The pairs of service and metric of a profile, to be changed row by row or pasted from a spreadsheet. */
export function MetricInstancesTable({ base }: { readonly base: MetricProfileValues }) {
  const { getFieldState } = useFormContext<MetricProfileValues>()
  const { field, fieldState } = useController<MetricProfileValues, 'services'>({ name: 'services' })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const filter = useInstanceFilter(rows)
  const edits = useInstanceEdits({ rows, table, onRows: field.onChange, onBlur: field.onBlur, filter })
  const stored = useMemo(() => rowsById(base.services), [base.services])
  // In a profile that is not stored yet, nothing is worth being marked as new.
  const isAllNew = base.services.every(isBlank)
  const metrics = useQuery(predefinedMetrics)
  const services = useQuery(knownServices)
  const offered = useMemo(
    () => ({
      services: (services.data ?? []).map((value) => ({ value })),
      metrics: (metrics.data ?? []).map(({ name, mtype }) => ({ value: name, hint: mtype })),
    }),
    [services.data, metrics.data],
  )
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
            state={isBlank(row) || isAllNew ? undefined : stateOfRow(row, stored)}
            problems={Array.isArray(fieldState.error) ? fieldState.error[index] : undefined}
            services={offered.services}
            metrics={offered.metrics}
            edits={edits}
          />
        )}
      />
    </div>
  )
}
