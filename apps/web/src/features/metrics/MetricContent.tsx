import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { View } from '#kit/api/resource-queries.ts'
import classes from '#kit/page/details.module.css'
import { KeyValueTable } from '#kit/page/KeyValueTable.tsx'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { Marks } from '#kit/page/Marks.tsx'
import { Section } from '#kit/page/Section.tsx'
import { WhereUsed } from '#kit/page/WhereUsed.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { placesFor } from './metric-places.ts'
import { dependentsOfMetric, metricNamesFor } from './metrics.queries.ts'
import { ProbeOfMetric } from './ProbeOfMetric.tsx'

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
  <WhereUsed
    query={useQuery(dependentsOfMetric(name))}
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
