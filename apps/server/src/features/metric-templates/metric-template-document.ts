import { type MetricTemplateDocument, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import type { Change } from '#kit/recording/changes.ts'
import type { StoredTemplate } from './metric-templates.repository.ts'

/** The document of a version of the template. */
export const templateDocumentOf = (template: MetricTemplateDocument): MetricTemplateDocument => ({
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

/** The change of a template that is removed. */
export function removed(template: StoredTemplate): Change {
  const { id, name, rowVersion } = template
  return { kind: metricTemplates.kind, id, name, before: templateDocumentOf(template), rowVersion }
}
