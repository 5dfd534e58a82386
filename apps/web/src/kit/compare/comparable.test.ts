import { diff } from '@quatrain/contract/compare/compare.ts'
import { list, text } from '@quatrain/contract/compare/field.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Comparable, changesBetween, countChanges } from './comparable.ts'

const toyValues = z.object({ name: z.string(), tags: z.array(z.string()) })
type Toy = z.output<typeof toyValues>

const fields = { name: text('name'), tags: list('tags', 'Tag') }

const form: Comparable<Toy> = {
  resource: { compared: fields },
  toDocument: (values) => values,
  fromDocument: (document) => toyValues.safeParse(document).data,
}

const aToy: Toy = { name: 'top', tags: ['red', 'round'] }

test('only differences are listed, and of a list only added and removed items', () => {
  expect(changesBetween(form, aToy, { name: 'top', tags: ['round', 'loud'] })).toEqual({
    tags: { kind: 'records', added: ['loud'], removed: ['red'], changed: [], moved: [] },
  })
})

test('the order of a list is no difference', () => {
  expect(changesBetween(form, aToy, { ...aToy, tags: ['round', 'red'] })).toEqual({})
})

test('changes are counted by items', () => {
  expect(countChanges(form, aToy, aToy)).toBe(0)
  expect(countChanges(form, aToy, { name: 'ball', tags: ['round'] })).toBe(2)
})

test('a form can count in its own way', () => {
  expect(countChanges({ ...form, countChanges: () => 8 }, aToy, { ...aToy, name: 'ball' })).toBe(8)
})

test('a form compares only its own fields', () => {
  expect(changesBetween({ ...form, compared: { name: fields.name } }, aToy, { name: 'top', tags: [] })).toEqual({})
})

test('of a new object all nonempty fields are listed', () => {
  expect(diff(fields, {}, { name: '', tags: ['red'] })).toEqual({
    tags: { kind: 'records', added: ['red'], removed: [], changed: [], moved: [] },
  })
})
