// The wording of list changes in the comments of versions, for the server and the database.
import type { Words } from '#kit/recording/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/recording/list-words.ts'

const wordsOf = (dependencies: 'dependency' | 'dependancy'): Words => ({
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  [dependencies]: keyValueWords(dependencies),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
})

export const templateWords = wordsOf('dependency')

export const metricWords = wordsOf('dependancy')
