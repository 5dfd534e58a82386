import { compareNames } from '#lib/name-order.ts'
import { counted } from '#lib/words.ts'
import type { Suggestion } from '#ui/suggestions.ts'

/** Words as suggestions, the most frequent first, each with its number of uses: `in 3 metrics`. */
export function byUse(words: readonly string[], unit: string): readonly Suggestion[] {
  const uses = new Map<string, number>()
  for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  return [...uses]
    .sort(([countA, often], [b, countB]) => countB - often || compareNames(countA, b))
    .map(([value, count]) => ({ value, hint: `in ${counted(count, unit)}` }))
}
