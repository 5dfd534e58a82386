import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { byUse } from './by-use.ts'

export const queries = resourceQueries(metricOverrides)

/** The hosts that overrides name, as suggestions. */
export const hostsInOverrides = {
  ...queries.list(),
  select: (overrides: readonly MetricOverride[]) =>
    byUse(
      overrides
        .flatMap(({ host_attributes, metric_parameters }) => [...host_attributes, ...metric_parameters])
        .map(({ hostname }) => hostname),
      'row',
    ),
}
