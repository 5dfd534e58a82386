import { expect, test } from 'vitest'
import { formTables } from './form-tables.ts'
import { type KeyValueRow, keyValueRows } from './key-value-rows.ts'

interface Values {
  readonly name: string
  readonly pairs: KeyValueRow[]
}

const tables = formTables<Values>({ pairs: keyValueRows })
const valuesOf = (name: string, pairs: readonly { readonly key: string; readonly value: string }[]): Values => ({
  name,
  pairs: keyValueRows.fromStored(pairs),
})
const stored = valuesOf('web', [
  { key: 'port', value: '80' },
  { key: 'path', value: '/' },
])

test('the rows of another state keep the ids of the rows with their identity', () => {
  const otherState = { name: 'mail', pairs: [keyValueRows.newRow(), keyValueRows.newRow({ key: 'path', value: '/m' })] }
  const { name, pairs } = tables.beside(otherState, stored)
  expect(name).toBe('mail')
  expect(pairs.map(({ id, key, value }) => ({ id, key, value }))).toEqual([
    { id: stored.pairs[1]?.id, key: 'path', value: '/m' },
  ])
})

test('each changed field, and each new, changed or removed row counts', () => {
  const count = (after: Values) => tables.countChanges(stored, after)
  expect(count(stored)).toBe(0)
  expect(count({ ...stored, name: 'mail' })).toBe(1)
  expect(count({ name: 'mail', pairs: [...stored.pairs, keyValueRows.newRow({ key: 'user', value: 'ann' })] })).toBe(2)
  expect(count({ ...stored, pairs: stored.pairs.slice(1) })).toBe(1)
  expect(count({ ...stored, pairs: [...stored.pairs, keyValueRows.newRow()] })).toBe(0)
})

test('an error of a sent row is that of the row in the form', () => {
  const pairs = [keyValueRows.newRow(), ...stored.pairs]
  expect(tables.fieldOf('pairs.1.value', { ...stored, pairs })).toBe('pairs.2.value')
  expect(tables.fieldOf('name', stored)).toBe('name')
})
