/** `1 change`, `3 changes`; `many` is for irregular plurals. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** The author of a change that was recorded without one. */
export const unknownAuthor = 'unknown (imported)'

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
