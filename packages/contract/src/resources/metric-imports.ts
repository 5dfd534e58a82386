import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, megabyte } from '../kit/endpoint.ts'
import { metricNameList } from './metric-bulk.ts'

/** A metric template that the tenant has no metric of, and what an import would make of it. */
export const importable = z.object({
  name: z.string(),
  mtype: z.enum(['Active', 'Passive']),
  tags: z.array(z.string()),
  description: z.string(),
  /** The version of the probe that it would come with; nothing for a passive one, or one that cannot come. */
  probeversion: z.string(),
  /** The version of the probe that the template is at. */
  newest: z.string(),
  /** `warning`: it comes with the package version in use, which is another than the template's. */
  outcome: z.enum(['imported', 'warning', 'unavailable']),
})
export type Importable = z.output<typeof importable>

const shared = {
  deployments: tenantOnly,
  caller: 'superuser',
  refusal: 'You do not have permission to import metrics.',
} as const

export const importableMetrics = defineEndpoint({
  ...shared,
  method: 'GET',
  path: `${internalApi}/importablemetrics`,
  summary: 'Metric templates that the tenant has no metric of, and with which version each would come',
  answer: z.array(importable),
})

export const importMetrics = defineEndpoint({
  ...shared,
  method: 'POST',
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
  success: 200,
})
