import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { MetricTemplateRow } from '@quatrain/contract/resources/metric-template.ts'
import { useQuery } from '@tanstack/react-query'
import type { KeyValueOffers } from '#kit/fields/KeyValueCells.tsx'
import type { Suggestion } from '#ui/suggestions.ts'
import { type KeyValueListName, keyValueLists } from './metric-template-form.ts'
import { queries } from './metric-templates.queries.ts'

/** What other templates use, most often first. */
export interface Offers {
  readonly names: readonly Suggestion[]
  readonly executables: readonly Suggestion[]
  readonly lists: Readonly<Record<KeyValueListName, KeyValueOffers>>
}

/** What the form offers; nothing until all templates are known. */
export const useOffers = (): Offers => useQuery({ ...queries.list(), select: offersOf }).data ?? noOffers

/** What templates use, and how many of them do. */
function offersOf(templates: readonly MetricTemplateRow[]): Offers {
  const lists = keyValueLists.map((list) => [list, offersOfPairs(templates.map((template) => template[list]))] as const)
  return {
    names: templates.map(({ name, mtype }) => ({ value: name, hint: mtype })),
    executables: byUse(templates.map(({ probeexecutable }) => probeexecutable)),
    lists: Object.fromEntries(lists) as Offers['lists'],
  }
}

function offersOfPairs(lists: readonly (readonly KeyValue[])[]): KeyValueOffers {
  const pairs = lists.flat()
  const values = Map.groupBy(pairs, ({ key }) => key)
  const offered = new Map<string, readonly Suggestion[]>()
  return {
    keys: byUse(pairs.map(({ key }) => key)),
    valuesOf: (key) => {
      const known = offered.get(key) ?? byUse((values.get(key) ?? []).map(({ value }) => value))
      offered.set(key, known)
      return known
    },
  }
}

function byUse(words: readonly string[]): readonly Suggestion[] {
  const uses = new Map<string, number>()
  for (const word of words) {
    if (word !== '') uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return [...uses]
    .sort(([a, often], [b, other]) => other - often || a.localeCompare(b))
    .map(([value, count]) => ({ value, hint: `in ${count.toLocaleString('en')}` }))
}

const noOffers = offersOf([])
