import { expect, test } from 'vitest'
import { guardOf, matchingTag, namesGuard, stateTag } from './etags.ts'

const guard = guardOf({ id: 12, rowVersion: 3 })

test.each([
  ['"12-3"', true],
  ['W/"12-3"', true],
  ['"7-1", W/"12-3"', true],
  ['W/"12-3.state"', true],
  ['*', true],
  ['"*"', false],
  ['"12-2"', false],
  ['"13-3"', false],
  ['"state.12-3"', false],
  ['12-3', false],
  ['', false],
])('If-Match %s names version 3 of object 12: %s', (sent, expected) => {
  expect(namesGuard(sent, guard)).toBe(expected)
})

test.each([
  ['W/"s1"', 'W/"s1"'],
  ['"s1"', 'W/"s1"'],
  ['"other, with a comma", "s1"', 'W/"s1"'],
  ['W/"12-3.s1"', 'W/"12-3.s1"'],
  ['*', 'W/"s1"'],
  ['"s1.12-3"', undefined],
  ['"s2"', undefined],
  [undefined, undefined],
])('If-None-Match %s matches the state s1 as %s', (sent, expected) => {
  expect(matchingTag(sent, 's1')).toBe(expected)
})

test('a tag with both parts guards a write and identifies a state', () => {
  const tag = stateTag('s1', guard)
  expect([namesGuard(tag, guard), matchingTag(tag, 's1')]).toEqual([true, tag])
})
