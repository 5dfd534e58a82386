import { isPattern, matcherOf, negatedPattern } from './patterns.ts'

interface Kind {
  /** Entities can exclude with a leading `~`, and can be empty. */
  readonly isEntity: boolean
}

interface Rules extends Kind {
  /** The values that neither are nor match a value of the topology. */
  readonly unmatched: readonly string[]
  /** Stored values are accepted even if the topology has lost them. */
  readonly stored?: readonly string[] | undefined
}

/** The first rule that the values of a filter break, and the values that break it. */
export interface ValuesProblem {
  readonly message: string
  readonly values: readonly string[]
}

/** Checks the values of one filter. Of several broken rules the first one is returned. */
export function problemOfValues(
  values: readonly string[],
  { isEntity, unmatched, stored = [] }: Rules,
): ValuesProblem | undefined {
  if (!isEntity && values.length === 0) return { message: 'Required', values: [] }
  const accepted = new Set(stored)
  const unmatchedValues = new Set(unmatched.filter((value) => !accepted.has(value)))
  const broken = [
    { message: 'Value not matching predefined values', values: values.filter((value) => unmatchedValues.has(value)) },
    { message: 'Duplicate values', values: duplicates(values) },
    { message: 'You cannot select negated value', values: isEntity ? negated(values) : [] },
  ]
  return broken.find(({ values }) => values.length > 0)
}

/** The values that neither are nor match one of the options; none if these are unknown. */
export function valuesWithoutMatch(
  values: readonly string[],
  { isEntity, options }: Kind & { readonly options: readonly string[] | undefined },
): string[] {
  if (!options) return []
  const isKnown = knownAmong(options)
  return values.filter((value) => !isKnown((isEntity ? negatedPattern(value) : undefined) ?? value))
}

/** Whether a name is one of the options, or a pattern matches one. */
function knownAmong(options: readonly string[]): (pattern: string) => boolean {
  const names = new Set(options)
  return (pattern) => (isPattern(pattern) ? options.some(matcherOf(pattern)) : names.has(pattern))
}

/** Values that occur twice or match a pattern beside them, with these patterns. Patterns are not compared. */
function duplicates(values: readonly string[]): string[] {
  const counts = Map.groupBy(values, (value) => value)
  const patterns = values.filter(isPattern)
  const names = values.filter((value) => !isPattern(value))
  const isMatched = anyMatches(patterns)
  return values.filter(
    (value) =>
      (counts.get(value)?.length ?? 0) > 1 || (isPattern(value) ? names.some(matcherOf(value)) : isMatched(value)),
  )
}

/** Values that another value beside them excludes, with these values. */
function negated(values: readonly string[]): string[] {
  const excluded = values.flatMap((value) => negatedPattern(value) ?? [])
  const selected = values.filter((value) => negatedPattern(value) === undefined)
  const isExcluded = anyMatches(excluded)
  return values.filter((value) => {
    const pattern = negatedPattern(value)
    return pattern === undefined ? isExcluded(value) : selected.some(matcherOf(pattern))
  })
}

/** Whether any of the patterns matches a text; none do without patterns. */
function anyMatches(patterns: readonly string[]): (text: string) => boolean {
  const tests = patterns.map(matcherOf)
  return (text) => tests.some((test) => test(text))
}

/** Whether a value that excludes stands beside others: then services may take its `~` literally. */
export const mixesNegation = (values: readonly string[]): boolean =>
  values.length > 1 && values.some((value) => negatedPattern(value) !== undefined)
