import type { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { metricNamesFor } from '#features/metrics/metric-names.queries.ts'
import type { View } from '#kit/api/queries.ts'
import { GroupField, TextAreaField, TextField } from '#kit/fields/fields.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { type DetailsProps, ReadOnlyPage, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { RowsHead, searchedColumns } from '#kit/row-table/RowsHead.tsx'
import { MonoCell, NumberCell, RowTable } from '#kit/row-table/RowTable.tsx'
import { useRowFilter } from '#kit/row-table/use-row-field.ts'
import { lazyPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { Mark } from '#ui/Mark.tsx'
import type { UsedProfile } from './MetricProfileUsage.tsx'
import { type MetricProfileValues, metricProfileDefinition } from './metric-profile-form.ts'
import { exportPairs } from './pair-files.ts'
import { type KnownParts, type PairPart, pairRows, unknownPartsOf } from './pair-rows.ts'
import classes from './pairs.module.css'
import { useKnownParts } from './use-known-parts.ts'

const MetricProfileUsage = lazyPart(
  () => import('./MetricProfileUsage.tsx'),
  ({ MetricProfileUsage }) => MetricProfileUsage,
)

/** What uses a profile stands below everything else, so it comes after it. */
export const LazyUsage = (profile: UsedProfile) => (
  <Suspense>
    <MetricProfileUsage {...profile} />
  </Suspense>
)

/** A metric profile, read-only. */
export function MetricProfileDetails(props: DetailsProps<typeof metricProfiles, MetricProfileValues>) {
  const { view, record } = props
  // Unknown names are marked for members, in the stored state.
  const isCurrent = record !== undefined && view === 'member'
  const exportAll = () => record && void exportPairs(record.name, record.services, false)
  return (
    <ReadOnlyPage {...props} width="full" menu={isCurrent && <FileMenu format="CSV" onExport={exportAll} />}>
      <MetricProfileFields />
      {isCurrent ? <CurrentPairs /> : <PairsList view={view} knownParts={undefined} />}
      {isCurrent && <LazyUsage {...record} />}
    </ReadOnlyPage>
  )
}

const CurrentPairs = () => <PairsList view="member" knownParts={useKnownParts()} />

/** The fields of a metric profile besides its pairs. */
export const MetricProfileFields = ({ fixedName }: { readonly fixedName?: string }) => (
  <div className={formClasses.fields}>
    <TextField name="name" label="Metric profile name" isMono fixed={fixedName} />
    <TextAreaField name="description" label="Description" isOptional rows={4} />
    <GroupField name="groupname" kind="metricprofiles" description="Members of this group may change the profile." />
  </div>
)

interface Props {
  readonly view: View
  /** Undefined if names are shown unchanged. */
  readonly knownParts: KnownParts | undefined
}

/** The pairs of a profile, read-only. Metrics of the tenant are links. */
function PairsList({ view, knownParts }: Props) {
  const { data: linked } = useQuery(metricNamesFor(view))
  const { details } = view === 'public' ? paths.publicMetrics : paths.metrics
  const services = useWatch<MetricProfileValues, 'services'>({ name: 'services' })
  const rows = useMemo(() => services.filter((row) => !pairRows.isBlank(row)), [services])
  const filter = useRowFilter(pairRows, rows)
  return (
    <div>
      <RowsHead
        matching={filter.visibleRows.length}
        all={rows.length}
        count={counted(rows.length, 'pair')}
        onClear={filter.isOn ? filter.clear : undefined}
      >
        <h2>Metric instances</h2>
      </RowsHead>
      <RowTable
        label="Metric instances"
        columns={searchedColumns(pairRows, filter)}
        rows={filter.visibleRows}
        keyOf={({ row }) => row.id}
        emptyText={filter.isOn ? 'No pairs match the search.' : 'No metric instances'}
        cells={({ row, index }) => {
          const unknown = knownParts ? unknownPartsOf(row, knownParts) : []
          return (
            <>
              <NumberCell>{index + 1}</NumberCell>
              <MonoCell>
                {row.service}
                {unknown.includes('service') && <UnknownMark part="service" />}
              </MonoCell>
              <MonoCell>
                {linked?.has(row.metric) ? <Link to={details(row.metric)}>{row.metric}</Link> : row.metric}
                {unknown.includes('metric') && <UnknownMark part="metric" />}
              </MonoCell>
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

export const publicMetricProfilePages = readOnlyPages({
  definition: metricProfileDefinition,
  paths: paths.publicMetricProfiles,
  view: 'public',
  Details: MetricProfileDetails,
})
