import { expect, test } from 'vitest'
import { pasteRows } from '#kit/rows/row-edits.ts'
import { type OverrideRow, overrideRows } from './override-rows.ts'

const rowsOfHosts = overrideRows('host_attributes')
const { newRow } = rowsOfHosts
const texts = (rows: readonly OverrideRow[]) =>
  rows.map(({ hostname, attribute, value }) => [hostname, attribute, value].join('|'))

test('complete rows replace a blank one, without their heading', () => {
  const { rows, added } = pasteRows(rowsOfHosts, [newRow(), newRow({ hostname: 'z' })], 0, 'hostname', [
    ['Hostname', 'Attribute', 'Value'],
    ['a', 'PORT', '1 2'],
    ['b', 'PORT'],
  ])
  expect(texts(rows)).toEqual(['a|PORT|1 2', 'b|PORT|', 'z||'])
  expect(added).toBe(2)
})

test('cells that are pasted further right belong to the host of that row', () => {
  const { rows } = pasteRows(rowsOfHosts, [newRow({ hostname: 'a' })], 0, 'attribute', [
    ['A', '1'],
    ['B', '2'],
  ])
  expect(texts(rows)).toEqual(['a|A|1', 'a|B|2'])
})

test('a filled row stays above the pasted ones', () => {
  const full = newRow({ hostname: 'a', attribute: 'A', value: '1' })
  expect(texts(pasteRows(rowsOfHosts, [full], 0, 'value', [['2'], ['3']]).rows)).toEqual(['a|A|1', 'a|A|2', 'a|A|3'])
})
