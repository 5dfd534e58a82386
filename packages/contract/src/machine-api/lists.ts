import { z } from 'zod'
import { everywhere, tenantOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { metricOverrides } from '../resources/metric-override.ts'
import { orderedRecord } from './ordered-record.ts'

const settings = orderedRecord(z.string())

/** A metric as boxes receive it: always all nine members, in this order; every value is a string. */
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

export const machineMetrics = defineRead({
  path: '/api/v2/metrics',
  summary: "All metrics of the tenant with their configuration, one object each with the metric's name as its only key",
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'metrics',
  answer: z.array(orderedRecord(machineMetric)),
})

const withTag = z.object({ tag: z.string() })

export const machineMetricsByTag = defineRead({
  path: '/api/v2/metrics/:tag',
  summary: "Names of the tenant's metrics whose template carries a tag",
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'metrics',
  params: withTag,
  answer: z.array(z.string()),
})

export const machineTemplates = defineRead({
  path: '/api/v2/metrictemplates',
  summary: "All metric templates as they are now, one object each with the template's name as its only key",
  deployments: everywhere,
  caller: 'api-key',
  scope: 'metrictemplates',
  answer: z.array(orderedRecord(machineMetric)),
})

export const machineTemplatesByTag = defineRead({
  path: '/api/v2/metrictemplates/:tag',
  summary: 'Names of the metric templates that carry a tag',
  deployments: everywhere,
  caller: 'api-key',
  scope: 'metrictemplates',
  params: withTag,
  answer: z.array(z.string()),
})

export const machineMetricOverrides = defineRead({
  path: '/api/v2/metricoverrides',
  summary: 'All metric configuration overrides of the tenant by their names, each with its three lists',
  deployments: tenantOnly,
  caller: 'api-key',
  scope: 'metricoverrides',
  answer: orderedRecord(metricOverrides.document.omit({ name: true })),
})

export const machineDefaultPorts = defineRead({
  path: '/api/v2/default_ports',
  summary: 'Ports that probes use by name: each name with its port, as digits',
  deployments: everywhere,
  caller: 'api-key',
  scope: 'default_ports',
  answer: settings,
})
