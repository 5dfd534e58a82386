import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merge } from './compare.ts'
import { list, text } from './field.ts'
import { type Sides, sideOf } from './sides.ts'

const texts = fc.constantFrom('a', 'b', 'c')
const items = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))

const mergeText = (sides: Sides<string>) => {
  const fields = { text: text('text') }
  const { base, mine, theirs } = sides
  const { value, entries } = merge(fields, { base: { text: base }, mine: { text: mine }, theirs: { text: theirs } })
  return { text: value.text, hasToBeChosen: entries.some(({ side }) => side === 'both differently') }
}

const mergeItems = ({ base, mine, theirs }: Sides<string[]>) =>
  merge({ items: list('items', 'Item') }, { base: { items: base }, mine: { items: mine }, theirs: { items: theirs } })

const merged = (sides: Sides<string[]>): readonly unknown[] => {
  const { items } = mergeItems(sides).value
  return Array.isArray(items) ? items : []
}

test('a change of one side is taken, different changes of both sides need a choice', () => {
  const sides = (base: string, mine: string, theirs: string) => ({ base, mine, theirs })
  expect(mergeText(sides('old', 'mine', 'old'))).toEqual({ text: 'mine', hasToBeChosen: false })
  expect(mergeText(sides('old', 'old', 'theirs'))).toEqual({ text: 'theirs', hasToBeChosen: false })
  expect(mergeText(sides('old', 'same', 'same'))).toEqual({ text: 'same', hasToBeChosen: false })
  expect(mergeText(sides('old', 'mine', 'theirs'))).toEqual({ text: 'mine', hasToBeChosen: true })
  expect(sideOf(sides('old', 'old', 'old'))).toBe('neither')
})

test('a text merges the same from both sides', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, mine, theirs) => {
      const [one, other] = [mergeText({ base, mine, theirs }), mergeText({ base, mine: theirs, theirs: mine })]
      expect(one.hasToBeChosen).toBe(other.hasToBeChosen)
      if (!one.hasToBeChosen) expect(one.text).toBe(other.text)
    }),
  )
})

test('additions and removals of both sides are in the result', () => {
  fc.assert(
    fc.property(items, items, items, (base, mine, theirs) => {
      const found = new Set(merged({ base, mine, theirs }))
      for (const item of new Set([...base, ...mine, ...theirs])) {
        const isRemoved = base.includes(item) && !(mine.includes(item) && theirs.includes(item))
        expect(found.has(item)).toBe(!isRemoved)
      }
    }),
  )
})

test('no member is merged twice, and if the other side is unchanged, the result is mine', () => {
  fc.assert(
    fc.property(items, items, (base, mine) => {
      const found = merged({ base, mine, theirs: base })
      expect(new Set(found).size).toBe(found.length)
      expect([...found].sort()).toEqual([...mine].sort())
    }),
  )
})

test('every added or removed item has an entry with its side', () => {
  const { entries } = mergeItems({ base: ['a', 'b'], mine: ['a', 'c'], theirs: ['b', 'c'] })
  const result = entries.map(({ labels, side, sides }) => {
    return { item: labels.at(-1), change: sides.base === undefined ? 'added' : 'removed', side }
  })
  expect(result).toEqual([
    { item: 'a', change: 'removed', side: 'theirs' },
    { item: 'b', change: 'removed', side: 'mine' },
    { item: 'c', change: 'added', side: 'both alike' },
  ])
})

test('unchanged items have no entry', () => {
  fc.assert(
    fc.property(items, (base) => {
      expect(mergeItems({ base, mine: base, theirs: base }).entries).toEqual([])
    }),
  )
})
