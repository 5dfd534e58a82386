import { expect, test } from 'vitest'
import { changesIn, matches, tagOf } from './etags.ts'

test.each([undefined, '"a.7"', 'W/"a.7"', '*', '"a.6", "a.7"', '"a.7","a.8"', 'W/"a.6" , W/"a.7"'])(
  'If-Match %s allows a write to the state after seven changes',
  (ifMatch) => {
    expect(matches(ifMatch, tagOf('a', 7))).toBe(true)
  },
)

test.each(['"a.6"', '"b.7"', 'a.7', '"7"', 'W/"a.77"', 'w/"a.7"', '', '"a.6", "a.8"'])(
  'If-Match %s does not',
  (ifMatch) => {
    expect(matches(ifMatch, tagOf('a', 7))).toBe(false)
  },
)

test.each(['"a.7"', '"a.7+0123abcd"'])('If-Match %s names the state after seven changes', (ifMatch) => {
  expect(changesIn(ifMatch, 'a')).toBe(7)
})

test.each([undefined, '*', '"b.7"', '"a.7", "a.8"', 'W/"a.7"', '"a.07"', '"a.7x"', '"a.12345678901"', ''])(
  'If-Match %s does not name exactly one state',
  (ifMatch) => {
    expect(changesIn(ifMatch, 'a')).toBeUndefined()
  },
)
