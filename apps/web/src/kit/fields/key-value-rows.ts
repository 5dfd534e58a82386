import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { z } from 'zod'

/** One row of a table of keys with their values; the id stays when the row is changed or moved. */
export interface KeyValueRow extends KeyValue {
  readonly id: string
}

let last = 0
const session = Date.now().toString(36)

/** Ids are unique within this page load and differ from those of stored rows and of earlier loads. */
export const newKeyValueRow = (key = '', value = ''): KeyValueRow => ({ id: `${session}-${++last}`, key, value })

export const isBlankRow = ({ key, value }: KeyValue): boolean => key.trim() === '' && value.trim() === ''

/** Stored pairs as rows; what is stored has an id that follows from it. */
export const rowsOfStored = (pairs: readonly KeyValue[]): KeyValueRow[] =>
  pairs.map(({ key, value }, place) => ({ id: `${place} ${key}`, key, value }))

/** Pairs as rows that keep the ids of the rows they have been before. */
export function rowsBeside(pairs: readonly KeyValue[], before: readonly KeyValueRow[]): KeyValueRow[] {
  const ids = new Map(before.map(({ key, id }) => [key, id]))
  return pairs.map(({ key, value }) => {
    const id = ids.get(key)
    return id === undefined ? newKeyValueRow(key, value) : { id, key, value }
  })
}

/** There is always a row to type into. */
export const orBlankRow = (rows: readonly KeyValueRow[]): readonly KeyValueRow[] =>
  rows.length === 0 ? [newKeyValueRow()] : rows

/** The pairs that rows stand for, in their order, without blank rows. */
export const pairsOfRows = (rows: readonly KeyValueRow[]): KeyValue[] =>
  rows.filter((row) => !isBlankRow(row)).map(({ key, value }) => ({ key: key.trim(), value }))

/** Rows as a form and its draft hold them. */
export const keyValueRows = z.array(z.object({ id: z.string(), key: z.string(), value: z.string() }))

/** The row that the pair at this place stands in: blank rows make no pair. */
export function rowOfPair(rows: readonly KeyValueRow[], place: number): number {
  const filled = rows.flatMap((row, index) => (isBlankRow(row) ? [] : [index]))
  return filled[place] ?? place
}

export type KeyValueState = 'stored' | 'new' | 'changed'

/** What became of a row since it was stored. */
export function stateOfKeyValue(row: KeyValueRow, stored: readonly KeyValueRow[]): KeyValueState {
  const before = stored.find(({ id }) => id === row.id)
  if (!before) return 'new'
  return before.key === row.key && before.value === row.value ? 'stored' : 'changed'
}

/** A row moved by one place, up (-1) or down (1); the same rows where there is no such place. */
export function moved(rows: readonly KeyValueRow[], id: string, step: -1 | 1): readonly KeyValueRow[] {
  const from = rows.findIndex((row) => row.id === id)
  const row = rows[from]
  const to = from + step
  if (!row || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

/**
 * Puts pasted cells into the rows, below the one where they were pasted; a blank row makes place for them. Two columns
 * are keys with their values, one column are keys. A key that is there already gets the pasted value.
 */
export function pasteInto(
  rows: readonly KeyValueRow[],
  id: string,
  cells: readonly (readonly string[])[],
): readonly KeyValueRow[] {
  const at = rows.findIndex((row) => row.id === id)
  const pasted = new Map(cells.filter((row) => !isHeading(row)).map(([key = '', value]) => [key, value] as const))
  const changed = rows.map((row) => {
    const value = row.key === '' ? undefined : pasted.get(row.key)
    return value === undefined ? row : { ...row, value }
  })
  const known = new Set(rows.map(({ key }) => key))
  const added = [...pasted].filter(([key]) => !known.has(key)).map(([key, value = '']) => newKeyValueRow(key, value))
  const target = rows[at]
  const isReplaced = target !== undefined && isBlankRow(target)
  return orBlankRow([...changed.slice(0, isReplaced ? at : at + 1), ...added, ...changed.slice(at + 1)])
}

const isHeading = ([first = '', second = '']: readonly string[]) =>
  first.toLowerCase() === 'key' && second.toLowerCase() === 'value'
