/** A suggested value, with a hint that distinguishes it. */
export interface Suggestion {
  readonly value: string
  readonly hint?: string
}

const maxShown = 60

/** The suggestions for a typed text: values that begin with it first, then those that contain it. */
export function matching<Offered extends Suggestion>(
  suggestions: readonly Offered[],
  typed: string,
): readonly Offered[] {
  const part = typed.trim().toLowerCase()
  if (part === '') return suggestions.slice(0, maxShown)
  const first: Offered[] = []
  const later: Offered[] = []
  for (const suggestion of suggestions) {
    const at = suggestion.value.toLowerCase().indexOf(part)
    if (at === 0) first.push(suggestion)
    else if (at > 0) later.push(suggestion)
    if (first.length === maxShown) break
  }
  return [...first, ...later].slice(0, maxShown)
}
