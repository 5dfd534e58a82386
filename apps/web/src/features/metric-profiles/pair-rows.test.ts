import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pasteRows } from '#kit/rows/row-edits.ts'
import { type PairRow, pairRows, pairsOfRows } from './pair-rows.ts'

const stored = pairRows.fromStored([
  { service: 'web', metric: 'http' },
  { service: 'DNS', metric: 'resolve' },
])

const pairs = (rows: readonly PairRow[]) => rows.map(({ service, metric }) => `${service} ${metric}`.trim())
const part = fc.constantFrom('', 'a', 'b', 'c')
const pair = fc.record({ service: part, metric: part })

test('stored pairs are sorted, ignoring case', () => {
  expect(pairs(stored)).toEqual(['DNS resolve', 'web http'])
})

test('blank rows are no pairs, and white space around a name is ignored', () => {
  expect(pairsOfRows([pairRows.newRow(), pairRows.newRow({ service: ' web ', metric: 'http' })])).toEqual([
    { service: 'web', metric: 'http' },
  ])
})

test('a changed, added or removed row counts as one change', () => {
  const [dns, web] = stored
  if (!dns || !web) throw new Error('two rows were stored')
  expect(pairRows.countChanges(stored, [dns, pairRows.rowWith(web.id, { service: 'web', metric: 'https' })])).toBe(1)
  expect(pairRows.countChanges(stored, [dns])).toBe(1)
  expect(pairRows.countChanges(stored, [...stored, pairRows.newRow({ service: 'web', metric: 'ping' })])).toBe(1)
  expect(pairRows.countChanges(stored, [...stored, pairRows.newRow()])).toBe(0)
})

test('pairs that are added back are no changes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: ({ service, metric }) => `${service} ${metric}` }), (given) => {
      const before = pairRows.fromStored(given)
      expect(pairRows.countChanges(before, pairRows.matching(pairsOfRows(before), before))).toBe(0)
    }),
  )
})

test('a blank row is replaced by pasted rows', () => {
  const { rows, added } = pasteRows(pairRows, [...stored, pairRows.newRow()], 2, 'service', [
    ['mail', 'smtp'],
    ['mail', 'imap'],
  ])
  expect(pairs(rows)).toEqual(['DNS resolve', 'web http', 'mail smtp', 'mail imap'])
  expect(added).toBe(2)
})

test('duplicates and headings are skipped when pasting', () => {
  const { rows, added, skipped } = pasteRows(pairRows, stored, 0, 'service', [
    ['Service flavour', 'Metric'],
    ['web', 'http'],
    ['web', 'ping'],
    ['web', 'ping'],
  ])
  expect(pairs(rows)).toEqual(['DNS resolve', 'web ping', 'web http'])
  expect({ added, skipped }).toEqual({ added: 1, skipped: 2 })
})

test('one column that is pasted into the metrics belongs to the service type of that row', () => {
  const { rows } = pasteRows(pairRows, [pairRows.newRow({ service: 'web', metric: '' })], 0, 'metric', [
    ['http'],
    ['ping'],
  ])
  expect(pairs(rows)).toEqual(['web http', 'web ping'])
})

test('pasting loses no row and adds no duplicates', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.nat(5), (given, at) => {
      const cells = given
        .filter(({ service, metric }) => service + metric !== '')
        .map((row) => [row.service, row.metric])
      const { rows } = pasteRows(pairRows, stored, at, 'service', cells)
      for (const row of stored) expect(rows).toContain(row)
      const whole = rows.filter(({ service, metric }) => service !== '' && metric !== '').map((row) => pairs([row])[0])
      expect(new Set(whole).size).toBe(whole.length)
    }),
  )
})
