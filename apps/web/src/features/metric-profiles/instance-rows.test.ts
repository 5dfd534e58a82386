import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InstanceRow, newRow, pairsOfRows, rowStates, rowsOfPairs, rowsOfStored } from './instance-rows.ts'
import { pasteInto } from './paste-rows.ts'

const stored = rowsOfStored([
  { service: 'web', metric: 'http' },
  { service: 'DNS', metric: 'resolve' },
])

const pairs = (rows: readonly InstanceRow[]) => rows.map(({ service, metric }) => `${service} ${metric}`.trim())
const part = fc.constantFrom('', 'a', 'b', 'c')
const pair = fc.record({ service: part, metric: part })

test('stored pairs stand in order, whatever their case', () => {
  expect(pairs(stored)).toEqual(['DNS resolve', 'web http'])
})

test('blank rows are no pairs, and white space around a name is none of it', () => {
  expect(pairsOfRows([newRow(), newRow(' web ', 'http')])).toEqual([{ service: 'web', metric: 'http' }])
})

test('a changed row is one change, and so is one that came or went', () => {
  const [dns, web] = stored
  if (!dns || !web) throw new Error('two rows were stored')
  expect(rowStates.countChanges(stored, [dns, new InstanceRow(web.id, 'web', 'https')])).toBe(1)
  expect(rowStates.countChanges(stored, [dns])).toBe(1)
  expect(rowStates.countChanges(stored, [...stored, newRow('web', 'ping')])).toBe(1)
  expect(rowStates.countChanges(stored, [...stored, newRow()])).toBe(0)
})

test('pairs brought back into a list are no changes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(pair, { selector: ({ service, metric }) => `${service} ${metric}` }), (given) => {
      const before = rowsOfStored(given)
      expect(rowStates.countChanges(before, rowsOfPairs(pairsOfRows(before), before))).toBe(0)
    }),
  )
})

test('a blank row makes place for what is pasted into it', () => {
  const { rows, added } = pasteInto([...stored, newRow()], 2, 'service', [
    ['mail', 'smtp'],
    ['mail', 'imap'],
  ])
  expect(pairs(rows)).toEqual(['DNS resolve', 'web http', 'mail smtp', 'mail imap'])
  expect(added).toBe(2)
})

test('what is there already is left out, and so is a row of headings', () => {
  const { rows, added, skipped } = pasteInto(stored, 0, 'service', [
    ['Service flavour', 'Metric'],
    ['web', 'http'],
    ['web', 'ping'],
    ['web', 'ping'],
  ])
  expect(pairs(rows)).toEqual(['DNS resolve', 'web ping', 'web http'])
  expect({ added, skipped }).toEqual({ added: 1, skipped: 2 })
})

test('one column pasted into the metrics belongs to the service of that row', () => {
  const { rows } = pasteInto([newRow('web', '')], 0, 'metric', [['http'], ['ping']])
  expect(pairs(rows)).toEqual(['web http', 'web ping'])
})

test('pasting loses no row and makes no pair twice', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), fc.nat(5), (given, at) => {
      const cells = given
        .filter(({ service, metric }) => service + metric !== '')
        .map((row) => [row.service, row.metric])
      const { rows } = pasteInto(stored, at, 'service', cells)
      for (const row of stored) expect(rows).toContain(row)
      const whole = rows.filter(({ service, metric }) => service !== '' && metric !== '').map((row) => pairs([row])[0])
      expect(new Set(whole).size).toBe(whole.length)
    }),
  )
})
