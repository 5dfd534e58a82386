import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { keyValue } from '../kit/fields.ts'
import { type DocumentOf, defineResource, internalApi, type RecordOf } from '../kit/resource.ts'

const pairs = z.array(keyValue)

/** What a version keeps. Everything but group and configuration is the template version that the metric is pinned to. */
const document = z.object({
  name: z.string(),
  mtype: z.enum(['Active', 'Passive']),
  tags: z.array(z.string()),
  /** Nothing for a passive metric, which no probe runs; else `name (version)`. */
  probeversion: z.string(),
  /** Nothing when it belongs to no group. */
  group: z.string(),
  description: z.string(),
  parent: z.string(),
  probeexecutable: z.string(),
  config: pairs,
  attribute: pairs,
  dependancy: pairs,
  flags: pairs,
  parameter: pairs,
})

const record = document.extend({
  id: z.number().int(),
  /** Names of the metric profiles that hold it. */
  profiles: z.array(z.string()),
})

/**
 * A check with the configuration of its tenant (specification part 1, sections 2 and 3). Metrics come and go with the
 * metric profiles that name them.
 */
export const metrics = defineResource({
  kind: 'metric',
  path: 'metric',
  label: { one: 'metric', many: 'metrics' },
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  access: { tenant: { read: 'public', write: 'nobody' } },
  record,
  row: record,
  document,
})

export type Metric = RecordOf<typeof metrics>
export type MetricDocument = DocumentOf<typeof metrics>

const names = {
  method: 'GET',
  deployments: tenantOnly,
  answer: z.array(z.object({ name: z.string() })),
} as const

export const metricNames = defineEndpoint({
  ...names,
  path: `${internalApi}/metricsall`,
  summary: 'Names of all metrics',
  caller: { may: 'view', resource: metrics },
})

export const publicMetricNames = defineEndpoint({
  ...names,
  path: `${internalApi}/public_metricsall`,
  summary: 'Names of all metrics, for everybody',
  caller: 'anyone',
})
