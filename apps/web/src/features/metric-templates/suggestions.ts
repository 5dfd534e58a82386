import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { MetricTemplateRow } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeyValueRow } from '#kit/rows/key-value-rows.ts'
import { byName, compareNames } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'
import { type KeyValueListName, keyValueLists } from './metric-template-form.ts'
import { metricTemplateQueries } from './metric-templates.queries.ts'

/** The suggestions for a cell of a key or value. */
type SuggestionsOf = (field: keyof KeyValue, row: KeyValueRow) => readonly Suggestion[]

/** The keys and values of other templates, most frequent first. */
export interface Suggestions {
  readonly names: readonly Suggestion[]
  readonly executables: readonly Suggestion[]
  readonly lists: Readonly<Record<KeyValueListName, SuggestionsOf>>
}

/** The suggestions of the form; undefined until all templates are loaded. */
export const useTemplateSuggestions = (): Suggestions =>
  useQuery({ ...metricTemplateQueries.list(), select: suggestionsIn }).data ?? noSuggestions

/** The keys and values of templates, and the number of templates with each. */
function suggestionsIn(templates: readonly MetricTemplateRow[]): Suggestions {
  const lists = keyValueLists.map(
    (list) => [list, suggestionsInPairs(templates.map((template) => template[list]))] as const,
  )
  return {
    names: templates.toSorted(byName).map(({ name, mtype }) => ({ value: name, hint: mtype })),
    executables: byUse(templates.map(({ probeexecutable }) => probeexecutable)),
    lists: Object.fromEntries(lists) as Suggestions['lists'],
  }
}

function suggestionsInPairs(lists: readonly (readonly KeyValue[])[]): SuggestionsOf {
  const pairs = lists.flat()
  const values = Map.groupBy(pairs, ({ key }) => key)
  const keys = byUse(pairs.map(({ key }) => key))
  const valuesByKey = new Map<string, readonly Suggestion[]>()
  return (field, { key }) => {
    if (field === 'key') return keys
    const cachedValues = valuesByKey.get(key) ?? byUse((values.get(key) ?? []).map(({ value }) => value))
    valuesByKey.set(key, cachedValues)
    return cachedValues
  }
}

function byUse(words: readonly string[]): readonly Suggestion[] {
  const uses = new Map<string, number>()
  for (const word of words) {
    if (word !== '') uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return [...uses]
    .sort(([countA, often], [b, countB]) => countB - often || compareNames(countA, b))
    .map(([value, count]) => ({ value, hint: `in ${count.toLocaleString('en')}` }))
}

const noSuggestions = suggestionsIn([])
