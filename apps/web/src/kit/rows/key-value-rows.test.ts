import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyValueRows } from './key-value-rows.ts'
import { moved, pasteRows } from './row-edits.ts'

const { newRow, fromStored, matching, valuesOf, pathOfSent, rowWith, byId, stateOf } = keyValueRows
const stored = fromStored([
  { key: '-w', value: '5' },
  { key: '-c', value: '9' },
])
const [first = newRow(), second = newRow()] = stored
const blank = newRow()
const texts = (rows: readonly { key: string; value: string }[]) => rows.map(({ key, value }) => `${key}=${value}`)

test('rows are converted to pairs in order, and blank rows are dropped', () => {
  expect(valuesOf([second, blank, rowWith(first.id, { key: ' -w ', value: '5' })])).toEqual([
    { key: '-c', value: '9' },
    { key: '-w', value: '5' },
  ])
})

test('the index of a pair is mapped to its row, with blank rows skipped', () => {
  expect(pathOfSent([blank, first, blank, second], ['1', 'value'])).toEqual(['3', 'value'])
  expect(pathOfSent(stored, ['7'])).toEqual(['7', 'row'])
})

test('a row is stored, changed or new, wherever it is', () => {
  const known = byId(stored)
  expect(stateOf(second, known)).toBe('stored')
  expect(stateOf(rowWith(first.id, { key: '-w', value: '6' }), known)).toBe('changed')
  expect(stateOf(blank, known)).toBe('new')
  const rows = matching(
    [
      { key: '-c', value: '1' },
      { key: '-x', value: '' },
    ],
    stored,
  )
  expect(rows.map(({ id }) => id)).toEqual([second.id, expect.not.stringMatching(/^=/)])
})

test('moving a row keeps all rows, and moving it back restores the order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), (keys, at) => {
      const rows = keys.map((key) => newRow({ key }))
      const row = rows[at % rows.length] ?? blank
      const down = moved(rows, row.id, 1)
      expect(new Set(down)).toEqual(new Set(rows))
      if (down !== rows) expect(moved(down, row.id, -1)).toEqual(rows)
    }),
  )
  expect(moved(stored, first.id, -1)).toBe(stored)
})

describe('pasted rows', () => {
  test('replace a blank row', () => {
    expect(texts(pasteRows(keyValueRows, [blank, first], 0, 'key', [['a', '1'], ['b']]).rows)).toEqual([
      'a=1',
      'b=',
      '-w=5',
    ])
  })
  test('are inserted below a filled row, and set the values of existing keys', () => {
    const pasted = pasteRows(keyValueRows, stored, 0, 'key', [
      ['Key', 'Value'],
      ['-c', '20'],
      ['-t', '3'],
    ])
    expect(texts(pasted.rows)).toEqual(['-w=5', '-t=3', '-c=20'])
    expect(pasted).toMatchObject({ added: 1, changed: 1 })
  })
  test('without values keep the values of existing keys', () => {
    expect(texts(pasteRows(keyValueRows, stored, 0, 'key', [['-c'], ['-t']]).rows)).toEqual(['-w=5', '-t=', '-c=9'])
  })
})
