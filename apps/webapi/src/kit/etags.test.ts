import { expect, test } from 'vitest'
import { matches, tagOf } from './etags.ts'

test.each([undefined, '"7"', '*', '"6", "7"', '"7","8"'])(
  'If-Match %s allows a write to what was changed seven times',
  (ifMatch) => {
    expect(matches(ifMatch, tagOf(7))).toBe(true)
  },
)

test.each(['"6"', '7', 'W/"7"', '"77"', '', '"6", "8"'])('If-Match %s does not', (ifMatch) => {
  expect(matches(ifMatch, tagOf(7))).toBe(false)
})
