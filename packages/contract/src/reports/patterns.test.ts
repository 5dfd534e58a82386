import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf } from './patterns.ts'

test.each([
  ['SITE*', 'SITE-A', true],
  ['SITE*', 'MYSITE', false],
  ['*SITE', 'MYSITE', true],
  ['a.b*', 'axb', false],
  ['a.b*', 'a.bc', true],
  ['(*', '(x', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['ab*ba', 'aba', false],
  ['*', '', true],
  ['A', 'a', false],
])('%s matches %s: %s', (pattern, text, expected) => expect(matcherOf(pattern)(text)).toBe(expected))

test('agrees with a regular expression', () => {
  const text = fc.stringMatching(/^[ab.]{0,8}$/)
  const pattern = fc.stringMatching(/^[ab.*]{0,8}$/)
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      const expression = new RegExp(
        `^${pattern
          .split('*')
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.*')}$`,
      )
      expect(matcherOf(pattern)(text)).toBe(expression.test(text))
    }),
  )
})
