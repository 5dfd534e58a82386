import type { MetricTemplateDocument } from '@quatrain/contract/resources/metric-template.ts'

/** The document of a version of the template. */
export const documentOf = (template: MetricTemplateDocument): MetricTemplateDocument => ({
  name: template.name,
  mtype: template.mtype,
  tags: template.tags,
  probeversion: template.probeversion,
  description: template.description,
  parent: template.parent,
  probeexecutable: template.probeexecutable,
  config: template.config,
  attribute: template.attribute,
  dependency: template.dependency,
  flags: template.flags,
  parameter: template.parameter,
})
