import type { ListWords } from '#kit/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/list-words.ts'

/** How changes of a metric's lists read in a version's comment. */
export const metricWords: Readonly<Record<string, ListWords>> = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependancy: keyValueWords('dependancy'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}
