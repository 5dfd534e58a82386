/** A label at the beginning of a sentence. */
export const capitalized = (label: string): string => label.replace(/^./, (letter) => letter.toUpperCase())

/** A label with its indefinite article. */
export const withArticle = (label: string): string => `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`
