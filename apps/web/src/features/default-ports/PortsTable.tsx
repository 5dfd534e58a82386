import { Button, TextInput } from '@mantine/core'
import type { DefaultPort } from '@quatrain/contract/resources/default-port.ts'
import { useImperativeHandle, useMemo, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { RowTable, type RowTableColumn, type RowTableHandle } from '#kit/RowTable.tsx'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import type { DefaultPortsValues } from './default-ports-form.ts'
import { PortCells } from './PortCells.tsx'
import { deletedNames, isBlank, rowsById, stateOfRow } from './port-rows.ts'
import classes from './ports.module.css'
import { type PortField, usePortEdits } from './use-port-edits.ts'
import { type PortFilter, usePortFilter } from './use-port-filter.ts'

interface Props {
  readonly base: DefaultPortsValues
  /** The ports as they were read, with what names them. */
  readonly ports: readonly DefaultPort[]
}

const noTemplates: readonly string[] = []

/** All default ports, to be changed row by row or pasted from a spreadsheet. */
export function PortsTable({ base, ports }: Props) {
  const { getFieldState } = useFormContext<DefaultPortsValues>()
  const { field, fieldState } = useController<DefaultPortsValues, 'ports'>({ name: 'ports' })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const filter = usePortFilter(rows)
  const edits = usePortEdits({ rows, table, onRows: field.onChange, onBlur: field.onBlur, filter })
  const stored = useMemo(() => rowsById(base.ports), [base.ports])
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
      <div className={classes.head}>
        <span role="status">
          {filter.isOn
            ? `${filter.shown.length.toLocaleString('en')} of ${counted(rows.length, 'row')}`
            : counted(all, 'port')}
        </span>
        {filter.isOn && (
          <Button size="compact-sm" variant="subtle" onClick={filter.clear}>
            Clear search
          </Button>
        )}
        {problem !== undefined && <p className={classes.message}>{problem}</p>}
      </div>
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
            state={isBlank(row) ? undefined : stateOfRow(row, stored)}
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

function columnsWith({ wanted, search }: PortFilter): RowTableColumn[] {
  const box = (field: PortField, label: string) => (
    <TextInput
      size="xs"
      type="search"
      placeholder="Search"
      aria-label={`Search ${label}`}
      value={wanted[field]}
      onChange={(event) => search(field, event.currentTarget.value)}
      // Within a form Enter would save.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
  return [
    { header: '#', width: '48px', align: 'end' },
    { header: 'Port name', filter: box('name', 'port names') },
    { header: 'Port value', width: '116px', filter: box('value', 'port values') },
    { header: 'Named by', width: '24%' },
    { header: 'State', width: '112px' },
    { header: 'Action', width: '104px' },
  ]
}
