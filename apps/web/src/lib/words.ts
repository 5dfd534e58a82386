/** `1 change`, `3 changes`; `many` where adding an s is not enough. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** `a, b and c`. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
