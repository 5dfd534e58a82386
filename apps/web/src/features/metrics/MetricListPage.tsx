import { Button } from '@mantine/core'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useConsoleContext, useMay } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/queries.ts'
import { type Column, columnsFor, inMono, tagColumn } from '#kit/list/columns.tsx'
import { ResourceListPage } from '#kit/list/ResourceListPage.tsx'
import { useSelection } from '#kit/list/selection.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { ClampedText, MarkLine } from '#ui/ClampedText.tsx'
import { BusyButton } from '#ui/dialogs.tsx'
import { Mark } from '#ui/Mark.tsx'
import { placesFor } from './metric-places.ts'
import { isNewer, newerByMetric, noProfile } from './metrics.queries.ts'
import { useChangeMetrics } from './use-change-metrics.tsx'

const column = columnsFor<Metric>()

function columnsIn(view: View, newer?: ReadonlyMap<string, unknown>): Column<Metric>[] {
  const places = placesFor(view)
  const probeVersion: Column<Metric> = {
    ...column.text('probeversion', 'Probe version', '19%'),
    cell: ({ name, probeversion }) => {
      const to = places.probeVersion(probeversion)
      if (to === undefined) return <ClampedText text={probeversion} />
      return (
        <ClampedText text={newer?.has(name) ? `${probeversion}, ${isNewer}` : probeversion}>
          {newer?.has(name) && (
            <>
              <Mark tone="accent">update</Mark>{' '}
            </>
          )}
          <Link to={to}>{probeversion}</Link>
        </ClampedText>
      )
    },
    text: ({ probeversion }) => probeversion,
    filter: { kind: 'text', texts: ({ name, probeversion }) => [probeversion, newer?.has(name) ? isNewer : ''] },
  }
  return [
    column.rowNumber(),
    inMono(column.link('name', 'Name', ({ name }) => places.metrics.details(name), '23%')),
    inMono(probeVersion),
    column.choice('mtype', 'Type', '104px'),
    column.choice('group', 'Group', '10%'),
    tagColumn,
    {
      id: 'profiles',
      header: 'Metric profile',
      cell: ({ profiles }) => <MarkLine words={profiles} toneOf={() => 'accent'} />,
      sort: ({ profiles }) => profiles.join(' '),
      filter: { kind: 'choice', texts: profilesOf },
    },
  ]
}

/** The list has a filter for metrics that are in no profile, but should be. */
const profilesOf = ({ profiles, tags }: Metric) =>
  profiles.length === 0 && !tags.includes('internal') ? [noProfile] : profiles

const shared = {
  resource: metrics,
  pageSize: 50,
  purpose:
    'A metric is a check with the configuration of this tenant. Metrics come with the metric profiles that name them.',
} as const

const publicColumns = columnsIn('public')

/** Users who may change metrics of any group can select several; only administrators import. */
export function MetricListPage() {
  const { data: newer } = useQuery(newerByMetric)
  const { user } = useConsoleContext()
  const mayChange = useMay()('change', metrics)
  const selection = useSelection()
  const { run, isBusy } = useChangeMetrics(selection)
  const action = (
    <BusyButton size="compact-sm" variant="default" isBusy={isBusy} onClick={run}>
      {`Change ${counted(selection.keys.size, 'metric')}`}
    </BusyButton>
  )
  const columns = useMemo(() => {
    const all = columnsIn('member', newer)
    return mayChange ? all.slice(1) : all
  }, [newer, mayChange])
  return (
    <ResourceListPage
      {...shared}
      paths={placesFor('member').metrics}
      columns={columns}
      selection={mayChange ? { selection, header: 'Select', actions: action } : undefined}
      actions={
        user?.is_superuser && (
          <Button component={Link} variant="default" to={paths.metrics.add}>
            Import metrics
          </Button>
        )
      }
    />
  )
}

export const PublicMetricListPage = () => (
  <ResourceListPage {...shared} paths={placesFor('public').metrics} columns={publicColumns} view="public" />
)
