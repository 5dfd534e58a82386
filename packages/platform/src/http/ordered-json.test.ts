import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderedJson } from './ordered-json.ts'

test('the keys of a map keep their order, also those that look like numbers', () => {
  const map = new Map([
    ['b', 1],
    ['10', 2],
    ['2', 3],
    ['__proto__', 4],
  ])
  expect(orderedJson([{ map }])).toBe('[{"map":{"b":1,"10":2,"2":3,"__proto__":4}}]')
})

test('a map that stands in several places is there in each', () => {
  const map = new Map([['a', '"']])
  expect(orderedJson([map, [map], { map }])).toBe(String.raw`[{"a":"\""},[{"a":"\""}],{"map":{"a":"\""}}]`)
})

test('what holds no map reads as JSON always does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(orderedJson(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('a member that is not there is left out', () => {
  expect(orderedJson({ a: undefined, b: 1 })).toBe('{"b":1}')
})
