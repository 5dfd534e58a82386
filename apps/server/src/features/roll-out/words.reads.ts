// The wording of list changes in the comments of versions, for the server and the database.
import type { ListWords } from '#kit/recording/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/recording/list-words.ts'

type Words = Readonly<Record<string, ListWords>>

export const templateWords: Words = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependency: keyValueWords('dependency'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}

export const metricWords: Words = {
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  dependancy: keyValueWords('dependancy'),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
}
