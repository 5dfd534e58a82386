import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Pair, pairChanges } from './pair-changes.ts'
import { keyChanges, mergePairs, withValue } from './three-way-pairs.ts'

const pairs = (text: string): Pair[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => ({ key: pair.charAt(0), value: pair.slice(1) }))

const nothing = { came: [], gone: [], changed: [], moved: [] }

test.each([
  ['a1 b2', 'a1 b2', nothing],
  ['a1 b2', 'x9 a1 b2', { ...nothing, came: pairs('x9') }],
  ['a1 b2 c3', 'a1 c3', { ...nothing, gone: pairs('b2') }],
  ['a1 b2', 'a1 b5', { ...nothing, changed: [{ key: 'b', before: '2', after: '5' }] }],
  ['a1 b2 c3', 'b2 c3 a1', { ...nothing, moved: ['a'] }],
  ['a1 b2', 'a1 a1 b2', { ...nothing, came: pairs('a1') }],
  [
    'a1 b2',
    'b3 c4 a1',
    { ...nothing, came: pairs('c4'), changed: [{ key: 'b', before: '2', after: '3' }], moved: ['a'] },
  ],
])('from "%s" to "%s"', (before, after, expected) => {
  expect(pairChanges(pairs(before), pairs(after))).toEqual(expected)
})

const somePairs = fc
  .uniqueArray(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.constantFrom('1', '2', '3') }), {
    selector: ({ key }) => key,
  })
  .map((list): Pair[] => list)

test('two lists are alike exactly when nothing has changed', () => {
  fc.assert(
    fc.property(somePairs, somePairs, (before, after) => {
      const { came, gone, changed, moved } = pairChanges(before, after)
      const isAlike = came.length + gone.length + changed.length + moved.length === 0
      expect(isAlike).toBe(JSON.stringify(before) === JSON.stringify(after))
    }),
  )
})

test('what one side alone did is done, in their order', () => {
  fc.assert(
    fc.property(somePairs, somePairs, (base, changed) => {
      expect(mergePairs(base, base, changed)).toEqual(changed)
      expect(keyChanges(base, base, changed).every(({ side }) => side === 'theirs')).toBe(true)
      const merged = mergePairs(base, changed, base)
      expect(new Set(merged.map(({ key, value }) => key + value))).toEqual(
        new Set(changed.map(({ key, value }) => key + value)),
      )
    }),
  )
})

test('what both changed is mine until somebody chooses, and what each added is there', () => {
  const [base, mine, theirs] = [pairs('a1 b1'), pairs('a2 b1 m1'), pairs('a3 t1')]
  expect(mergePairs(base, mine, theirs)).toEqual(pairs('a2 t1 m1'))
  expect(keyChanges(base, mine, theirs)).toEqual([
    { key: 'a', mine: '2', theirs: '3', side: 'both differently' },
    { key: 'b', mine: '1', theirs: undefined, side: 'theirs' },
    { key: 't', mine: undefined, theirs: '1', side: 'theirs' },
    { key: 'm', mine: '1', theirs: undefined, side: 'mine' },
  ])
})

test('an order that I changed stays mine', () => {
  expect(mergePairs(pairs('a1 b1 c1'), pairs('c1 a1 b1'), pairs('a1 b2 c1 d1'))).toEqual(pairs('c1 a1 b2 d1'))
})

test.each([
  ['b', '9', 'a1 b9'],
  ['c', '3', 'a1 b2 c3'],
  ['a', undefined, 'b2'],
])('of "a1 b2" with %s = %s', (key, value, expected) => {
  expect(withValue(pairs('a1 b2'), key, value)).toEqual(pairs(expected))
})
