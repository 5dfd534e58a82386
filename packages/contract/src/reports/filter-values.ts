import { isPattern, matchesPattern, negatedPattern } from './patterns.ts'

interface Rules {
  /** Entities can exclude with a leading `~`, and can be empty. */
  readonly isEntity: boolean
  /** The values of the topology; undefined if they are unknown: then every value matches. */
  readonly options?: readonly string[] | undefined
  /** Stored values are accepted even if the topology has lost them. */
  readonly stored?: readonly string[] | undefined
}

/** The first rule that the values of a filter break, and the values that break it. */
export interface ValuesProblem {
  readonly message: string
  readonly values: readonly string[]
}

/** Checks the values of one filter. Of several broken rules the first one is returned. */
export function problemOfValues(values: readonly string[], rules: Rules): ValuesProblem | undefined {
  if (!rules.isEntity && values.length === 0) return { message: 'Required', values: [] }
  const broken = [
    { message: 'Value not matching predefined values', values: valuesWithoutMatch(values, rules) },
    { message: 'Duplicate values', values: duplicates(values) },
    { message: 'You cannot select negated value', values: rules.isEntity ? negated(values) : [] },
  ]
  return broken.find(({ values }) => values.length > 0)
}

/** The values that neither are nor match a value of the topology. */
export function valuesWithoutMatch(values: readonly string[], { isEntity, options, stored = [] }: Rules): string[] {
  if (!options) return []
  const known = new Set(options)
  const kept = new Set(stored)
  return values.filter((value) => {
    if (kept.has(value)) return false
    const pattern = (isEntity ? negatedPattern(value) : undefined) ?? value
    return isPattern(pattern) ? !options.some((option) => matchesPattern(pattern, option)) : !known.has(pattern)
  })
}

/** Values that occur twice or match a pattern beside them, with these patterns. Patterns are not compared. */
function duplicates(values: readonly string[]): string[] {
  const patterns = values.filter(isPattern)
  const isMatched = (value: string) => !isPattern(value) && patterns.some((pattern) => matchesPattern(pattern, value))
  const isRepeated = (value: string) => values.indexOf(value) !== values.lastIndexOf(value)
  const matches = (pattern: string) =>
    isPattern(pattern) && values.some((value) => !isPattern(value) && matchesPattern(pattern, value))
  return values.filter((value) => isRepeated(value) || isMatched(value) || matches(value))
}

/** Values that another value beside them excludes, with these values. */
function negated(values: readonly string[]): string[] {
  const excluded = values.flatMap((value) => negatedPattern(value) ?? [])
  const selected = values.filter((value) => negatedPattern(value) === undefined)
  return values.filter((value) => {
    const pattern = negatedPattern(value)
    return pattern === undefined
      ? excluded.some((each) => matchesPattern(each, value))
      : selected.some((each) => matchesPattern(pattern, each))
  })
}

/** Whether a value that excludes stands beside others: then services may take its `~` literally. */
export const mixesNegation = (values: readonly string[]): boolean =>
  values.length > 1 && values.some((value) => negatedPattern(value) !== undefined)
