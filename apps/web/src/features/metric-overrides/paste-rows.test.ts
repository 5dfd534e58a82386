import { expect, test } from 'vitest'
import { newRow, type OverrideCell, type OverrideRow } from './override-rows.ts'
import { pasteInto } from './paste-rows.ts'

const columns: readonly OverrideCell[] = ['hostname', 'attribute', 'value']
const texts = (rows: readonly OverrideRow[]) => rows.map((row) => columns.map((cell) => row[cell]).join('|'))

test('whole rows take the place of a blank one, without their heading', () => {
  const [blank, other] = [newRow(), newRow({ hostname: 'z' })]
  const { rows, added } = pasteInto([blank, other], blank.id, 'hostname', columns, [
    ['Hostname', 'Attribute', 'Value'],
    ['a', 'PORT', '1 2'],
    ['b', 'PORT'],
  ])
  expect(texts(rows)).toEqual(['a|PORT|1 2', 'b|PORT|', 'z||'])
  expect(added).toBe(2)
})

test('pasted further right, they are all of the host that stands there', () => {
  const begun = newRow({ hostname: 'a' })
  const { rows } = pasteInto([begun], begun.id, 'attribute', columns, [
    ['A', '1'],
    ['B', '2'],
  ])
  expect(texts(rows)).toEqual(['a|A|1', 'a|B|2'])
})

test('a row that is filled in stays above what is pasted', () => {
  const full = newRow({ hostname: 'a', attribute: 'A', value: '1' })
  expect(texts(pasteInto([full], full.id, 'value', columns, [['2'], ['3']]).rows)).toEqual(['a|A|1', 'a|A|2', 'a|A|3'])
})
