import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemChanges, mergeItems, mergeText, sideOfText } from './three-way.ts'

const text = fc.constantFrom('a', 'b', 'c')
const items = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))

test('what one side changed is taken, what both changed differently has to be chosen', () => {
  expect(mergeText('old', 'mine', 'old')).toBe('mine')
  expect(mergeText('old', 'old', 'theirs')).toBe('theirs')
  expect(mergeText('old', 'same', 'same')).toBe('same')
  expect(mergeText('old', 'mine', 'theirs')).toBeUndefined()
  expect(sideOfText('old', 'old', 'old')).toBe('neither')
})

test('a text merges alike whoever is asked', () => {
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      expect(mergeText(base, mine, theirs)).toBe(mergeText(base, theirs, mine))
    }),
  )
})

test('what either side added is there, and what either side removed is not', () => {
  fc.assert(
    fc.property(items, items, items, (base, mine, theirs) => {
      const merged = new Set(mergeItems(base, mine, theirs))
      for (const item of new Set([...base, ...mine, ...theirs])) {
        const isRemoved = base.includes(item) && !(mine.includes(item) && theirs.includes(item))
        expect(merged.has(item)).toBe(!isRemoved)
      }
    }),
  )
})

test('nothing is merged twice, and with an unchanged other side mine is what comes out', () => {
  fc.assert(
    fc.property(items, items, (base, mine) => {
      const merged = mergeItems(base, mine, base)
      expect(new Set(merged).size).toBe(merged.length)
      expect([...merged].sort()).toEqual([...mine].sort())
    }),
  )
})

test('every item whose place changed is told, with who did it', () => {
  expect(itemChanges(['a', 'b'], ['a', 'c'], ['b', 'c'])).toEqual([
    { item: 'a', change: 'removed', side: 'theirs' },
    { item: 'b', change: 'removed', side: 'mine' },
    { item: 'c', change: 'added', side: 'both alike' },
  ])
})

test('items that nobody touched are not told', () => {
  fc.assert(
    fc.property(items, (base) => {
      expect(itemChanges(base, base, base)).toEqual([])
    }),
  )
})
