import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/recording/list-words.ts'

/** How changes of a metric's lists read in a version's comment. */
export const metricWords: Readonly<Record<string, ListWords>> = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependancy: keyValueWords('dependancy'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}

/** What a version of the metric keeps. */
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
