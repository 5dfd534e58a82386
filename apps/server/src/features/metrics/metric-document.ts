import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'

/** The document of a version of the metric. */
export const documentOf = (metric: MetricDocument): MetricDocument => ({
  name: metric.name,
  mtype: metric.mtype,
  tags: metric.tags,
  group: metric.group,
  probeversion: metric.probeversion,
  description: metric.description,
  parent: metric.parent,
  probeexecutable: metric.probeexecutable,
  config: metric.config,
  attribute: metric.attribute,
  dependancy: metric.dependancy,
  flags: metric.flags,
  parameter: metric.parameter,
})
