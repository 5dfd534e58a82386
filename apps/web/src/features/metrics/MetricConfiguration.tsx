import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'
import classes from '#kit/page/details.module.css'
import { KeyValueTable } from '#kit/page/KeyValueTable.tsx'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { ValueText } from '#ui/ValueText.tsx'
import { placesFor } from './metric-places.ts'
import { metricNamesFor } from './metrics.queries.ts'

interface Props {
  readonly metric: MetricDocument
  readonly view?: View
  /** In place of the configuration values, where they can be changed. */
  readonly config?: ReactNode
}

/** What machines get of a metric. A passive one is run by no probe, so there is little to say. */
export function MetricConfiguration({ metric, view = 'member', config }: Props) {
  const { data: known } = useQuery(metricNamesFor(view))
  const { mtype, parent, dependancy } = metric
  const parentPage = known?.has(parent) ? placesFor(view).metrics.details(parent) : undefined
  return (
    <section className={classes.section} aria-labelledby="configuration">
      <h2 id="configuration">Metric configuration</h2>
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
    </section>
  )
}
