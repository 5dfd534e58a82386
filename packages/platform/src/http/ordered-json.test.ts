import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderedJson } from './ordered-json.ts'

test('the keys of a map keep their order, including numeric keys', () => {
  const map = new Map([
    ['b', 1],
    ['10', 2],
    ['2', 3],
    ['__proto__', 4],
  ])
  expect(orderedJson([{ map }])).toBe('[{"map":{"b":1,"10":2,"2":3,"__proto__":4}}]')
})

test('a map that occurs several times is written each time', () => {
  const map = new Map([['a', '"']])
  expect(orderedJson([map, [map], { map }])).toBe(String.raw`[{"a":"\""},[{"a":"\""}],{"map":{"a":"\""}}]`)
})

test('values without a map are written like ordinary JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(orderedJson(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('undefined members are left out', () => {
  expect(orderedJson({ a: undefined, b: 1 })).toBe('{"b":1}')
})

test('the keys of every map keep their order', () => {
  const key = fc.oneof(fc.nat().map(String), fc.string(), fc.constantFrom('__proto__', 'toString'))
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.jsonValue())), (entries) => {
      const map = new Map(entries)
      const members = [...map].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      expect(orderedJson(map)).toBe(`{${members.join(',')}}`)
    }),
  )
})

test('a date, and everything with `toJSON`, is written like ordinary JSON', () => {
  expect(orderedJson({ at: new Date('2030-01-01T08:00:00Z') })).toBe('{"at":"2030-01-01T08:00:00.000Z"}')
})
