import { expect, test } from 'vitest'
import { thresholdChanges } from './threshold-changes.ts'

test.each([
  ['usage=0%;85;90', 'usage=0%;80;90', ['Warning from 85% to 80%']],
  [
    'time=1s;0:5;5:10;0;60',
    'time=1s;1:5;5:10',
    ['Warning from 5 s to 1:5 s', 'Min from 0 s to none', 'Max from 60 s to none'],
  ],
  [
    'time=1s;5;10 size=0B;1;2',
    'time=1s;5;12 rate=0;1;2',
    ['time: Critical from 10 s to 12 s', 'size is removed', 'rate is added'],
  ],
  ['', 'time=1s;5;10', []],
])('the changes from "%s" to "%s" are %j', (before, after, changes) => {
  expect(thresholdChanges(before, after)).toEqual(changes)
})
