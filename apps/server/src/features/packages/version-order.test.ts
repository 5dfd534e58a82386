import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions } from './version-order.ts'

const newestFirst = (...versions: string[]) => versions.toSorted((a, b) => compareVersions(b, a))

describe('versions sorted newest first', () => {
  test.each([
    ['numbers count as numbers', ['0.10.2', '0.9.0', '0.7.1']],
    ['a longer one is newer', ['1.2.0.1', '1.2.0', '1.2']],
    ['what announces a version comes before it', ['1.0', '1.0rc1', '1.0b2', '1.0b1', '1.0a1', '0.9']],
    ['what corrects a version comes after it', ['1.0p2', '1.0p1', '1.0']],
    ['a tilde announces as well', ['1.0', '1.0~1']],
    ['a release follows its version', ['2.1-10', '2.1-9', '2.1']],
    ['what is present in the repo is the newest', ['present', '99.0', '1.0']],
    ['letters and numbers may be mixed in any way', ['el9', 'el7']],
    ['long numbers are not cut', ['20260101000000000002', '20260101000000000001']],
  ])('%s', (_, sorted) => {
    expect(newestFirst(...sorted.toReversed())).toEqual(sorted)
    expect(newestFirst(...sorted)).toEqual(sorted)
  })
})

describe('the order of versions', () => {
  const version = fc.oneof(
    fc.constant('present'),
    fc.string({ maxLength: 8 }),
    fc
      .array(fc.constantFrom('0', '1', '01', '10', 'a', 'rc', 'p', '.', '-', '~', '+'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  )
  const sign = (left: string, right: string) => Math.sign(compareVersions(left, right))

  test('is antisymmetric, and only equal texts are equal', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(sign(a, b) + sign(b, a)).toBe(0)
        expect(sign(a, b) === 0).toBe(a === b)
      }),
    )
  })

  test('is transitive', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [first = '', second = '', third = ''] = [a, b, c].sort(compareVersions)
        expect(sign(first, second)).toBeLessThanOrEqual(0)
        expect(sign(second, third)).toBeLessThanOrEqual(0)
        expect(sign(first, third)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
