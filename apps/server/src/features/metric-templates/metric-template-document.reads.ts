import type { MetricTemplateDocument } from '@quatrain/contract/resources/metric-template.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/recording/list-words.ts'

/** How changes of a metric template's lists read in a version's comment. */
export const templateWords: Readonly<Record<string, ListWords>> = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependency: keyValueWords('dependency'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}

/** What a version of the template keeps. */
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
