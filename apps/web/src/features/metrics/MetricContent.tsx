import { type MetricDocument, metrics } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { packagePage } from '#features/package-usage/package-usage.queries.ts'
import { probeOfVersion } from '#features/probes/probes.queries.ts'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/queries.ts'
import classes from '#kit/page/details.module.css'
import { KeyValueTable } from '#kit/page/KeyValueTable.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { Failure } from '#kit/page/page-states.tsx'
import { Section } from '#kit/page/Section.tsx'
import { Dependents } from '#kit/page/WhereUsed.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { ExternalLink, LabelledValue, LinkedValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { metricNamesFor } from './metric-names.queries.ts'
import { placesFor } from './metric-places.ts'

interface Props {
  readonly metric: MetricDocument
  /** The profiles that contain it now; nothing for an old version. */
  readonly profiles: readonly string[] | undefined
  readonly view: View
  /** Replaces the group and the configuration values if they can be changed. */
  readonly group?: ReactNode
  readonly config?: ReactNode
}

/** The content of a metric: its template, its group, its profiles, and the configuration for machines. */
export function MetricContent({ metric, profiles, view, group, config }: Props) {
  const places = placesFor(view)
  return (
    <>
      <div className={`${classes.card} ${classes.fields}`}>
        <ValueText label="Name" value={metric.name} isMono />
        <ValueText label="Type" value={metric.mtype} />
        <LinkedValue label="Probe" value={metric.probeversion} to={places.probeVersion(metric.probeversion)} />
        {group ?? <ValueText label="Group" value={metric.group} />}
        <LabelledValue label="Tags">
          <Marks words={tagsInOrder(metric.tags)} toneOf={toneOfTag} />
        </LabelledValue>
        {profiles && (
          <LabelledValue label="Metric profiles">
            <Names names={profiles} to={places.profiles.details} />
          </LabelledValue>
        )}
        <div className={classes.whole}>
          <ValueText label="Description" value={metric.description} />
        </div>
      </div>
      <Configuration metric={metric} view={view} config={config} />
      <ProbeOfMetric probeversion={metric.probeversion} view={view} />
      {profiles && view === 'member' && <MetricUsage name={metric.name} />}
    </>
  )
}

/** Besides the metric profiles, which are part of the metric. */
const MetricUsage = ({ name }: { readonly name: string }) => (
  <Dependents
    object={{ kind: metrics.kind, name }}
    emptyText="No thresholds profile, override or other metric refers to this metric."
  />
)

function Names({ names, to }: { readonly names: readonly string[]; readonly to: (name: string) => string }) {
  if (names.length === 0) return <NoValue />
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>
          <Link to={to(name)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

/** No probe runs a passive metric, so it has few values. */
function Configuration({ metric, view, config }: Pick<Props, 'metric' | 'view' | 'config'>) {
  const { data: metricNames } = useQuery(metricNamesFor(view))
  const { mtype, parent, dependancy } = metric
  const parentPage = metricNames?.has(parent) ? placesFor(view).metrics.details(parent) : undefined
  return (
    <Section title="Metric configuration">
      {mtype === 'Active' && (
        <>
          <ValueText label="Probe executable" value={metric.probeexecutable} isMono />
          {config ?? <KeyValueTable title="Config" pairs={metric.config} />}
          <KeyValueTable title="Attributes" pairs={metric.attribute} />
          {dependancy.length > 0 && <KeyValueTable title="Dependency" pairs={dependancy} />}
          <KeyValueTable title="Parameter" pairs={metric.parameter} />
        </>
      )}
      <KeyValueTable title="Flags" pairs={metric.flags} />
      <LinkedValue label="Parent" value={parent} to={parentPage} />
    </Section>
  )
}

interface ProbeOfMetricProps {
  /** `name (version)`; empty if it has none. */
  readonly probeversion: string
  readonly view: View
}

/** The package of a metric's probe, and its state; absent if the metric has no probe. */
function ProbeOfMetric({ probeversion, view }: ProbeOfMetricProps) {
  const { caller } = useConsoleContext()
  const { data: probe, error, refetch } = useQuery(probeOfVersion(probeversion, view))
  if (error && !isApiError(error, 'not_found')) return <Failure error={error} retry={() => void refetch()} />
  if (!probe) return null
  return (
    <Section title="Probe metadata">
      <div className={classes.fields}>
        <LinkedValue label="Package" value={probe.package} to={packagePage(caller, probe.package)} />
        <ExternalLink label="Documentation" url={probe.docurl} />
        <ExternalLink label="Repository" url={probe.repository} />
        <div className={classes.whole}>
          <ValueText label="Probe description" value={probe.description} />
        </div>
      </div>
    </Section>
  )
}
