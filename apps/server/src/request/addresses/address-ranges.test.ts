import { expect, test } from 'vitest'
import { isInRanges } from './address-ranges.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.8', '192.0.2.7', false],
  ['192.0.2.255', '192.0.2.0/24', true],
  ['192.0.3.0', '192.0.2.0/24', false],
  ['192.0.2.1', '192.0.2.200/24', true],
  ['203.0.113.9', '0.0.0.0/0', true],
  ['::ffff:192.0.2.7', '192.0.2.0/24', true],
  ['192.0.2.7', '::ffff:192.0.2.0/120', true],
  ['192.0.3.7', '::ffff:192.0.2.0/120', false],
  ['2001:db8::1', '2001:db8::/32', true],
  ['2001:db9::1', '2001:db8::/32', false],
  ['2001:db8:0:0::1', '2001:db8::1', true],
  ['2001:db8::1', '192.0.2.0/24', false],
  ['2001:db8::1', '0.0.0.0/0', false],
  ['/run/socket', '0.0.0.0/0', false],
  ['', '::/0', false],
])('%s is in %s: %s', (address, range, isIn) => {
  expect(isInRanges(address, [range])).toBe(isIn)
})

test('one of several ranges is sufficient, and no range contains nothing', () => {
  expect(isInRanges('192.0.2.7', ['2001:db8::/32', '192.0.2.0/24'])).toBe(true)
  expect(isInRanges('192.0.2.7', [])).toBe(false)
})
