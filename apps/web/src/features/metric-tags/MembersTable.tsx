import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { useProblem } from '#kit/fields/fields.tsx'
import { SelectionBox } from '#kit/list/selection.tsx'
import { LoadFailure } from '#kit/page/page-states.tsx'
import { MonoCell, RowSearch, RowTable } from '#kit/row-table/RowTable.tsx'
import rowClasses from '#kit/row-table/rows.module.css'
import { paths } from '#lib/paths.ts'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import { tell } from '#ui/messages.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { filteredRows, type MemberRow, membersInOrder, rowsFrom, type ShownOnly, shownOnly } from './member-rows.ts'
import { type MetricTagValues, mustBeKnown } from './metric-tag-form.ts'
import { templates } from './metric-tags.queries.ts'

/** All metric templates; those with the tag are checked. A long list renders only its visible rows. */
export function MembersTable({ stored }: { readonly stored: readonly string[] }) {
  const { field } = useController<MetricTagValues, 'metrics'>({ name: 'metrics' })
  const { data, error, isFetching, refetch } = useQuery(templates)
  const [filter, setFilter] = useState({ name: '', only: (stored.length > 0 ? 'Members' : '') as ShownOnly })
  const search = useRef<HTMLInputElement>(null)
  const last = useRef<string>(undefined)
  // The form focuses a field with an error.
  useImperativeHandle(field.ref, () => ({ focus: () => search.current?.focus() }))
  const now = useMemo(() => new Set(field.value), [field.value])
  const before = useMemo(() => new Set(stored), [stored])
  const rows = useMemo(() => rowsFrom(data, membersInOrder([...stored, ...now])), [data, stored, now])
  const visibleRows = useMemo(() => filteredRows(rows, filter, { stored: before, now }), [rows, filter, before, now])
  const problem = useProblem('metrics')

  const put = (names: Iterable<string>) => field.onChange(membersInOrder(names))
  const tick = (names: readonly string[], isOn: boolean) => {
    const memberNames = new Set(names)
    put(isOn ? [...now, ...names] : [...now].filter((name) => !memberNames.has(name)))
  }
  /** Toggles one row; with the shift key, all rows from the previous one to this one. */
  const toggle = (name: string, isOn: boolean, isRange: boolean) => {
    const places = [last.current, name].map((place) => visibleRows.findIndex((row) => row.name === place))
    last.current = name
    const [from, to] = [Math.min(...places), Math.max(...places)]
    tick(isRange && from >= 0 ? visibleRows.slice(from, to + 1).map((row) => row.name) : [name], isOn)
  }
  const paste = (event: ClipboardEvent) => {
    const names = parseTabularText(event.clipboardData.getData('text/plain')).map(([first = '']) => first)
    if (names.length < 2 || !data) return
    event.preventDefault()
    const templateNames = new Set(data.map(({ name }) => name))
    const existingNames = names.filter((name) => templateNames.has(name))
    const unknown = names.filter((name) => !templateNames.has(name))
    tick(existingNames, true)
    const lines = [unknown.length > 0 ? `Not there: ${unknown.join(', ')}` : undefined]
    tell.success({ title: `${counted(existingNames.length, 'metric template')} pasted`, lines })
  }
  const ticked = visibleRows.filter(({ name }) => now.has(name)).length
  const columns = [
    {
      header: 'On',
      width: '56px',
      filter: (
        <SelectionBox
          label="All shown"
          isDisabled={visibleRows.length === 0}
          isChecked={visibleRows.length > 0 && ticked === visibleRows.length}
          isSome={ticked > 0 && ticked < visibleRows.length}
          onChange={() => {
            const names = visibleRows.map(({ name }) => name)
            tick(names, ticked < visibleRows.length)
          }}
        />
      ),
    },
    {
      header: 'Metric template',
      filter: (
        <RowSearch
          ref={search}
          label="Search metric templates"
          placeholder="Search, or paste names"
          aria-invalid={problem !== undefined}
          value={filter.name}
          onSearch={(name) => setFilter({ ...filter, name })}
          onPaste={paste}
        />
      ),
    },
    { header: 'Type', width: '100px' },
    { header: 'Probe version', width: '30%' },
    {
      header: 'State',
      width: '150px',
      filter: (
        <NativeSelect
          size="xs"
          aria-label="Which metric templates"
          value={filter.only}
          onChange={(event) => {
            const only = shownOnly.find((option) => option === event.currentTarget.value) ?? ''
            setFilter({ ...filter, only })
          }}
          data={[{ value: '', label: 'Show all' }, ...shownOnly]}
        />
      ),
    },
  ]
  return (
    <div>
      <div className={rowClasses.head}>
        <h2>Metric templates</h2>
        <span role="status">
          {counted(now.size, 'member')}; {visibleRows.length.toLocaleString('en')} of{' '}
          {counted(rows.length, 'metric template')} shown
        </span>
        {(filter.name !== '' || filter.only !== '') && (
          <Button size="compact-sm" variant="subtle" onClick={() => setFilter({ name: '', only: '' })}>
            Show all
          </Button>
        )}
        {problem !== undefined && <p className="problem">{problem}</p>}
      </div>
      {error && !data && (
        <LoadFailure subject="The metric templates" error={error} retry={refetch} isBusy={isFetching}>
          Only members are shown.
        </LoadFailure>
      )}
      <RowTable
        label="Metric templates"
        columns={columns}
        rows={visibleRows}
        keyOf={({ name }) => name}
        emptyText={data ? 'No metric templates match.' : 'Loading metric templates'}
        cells={(row) => (
          <MemberCells
            row={row}
            isOn={now.has(row.name)}
            wasOn={before.has(row.name)}
            hasStored={stored.length > 0}
            onToggle={toggle}
          />
        )}
      />
    </div>
  )
}

interface CellsProps {
  readonly row: MemberRow
  readonly isOn: boolean
  readonly wasOn: boolean
  /** Rows of a new tag are not marked as new. */
  readonly hasStored: boolean
  readonly onToggle: (name: string, isOn: boolean, isRange: boolean) => void
}

const MemberCells = ({
  row: { name, mtype, probeversion, isUnknown },
  isOn,
  wasOn,
  hasStored,
  onToggle,
}: CellsProps) => (
  <>
    <td>
      <SelectionBox label={name} isChecked={isOn} onChange={(isRange) => onToggle(name, !isOn, isRange)} />
    </td>
    <MonoCell>
      {isUnknown ? name : <Link to={paths.metricTemplates.details(name)}>{name}</Link>}
      {isUnknown && isOn && <span className="problem">{mustBeKnown}</span>}
    </MonoCell>
    <td data-plain>{mtype}</td>
    <MonoCell>{probeversion}</MonoCell>
    <td className={rowClasses.marks}>
      {isOn && !wasOn && hasStored && <Mark tone="accent">New</Mark>}
      {!isOn && wasOn && <Mark tone="warn">Removed</Mark>}
      {isUnknown && <Mark tone="bad">Unknown</Mark>}
    </td>
  </>
)
