import { tenantOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { metricOverrides } from '../resources/metric-override.ts'
import { orderedRecord } from './ordered-record.ts'

export const machineMetricOverrides = defineRead({
  path: '/api/v2/metricoverrides',
  summary: 'All metric configuration overrides of the tenant by their names, each with its three lists',
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'metricoverrides',
  answer: orderedRecord(metricOverrides.document.omit({ name: true })),
})
