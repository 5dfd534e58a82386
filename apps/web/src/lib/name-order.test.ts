import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byName, compareNames, inNameOrder } from './words.ts'

test('numbers within names and versions are compared as numbers', () => {
  expect(inNameOrder(['PROFILE_10', 'PROFILE_2', 'PROFILE_1'])).toEqual(['PROFILE_1', 'PROFILE_2', 'PROFILE_10'])
  expect(inNameOrder(['1.10.0', '1.9.0', '1.9.0-2', '1.9.0'])).toEqual(['1.9.0', '1.9.0-2', '1.10.0'])
  expect([{ name: 'host10' }, { name: 'host9' }].sort(byName)).toEqual([{ name: 'host9' }, { name: 'host10' }])
})

test('case is ignored', () => {
  expect(inNameOrder(['Zagreb', 'athens', 'Bergen'])).toEqual(['athens', 'Bergen', 'Zagreb'])
})

test('different names are never equal, and each order is the reverse of the other', () => {
  const part = fc.constantFrom('a', 'A', 'ä', 'b', '0', '1', '9', '10', '_', '.', '\u{1f600}')
  const name = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (left, right) => {
      expect(compareNames(left, right) === 0).toBe(left === right)
      expect(Math.sign(compareNames(left, right)) + Math.sign(compareNames(right, left))).toBe(0)
    }),
  )
})
