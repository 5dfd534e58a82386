import type { MetricTag, MetricTagDocument } from '@quatrain/contract/resources/metric-tag.ts'
import type { Words } from '#kit/recording/describe-change.ts'
import { memberWords } from '#kit/recording/list-words.ts'

/** The document of a version. */
export const tagDocumentOf = ({ name, metrics }: Pick<MetricTag, 'name' | 'metrics'>): MetricTagDocument => ({
  name,
  metrics: metrics.map(({ name }) => name),
})

/** How the comment of a version describes changes of members: `Added metric templates "a" and "b".` */
export const metricTagWords: Words = { metrics: memberWords({ one: 'metric template', many: 'metric templates' }) }
