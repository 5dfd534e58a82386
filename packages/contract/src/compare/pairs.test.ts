import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff, merge, size } from './compare.ts'
import { type Data, pairs as pairsField } from './field.ts'
import type { Change } from './rules.ts'

type Pair = { readonly key: string; readonly value: string }

const pairs = (text: string): Pair[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((pair) => ({ key: pair.charAt(0), value: pair.slice(1) }))

const fields = { pairs: pairsField('pairs') }
const changesOf = (before: Pair[], after: Pair[]) => diff(fields, { pairs: before }, { pairs: after })
const nothing = { added: [], removed: [], changed: [], moved: [] }

/** Who changed each key, and what both made of it. */
function mergePairs(base: Pair[], mine: Pair[], theirs: Pair[]) {
  const { value, entries } = merge(fields, { base: { pairs: base }, mine: { pairs: mine }, theirs: { pairs: theirs } })
  return { pairs: value.pairs, entries }
}

function result(change: Change | undefined) {
  if (change?.kind !== 'records') return nothing
  const { added, removed, changed, moved } = change
  const keyOf = (item: string | Data) => (typeof item === 'string' ? item : item.key)
  return {
    added,
    removed,
    changed: changed.map(({ item, changes: { value } }) => ({
      key: keyOf(item),
      ...(value?.kind === 'text' && { before: value.before, after: value.after }),
    })),
    moved: moved.map(keyOf),
  }
}

test.each([
  ['a1 b2', 'a1 b2', nothing],
  ['a1 b2', 'x9 a1 b2', { ...nothing, added: pairs('x9') }],
  ['a1 b2 c3', 'a1 c3', { ...nothing, removed: pairs('b2') }],
  ['a1 b2', 'a1 b5', { ...nothing, changed: [{ key: 'b', before: '2', after: '5' }] }],
  ['a1 b2 c3', 'b2 c3 a1', { ...nothing, moved: ['a'] }],
  ['a1 b2', 'a1 a1 b2', { ...nothing, added: pairs('a1') }],
  [
    'a1 b2',
    'b3 c4 a1',
    { ...nothing, added: pairs('c4'), changed: [{ key: 'b', before: '2', after: '3' }], moved: ['a'] },
  ],
])('from "%s" to "%s"', (before, after, expected) => {
  expect(result(changesOf(pairs(before), pairs(after)).pairs)).toEqual(expected)
})

const somePairs = fc
  .uniqueArray(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), value: fc.constantFrom('1', '2', '3') }), {
    selector: ({ key }) => key,
  })
  .map((list): Pair[] => list)

test('two lists are equal if and only if nothing has changed', () => {
  fc.assert(
    fc.property(somePairs, somePairs, (before, after) => {
      expect(size(changesOf(before, after)) === 0).toBe(JSON.stringify(before) === JSON.stringify(after))
    }),
  )
})

test('changes of one side are in the result, in their order', () => {
  fc.assert(
    fc.property(somePairs, somePairs, (base, changed) => {
      const theirs = mergePairs(base, base, changed)
      expect(theirs.pairs).toEqual(changed)
      expect(theirs.entries.every(({ side }) => side === 'theirs')).toBe(true)
      expect(mergePairs(base, changed, base).pairs).toEqual(changed)
    }),
  )
})

test('of different changes mine is taken without a choice, and additions of both are in the result', () => {
  const { pairs: merged, entries } = mergePairs(pairs('a1 b1'), pairs('a2 b1 m1'), pairs('a3 t1'))
  expect(merged).toEqual(pairs('a2 t1 m1'))
  expect(entries.map(({ labels, side, kind, sides }) => ({ key: labels.at(-1), side, kind, ...sides }))).toEqual([
    { key: 'a', kind: 'value', base: '1', mine: '2', theirs: '3', side: 'both differently' },
    { key: 'b', kind: 'member', base: pairs('b1')[0], mine: pairs('b1')[0], theirs: undefined, side: 'theirs' },
    { key: 't', kind: 'member', base: undefined, mine: undefined, theirs: pairs('t1')[0], side: 'theirs' },
    { key: 'm', kind: 'member', base: undefined, mine: pairs('m1')[0], theirs: undefined, side: 'mine' },
  ])
})

test('an order that I changed is kept', () => {
  const { pairs: merged } = mergePairs(pairs('a1 b1 c1'), pairs('c1 a1 b1'), pairs('a1 b2 c1 d1'))
  expect(merged).toEqual(pairs('c1 a1 b2 d1'))
})

test.each([
  ['b', 'mine', 'a1 b9'],
  ['c', 'mine', 'a1 b2 c3'],
  ['a', 'theirs', 'b2'],
])('of "a1 b2", with a choice for %s', (key, whose, expected) => {
  const [base, mine, theirs] = [pairs('a1 b2'), pairs('a1 b9 c3'), pairs('b2')]
  const sides = { base: { pairs: base }, mine: { pairs: mine }, theirs: { pairs: theirs } }
  const choices = new Map(
    merge(fields, sides).entries.map((entry) => {
      const keepsBase = entry.labels.at(-1) === key ? (whose === 'mine' ? 'mine' : 'theirs') : 'base'
      return [entry.key, keepsBase] as const
    }),
  )
  expect(merge(fields, sides, choices).value.pairs).toEqual(pairs(expected))
})
