/** `1 change`, `3 changes`; `many` is for irregular plurals. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** The author of a change that was recorded without one. */
export const unknownAuthor = 'unknown (imported)'

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The order of names on screens: `PROFILE_2` before `PROFILE_10`, version `1.9.0` before `1.10.0`, ignoring case and accents.
 * Names that differ in nothing else still have a fixed order.
 */
export const compareNames = (left: string, right: string): number =>
  collator.compare(left, right) || (left < right ? -1 : Number(left > right))

/** The names in that order, each once. */
export const inNameOrder = (names: Iterable<string>): string[] => [...new Set(names)].sort(compareNames)

interface Named {
  readonly name: string
}

/** Compares objects by their names. */
export const byName = (left: Named, right: Named): number => compareNames(left.name, right.name)
