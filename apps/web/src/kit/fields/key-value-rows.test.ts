import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  moved,
  newKeyValueRow,
  pairsOfRows,
  pasteInto,
  rowOfPair,
  rowsBeside,
  rowsOfStored,
  stateOfKeyValue,
} from './key-value-rows.ts'

const stored = rowsOfStored([
  { key: '-w', value: '5' },
  { key: '-c', value: '9' },
])
const [first = newKeyValueRow(), second = newKeyValueRow()] = stored
const blank = newKeyValueRow()
const texts = (rows: readonly { key: string; value: string }[]) => rows.map(({ key, value }) => `${key}=${value}`)

test('rows stand for pairs in their order, and a blank row for none', () => {
  expect(pairsOfRows([second, blank, { ...first, key: ' -w ' }])).toEqual([
    { key: '-c', value: '9' },
    { key: '-w', value: '5' },
  ])
})

test('the place of a pair is that of its row, past rows that are blank', () => {
  expect(rowOfPair([blank, first, blank, second], 1)).toBe(3)
  expect(rowOfPair(stored, 7)).toBe(7)
})

test('a row is stored, changed or new, wherever it stands', () => {
  expect(stateOfKeyValue(second, stored)).toBe('stored')
  expect(stateOfKeyValue({ ...first, value: '6' }, stored)).toBe('changed')
  expect(stateOfKeyValue(blank, stored)).toBe('new')
  expect(
    rowsBeside(
      [
        { key: '-c', value: '1' },
        { key: '-x', value: '' },
      ],
      stored,
    ).map(({ id }) => id),
  ).toEqual([second.id, expect.not.stringMatching(/^\d+ /)])
})

test('moving a row keeps all rows, and back again is as before', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), (keys, at) => {
      const rows = keys.map((key) => newKeyValueRow(key))
      const row = rows[at % rows.length] ?? blank
      const down = moved(rows, row.id, 1)
      expect(new Set(down)).toEqual(new Set(rows))
      if (down !== rows) expect(moved(down, row.id, -1)).toEqual(rows)
    }),
  )
  expect(moved(stored, first.id, -1)).toBe(stored)
})

describe('what is pasted', () => {
  test('takes the place of a blank row', () => {
    expect(texts(pasteInto([blank, first], blank.id, [['a', '1'], ['b']]))).toEqual(['a=1', 'b=', '-w=5'])
  })
  test('comes below a row that is filled in, and sets the values of keys that are there', () => {
    expect(
      texts(
        pasteInto(stored, first.id, [
          ['Key', 'Value'],
          ['-c', '20'],
          ['-t', '3'],
        ]),
      ),
    ).toEqual(['-w=5', '-t=3', '-c=20'])
  })
})
