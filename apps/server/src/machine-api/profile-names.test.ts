import { expect, test } from 'vitest'
import { profileNames } from './repos.routes.ts'

test.each([
  ['[CORE]', ['CORE']],
  ['[CORE, EXTRA]', ['CORE', 'EXTRA']],
  ['CORE,EXTRA', ['CORE', 'EXTRA']],
  [' [ CORE ,, EXTRA , ] ', ['CORE', 'EXTRA']],
  ['[CORE, CORE]', ['CORE']],
  ['[a b, (c)]', ['a b', '(c)']],
  ['CORE]', ['CORE]']],
  ['[]', []],
  ['', []],
  [' , ', []],
  [undefined, []],
])('%s names %j', (header, expected) => {
  expect(profileNames(header)).toEqual(expected)
})

test('names beyond ASCII are decoded as UTF-8, or kept if they are not UTF-8', () => {
  expect(profileNames(Buffer.from('[MÜNCHEN]', 'utf8').toString('latin1'))).toEqual(['MÜNCHEN'])
  expect(profileNames('[MÜNCHEN]')).toEqual(['MÜNCHEN'])
})
