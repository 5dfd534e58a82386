import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, defineRead, megabyte } from '../kit/endpoint.ts'
import { metricNameList } from './metric-bulk.ts'
import { metricTypes } from './metric-settings.ts'

/** A metric template without a metric in this tenant, and the result of importing it. */
export const importable = z.object({
  name: z.string(),
  mtype: z.enum(metricTypes),
  tags: z.array(z.string()),
  description: z.string(),
  /** The probe version that the metric would use; null for a passive metric, or if it cannot be imported. */
  probeversion: z.string(),
  /** The probe version of the template. */
  newest: z.string(),
  /** `warning`: the metric would use the package version in use, which differs from that of the template. */
  outcome: z.enum(['imported', 'warning', 'unavailable']),
})
export type Importable = z.output<typeof importable>

const shared = {
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'superuser',
  refusal: 'You do not have permission to import metrics.',
} as const

export const importableMetrics = defineRead({
  ...shared,
  path: `${internalApi}/importablemetrics`,
  summary: 'Metric templates without a metric in this tenant, and the probe version that each would use',
  answer: z.array(importable),
})

export const importMetrics = defineAction({
  ...shared,
  precondition: 'preview',
  path: `${internalApi}/importmetrics`,
  summary: 'Import metrics from metric templates',
  query: writeQuery,
  bodyLimit: megabyte,
  body: z.strictObject({ metrictemplates: metricNameList('No metric templates were selected!') }),
  answer: z.object({
    imported: z.string().optional(),
    warn: z.string().optional(),
    err: z.string().optional(),
    unavailable: z.string().optional(),
  }),
})
