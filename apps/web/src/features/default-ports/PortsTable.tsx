import type { DefaultPort } from '@quatrain/contract/resources/default-port.ts'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowSearch } from '#kit/rows/RowSearch.tsx'
import { RowsHead } from '#kit/rows/RowsHead.tsx'
import { RowTable, type RowTableColumn, type RowTableHandle } from '#kit/rows/RowTable.tsx'
import { useRowEdits } from '#kit/rows/use-row-edits.ts'
import { type RowFilter, useRowFilter } from '#kit/rows/use-row-filter.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { DefaultPortsValues } from './default-ports-form.ts'
import { PortCells } from './PortCells.tsx'
import { type PortField, portShape } from './port-edits.ts'
import { deletedNames, isBlank, type PortRow, rowStates } from './port-rows.ts'
import classes from './ports.module.css'

interface Props {
  readonly base: DefaultPortsValues
  /** The ports as they were read, with what names them. */
  readonly ports: readonly DefaultPort[]
}

const noTemplates: readonly string[] = []
const nowhere = { name: '', value: '' }

/** All default ports, to be changed row by row or pasted from a spreadsheet. */
export function PortsTable({ base, ports }: Props) {
  const { getFieldState } = useFormContext<DefaultPortsValues>()
  const { field, fieldState } = useController<DefaultPortsValues, 'ports'>({ name: 'ports' })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const [query] = useSearchParams()
  const filter = useRowFilter<PortRow, PortField>(rows, nowhere, { ...nowhere, name: query.get('name') ?? '' })
  const edits = useRowEdits(portShape, { rows, table, onRows: field.onChange, onBlur: field.onBlur, filter })
  const stored = useMemo(() => rowStates.byId(base.ports), [base.ports])
  const templates = useMemo(() => new Map(ports.map(({ name, metrictemplates }) => [name, metrictemplates])), [ports])
  // The form goes to its first problem by asking the field for the focus.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const { error } = getFieldState('ports')
      const first = Array.isArray(error) ? error.findIndex(Boolean) : -1
      if (first >= 0) edits.goTo(first, Array.isArray(error) && error[first]?.name ? 'name' : 'value')
    },
  }))
  const problem = useProblem('ports')
  const all = rows.filter((row) => !isBlank(row)).length
  return (
    <div>
      <div role="status" className={classes.banner}>
        {deletedNames(base.ports, rows).length > 0 && (
          <Notice kind="warning" icon="info">
            Some ports have been deleted. To store the change to the DB, click on the save button.
          </Notice>
        )}
      </div>
      <RowsHead
        shown={filter.shown.length}
        all={rows.length}
        count={counted(all, 'port')}
        problem={problem}
        onClear={filter.isOn ? filter.clear : undefined}
      />
      <RowTable
        ref={table}
        label="Default ports"
        columns={columnsWith(filter)}
        rows={filter.shown}
        keyOf={({ row }) => row.id}
        nothing="No ports match the search."
        cells={({ row, index }) => (
          <PortCells
            row={row}
            number={index + 1}
            state={isBlank(row) ? undefined : rowStates.stateOf(row, stored)}
            problems={Array.isArray(fieldState.error) ? fieldState.error[index] : undefined}
            storedName={stored.get(row.id)?.name}
            templates={templates.get(row.name.trim()) ?? noTemplates}
            edits={edits}
          />
        )}
      />
    </div>
  )
}

const columnsWith = (filter: RowFilter<PortRow, PortField>): RowTableColumn[] => [
  { header: '#', width: '48px', align: 'end' },
  { header: 'Port name', filter: <RowSearch filter={filter} field="name" label="port names" /> },
  { header: 'Port value', width: '116px', filter: <RowSearch filter={filter} field="value" label="port values" /> },
  { header: 'Named by', width: '24%' },
  { header: 'State', width: '112px' },
  { header: 'Action', width: '104px' },
]
