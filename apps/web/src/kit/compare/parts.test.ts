import { expect, test } from 'vitest'
import { countChanges, differences, everythingAdded, type Part } from './parts.ts'

interface Toy {
  readonly name: string
  readonly tags: readonly string[]
}

const parts: readonly Part<Toy>[] = [
  { kind: 'text', label: 'name', of: ({ name }) => name, with: (toy, name) => ({ ...toy, name }) },
  {
    kind: 'list',
    label: 'tags',
    columns: ['Tag'],
    of: ({ tags }) => tags.map((tag) => [tag]),
    with: (toy, items) => ({ ...toy, tags: items.map(([tag = '']) => tag) }),
  },
]

const aToy: Toy = { name: 'top', tags: ['red', 'round'] }

test('only what differs is told, and of a list only what came and went', () => {
  expect(differences(parts, aToy, { name: 'top', tags: ['round', 'loud'] })).toEqual([
    { kind: 'list', label: 'tags', columns: ['Tag'], came: [['loud']], gone: [['red']] },
  ])
})

test('the order of a list is no difference', () => {
  expect(differences(parts, aToy, { ...aToy, tags: ['round', 'red'] })).toEqual([])
})

test('changes are counted as a person would', () => {
  expect(countChanges(parts, aToy, aToy)).toBe(0)
  expect(countChanges(parts, aToy, { name: 'ball', tags: ['round'] })).toBe(2)
})

test('a part may count in its own way', () => {
  const counting = parts.map((part) => (part.kind === 'list' ? { ...part, countChanges: () => 7 } : part))
  expect(countChanges(counting, aToy, { ...aToy, name: 'ball' })).toBe(8)
})

test('of something new all is told that is not empty', () => {
  expect(everythingAdded(parts, { name: '', tags: ['red'] })).toEqual([
    { kind: 'list', label: 'tags', columns: ['Tag'], came: [['red']], gone: [] },
  ])
})
