import type { ListWords } from '#kit/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/list-words.ts'

/** How changes of a metric template's lists read in a version's comment. */
export const templateWords: Readonly<Record<string, ListWords>> = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependency: keyValueWords('dependency'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}
