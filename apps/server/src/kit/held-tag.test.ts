import { expect, test } from 'vitest'
import { isHeld } from './held-tag.ts'

test.each([
  ['the tag itself', 'W/"a-1"', true],
  ['the tag as a strong one', '"a-1"', true],
  ['one of several', '"b", W/"a-1" ,"c"', true],
  ['any', '*', true],
  ['another', '"a-2"', false],
  ['its beginning', '"a-', false],
  ['nothing', '', false],
  ['no header', undefined, false],
])('whoever sends %s holds the state W/"a-1": %s is %s', (_, sent, expected) => {
  expect(isHeld(sent, 'W/"a-1"')).toBe(expected)
})
