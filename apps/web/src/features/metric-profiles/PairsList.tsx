import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { metricNamesFor } from '#features/metrics/metrics.queries.ts'
import type { View } from '#kit/api/resource-queries.ts'
import { RowsHead, searchedColumns } from '#kit/row-table/RowsHead.tsx'
import { RowTable } from '#kit/row-table/RowTable.tsx'
import { useRowFilter } from '#kit/row-table/use-row-filter.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { type KnownParts, type PairPart, pairRows, unknownPartsOf } from './pair-rows.ts'
import classes from './pairs.module.css'

interface Props {
  readonly view: View
  /** Undefined if names are shown unchanged. */
  readonly knownParts: KnownParts | undefined
}

/** The pairs of a profile, read-only. Metrics of the tenant are links. */
export function PairsList({ view, knownParts }: Props) {
  const { data: linked } = useQuery(metricNamesFor(view))
  const { details } = view === 'public' ? paths.publicMetrics : paths.metrics
  const services = useWatch<MetricProfileValues, 'services'>({ name: 'services' })
  const rows = useMemo(() => services.filter((row) => !pairRows.isBlank(row)), [services])
  const filter = useRowFilter(pairRows, rows)
  return (
    <div>
      <RowsHead
        shown={filter.shown.length}
        all={rows.length}
        count={counted(rows.length, 'pair')}
        onClear={filter.isOn ? filter.clear : undefined}
      >
        <h2>Metric instances</h2>
      </RowsHead>
      <RowTable
        label="Metric instances"
        columns={searchedColumns(pairRows, filter)}
        rows={filter.shown}
        keyOf={({ row }) => row.id}
        nothing={filter.isOn ? 'No pairs match the search.' : 'No metric instances'}
        cells={({ row, index }) => {
          const unknown = knownParts ? unknownPartsOf(row, knownParts) : []
          return (
            <>
              <td data-align="end" data-plain className="mono">
                {index + 1}
              </td>
              <td data-plain className="mono">
                {row.service}
                {unknown.includes('service') && <UnknownMark part="service" />}
              </td>
              <td data-plain className="mono">
                {linked?.has(row.metric) ? <Link to={details(row.metric)}>{row.metric}</Link> : row.metric}
                {unknown.includes('metric') && <UnknownMark part="metric" />}
              </td>
            </>
          )
        }}
      />
    </div>
  )
}

const UnknownMark = ({ part }: { readonly part: PairPart }) => (
  <span className={classes.unknown}>
    {' '}
    <Mark tone="warn">{`Unknown ${part}`}</Mark>
  </span>
)
