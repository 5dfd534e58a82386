import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { orderedRecord } from './ordered-record.ts'

const settings = orderedRecord(z.string())

/** A metric as boxes get it: all nine members always there, in this order, every value a text. */
const machineMetric = z.object({
  tags: z.array(z.string()),
  probe: z.string(),
  config: settings,
  flags: settings,
  dependency: settings,
  attribute: settings,
  parameter: settings,
  parent: z.string(),
  docurl: z.string(),
})

export const machineMetrics = defineEndpoint({
  method: 'GET',
  path: '/api/v2/metrics',
  summary: "All metrics of the tenant with their configuration, one object each with the metric's name as its only key",
  deployments: tenantOnly,
  caller: 'api-key',
  answer: z.array(orderedRecord(machineMetric)),
})

export const machineMetricsByTag = defineEndpoint({
  method: 'GET',
  path: '/api/v2/metrics/:tag',
  summary: "Names of the tenant's metrics whose template carries a tag",
  deployments: tenantOnly,
  caller: 'api-key',
  params: z.object({ tag: z.string() }),
  answer: z.array(z.string()),
})
