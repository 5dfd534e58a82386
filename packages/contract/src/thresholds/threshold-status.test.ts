import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alertZone, isInZone, zoneOverlap } from './alert-zone.ts'
import { alertZones, statusOf } from './threshold-status.ts'
import { readThreshold } from './threshold-text.ts'

const isAlert = (lower: string, upper: string, value: number) => isInZone(alertZone(lower, upper) ?? [], value)

test.each([
  // A range alerts between its limits, without them; `@` inverts it.
  ['10', '20', [false, false, true, false, false]],
  ['@10', '20', [true, true, false, true, true]],
  ['~', '20', [true, true, true, false, false]],
  ['@~', '20', [false, false, false, true, true]],
  ['10', '', [false, false, true, true, true]],
  ['@10', '', [true, true, false, false, false]],
  ['~', '', [true, true, true, true, true]],
  ['@~', '', [false, false, false, false, false]],
  ['', '', [false, false, false, false, false]],
  ['15', '15', [false, false, false, false, false]],
  ['@15', '15', [true, true, true, true, true]],
  ['20', '10', [false, false, false, false, false]],
])('the range %j to %j alerts at 5, 10, 15, 20 and 25: %j', (lower, upper, expected) => {
  expect([5, 10, 15, 20, 25].map((value) => isAlert(lower, upper, value))).toEqual(expected)
})

test.each([
  ['@', ''],
  ['~5', '6'],
  ['1.2.3', '4'],
  ['1', 'x'],
  ['', '5'],
])('%j to %j is no range', (lower, upper) => expect(alertZone(lower, upper)).toBeUndefined())

const statusAt = (text: string, value: number) => {
  const zones = alertZones(readThreshold(text))
  return zones && statusOf(zones, value)
}

describe('the status of a value', () => {
  test.each([
    ['time=1s;5:10;10:', 5, 'OK'],
    ['time=1s;5:10;10:', 7, 'WARNING'],
    ['time=1s;5:10;10:', 10, 'OK'],
    ['time=1s;5:10;10:', 10.1, 'CRITICAL'],
    ['used=1%;85:95;95:;0;100', 99, 'CRITICAL'],
    ['free=100%;10:20;~:10', 3, 'CRITICAL'],
    ['offset=0s;0.5:2;@-2:2', -2, 'CRITICAL'],
    ['offset=0s;0.5:2;@-2:2', 1, 'WARNING'],
    ['load15=1;8:16;@~:16', 16, 'CRITICAL'],
    ['x=5', 1000, 'OK'],
    ['x=5;;', -1000, 'OK'],
    ['x=1;10;20', 5, 'WARNING'],
    ['x=1;10;20', 15, 'CRITICAL'],
  ])('%j at %d is %s', (text, value, status) => expect(statusAt(text, value)).toBe(status))

  test('a warning range hides the critical range behind it', () => {
    expect(statusAt('entries=100c;1:20;~:2', 1.5)).toBe('WARNING')
    expect(alertZones(readThreshold('entries=100c;1:20;~:2'))?.hidden).toEqual([{ from: 1, to: 2, isClosed: false }])
    expect(alertZones(readThreshold('time=1s;5:10;10:'))?.hidden).toEqual([])
  })

  test('thresholds that are no numbers have none', () => expect(statusAt('x=1;@;5:', 1)).toBeUndefined())
})

const end = fc.integer({ min: -5, max: 5 })
const lower = fc.oneof(
  fc.constantFrom('~', '@~'),
  end.map(String),
  end.map((number) => `@${number}`),
)
const zone = fc
  .tuple(lower, fc.oneof(fc.constant(''), end.map(String)))
  .map(([lower, upper]) => alertZone(lower, upper) ?? [])
const half = fc.integer({ min: -12, max: 12 }).map((number) => number / 2)

test('a value is in the overlap of two zones exactly if it is in both', () => {
  fc.assert(
    fc.property(zone, zone, half, (one, other, value) => {
      const isInBoth = isInZone(one, value) && isInZone(other, value)
      const isAtEnd = [...one, ...other].some(({ from, to }) => from === value || to === value)
      // Where an open and a closed interval meet, the overlap does not say whether its ends belong to it.
      if (!isAtEnd) expect(isInZone(zoneOverlap(one, other), value)).toBe(isInBoth)
      if (isInBoth) expect(zoneOverlap(one, other)).not.toEqual([])
    }),
  )
})
