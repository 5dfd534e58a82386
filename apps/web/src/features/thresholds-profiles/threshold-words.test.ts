import { alertZones } from '@quatrain/contract/thresholds/threshold-status.ts'
import { readThreshold } from '@quatrain/contract/thresholds/threshold-text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineScale } from './ThresholdLine.tsx'
import { readMeasured, zoneWords } from './threshold-words.ts'

const sentenceOf = (text: string) => {
  const threshold = readThreshold(text)
  const zones = alertZones(threshold)
  return zones && zoneWords(zones, threshold.uom).map(({ status, when }) => `${status} ${when}`)
}

test.each([
  ['time=1s;5:10;10:', ['WARNING between 5 s and 10 s', 'CRITICAL above 10 s']],
  ['free=100%;10:20;~:10', ['WARNING between 10% and 20%', 'CRITICAL below 10%']],
  ['offset=0;0.5:2;@-2:2', ['WARNING between 0.5 and 2', 'CRITICAL at most -2 or at least 2']],
  ['x=5', ['WARNING never', 'CRITICAL never']],
  ['x=1c;~:;15:15', ['WARNING for any value', 'CRITICAL never']],
])('%j means %j', (text, words) => expect(sentenceOf(text)).toEqual(words))

test.each([
  ['7', 's', { value: 7 }],
  [' -.5 s ', 's', { value: -0.5 }],
  ['7ms', 's', { problem: 'The limits are in s.' }],
  ['7 s', '', { problem: 'The limits have no unit.' }],
  ['7,5', 's', { problem: 'Must be a number.' }],
  ['', 's', { problem: 'Must be a number.' }],
])('the value %j against limits in %j is %j', (text, uom, expected) =>
  expect(readMeasured(text, uom)).toEqual(expected),
)

test('numbers keep their order on a line, inside of it, and labels keep a distance', () => {
  const number = fc.oneof(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), fc.constantFrom(-Infinity, Infinity))
  fc.assert(
    fc.property(fc.array(number), (numbers) => {
      const { placeOf, labels } = lineScale(numbers)
      const places = numbers.toSorted((a, b) => a - b).map(placeOf)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      for (const place of places) {
        expect(place).toBeGreaterThanOrEqual(0)
        expect(place).toBeLessThanOrEqual(100)
      }
      for (const [index, label] of labels.slice(1).entries()) {
        expect(placeOf(label) - placeOf(labels[index] ?? 0)).toBeGreaterThanOrEqual(13)
      }
    }),
  )
})
