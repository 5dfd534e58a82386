// How the other system stores values in its columns.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'

/** A text. That system has stored missing values as the words for nothing of its languages. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return ['null', 'None', 'undefined'].includes(text) ? '' : text
}

function listOf(value: unknown): string[] {
  if (textOf(value) === '') return []
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value
  if (!Array.isArray(list)) throw new SyntaxError('It is not a list.')
  return list.map(String)
}

/** A list of entries `key value`; a value may contain spaces. */
export const pairsOf = (value: unknown): KeyValue[] =>
  listOf(value).flatMap((entry) => {
    const [key = '', ...words] = entry.split(' ')
    return key === '' ? [] : [{ key, value: words.join(' ') }]
  })

/** A list with one text. */
export const singleOf = (value: unknown): string => listOf(value)[0] ?? ''

/** Rows with this number of names and a value, separated by spaces; only the value may contain spaces. */
export const rowsOf = (value: unknown, names: number): string[][] =>
  listOf(value).map((row) => {
    const words = row.split(' ')
    return [...words.slice(0, names), words.slice(names).join(' ')]
  })

/** A time without a zone, in the zone of the other system's servers; undefined for none. */
export function momentOf(value: unknown, zone: string): Date | undefined {
  const text = textOf(value).replace(' ', 'T')
  if (text === '') return undefined
  if (/(Z|[+-]\d\d(:?\d\d)?)$/.test(text) && text.includes('T')) return new Date(text)
  return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds)
}
