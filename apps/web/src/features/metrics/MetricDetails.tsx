import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from '#kit/details.module.css'
import { KeyValueTable } from '#kit/KeyValueTable.tsx'
import { LinkedValue } from '#kit/LinkedValue.tsx'
import type { View } from '#kit/resource-queries.ts'
import { TagMarks } from '#kit/TagMarks.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue, NoValue, ValueText } from '#ui/ValueText.tsx'
import { placesFor } from './metric-places.ts'
import { metricNamesFor } from './metrics.queries.ts'

interface Props {
  readonly metric: MetricDocument
  /** The profiles that hold it now; nothing where it is shown as it was. */
  readonly profiles?: readonly string[]
  readonly view?: View
  readonly title?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** A metric to be read. */
export function MetricDetails(props: Props) {
  const { metric, profiles, view = 'member', title = 'Metric details', actions, notice } = props
  const { name, mtype, description, group } = metric
  const places = placesFor(view)
  return (
    <PageFrame title={title} object={name} actions={actions} width="reading">
      {notice}
      <div className={classes.fields}>
        <ValueText label="Name" value={name} isMono />
        <ValueText label="Type" value={mtype} />
        <LinkedValue label="Probe" value={metric.probeversion} to={places.probeVersion(metric.probeversion)} />
        <ValueText label="Group" value={group} />
        <LabelledValue label="Tags">
          <TagMarks tags={metric.tags} />
        </LabelledValue>
        {profiles && (
          <LabelledValue label="Metric profiles">
            <Names names={profiles} to={places.profiles.details} />
          </LabelledValue>
        )}
        <div className={classes.whole}>
          <ValueText label="Description" value={description} />
        </div>
      </div>
      <Configuration metric={metric} view={view} />
    </PageFrame>
  )
}

/** What machines get of it. A passive metric is run by no probe, so there is little to say. */
function Configuration({ metric, view }: { readonly metric: MetricDocument; readonly view: View }) {
  const { data: known } = useQuery(metricNamesFor(view))
  const { mtype, parent, dependancy } = metric
  const parentPage = known?.has(parent) ? placesFor(view).metrics.details(parent) : undefined
  return (
    <section className={classes.section} aria-labelledby="configuration">
      <h2 id="configuration">Metric configuration</h2>
      {mtype === 'Active' && (
        <>
          <ValueText label="Probe executable" value={metric.probeexecutable} isMono />
          <KeyValueTable title="Config" pairs={metric.config} />
          <KeyValueTable title="Attributes" pairs={metric.attribute} />
          {dependancy.length > 0 && <KeyValueTable title="Dependency" pairs={dependancy} />}
          <KeyValueTable title="Parameter" pairs={metric.parameter} />
        </>
      )}
      <KeyValueTable title="Flags" pairs={metric.flags} />
      <LinkedValue label="Parent" value={parent} to={parentPage} />
    </section>
  )
}

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
