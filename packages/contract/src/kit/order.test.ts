import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byCodePoint } from './order.ts'

test('texts are sorted by code points', () => {
  const sorted = ['', 'A', 'AB', 'B', 'a', 'é', '\uff5e', '\u{1d49c}', '\u{1d49c}a', '\u{1d49d}']
  expect(sorted.toReversed().toSorted(byCodePoint)).toEqual(sorted)
})

test('the order of code points is that of UTF-8', () => {
  const text = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points).toWellFormed())
  fc.assert(
    fc.property(text, text, (left, right) => {
      const expected = Buffer.compare(Buffer.from(left), Buffer.from(right))
      expect(Math.sign(byCodePoint(left, right))).toBe(expected)
    }),
  )
})
