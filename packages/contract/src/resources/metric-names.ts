import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { defineRead, openToVisitors } from '../kit/endpoint.ts'
import { kindNames } from '../kit/kind-names.ts'

/** The labels of metrics and the rights to them. Forms of profiles need their names, without the schemas of `metric.ts`. */
export const protectedMetrics = {
  ...kindNames.metrics,
  userKeys: 'accepted',
  access: { tenant: { read: 'members', write: { group: 'metrics' } } },
} as const

export const metricNames = defineRead({
  path: `${internalApi}/metricsall`,
  summary: 'Names of all metrics',
  deployments: tenantOnly,
  caller: { may: 'view', resource: protectedMetrics },
  answer: z.array(z.object({ name: z.string() })),
})

export const publicMetricNames = openToVisitors(metricNames)
