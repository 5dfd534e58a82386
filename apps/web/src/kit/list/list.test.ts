import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from './columns.tsx'
import { type ListState, pageSizes, readListState, writeListState } from './list-address.ts'
import { choicesOf, filterRows, pageOfRows, sortRows } from './list-source.ts'

interface Toy {
  readonly name: string
  readonly kind: string
  readonly age: number
}

const columns: readonly Column<Toy>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name }) => name,
    sort: ({ name }) => name,
    filter: { kind: 'text', texts: ({ name }) => [name] },
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kind, filter: { kind: 'choice', texts: ({ kind }) => [kind] } },
  { id: 'age', header: 'Age', cell: ({ age }) => age, sort: ({ age }) => age },
]

const toys: readonly Toy[] = [
  { name: 'Top', kind: 'A', age: 3 },
  { name: 'ball', kind: 'AB', age: 1 },
  { name: 'Bear', kind: 'A', age: 3 },
]

const names = (rows: readonly Toy[]) => rows.map(({ name }) => name)

test('a text filter ignores case, a choice filter matches exactly', () => {
  expect(names(filterRows(toys, columns, { name: ' B' }))).toEqual(['ball', 'Bear'])
  expect(names(filterRows(toys, columns, { kind: 'A' }))).toEqual(['Top', 'Bear'])
  expect(names(filterRows(toys, columns, { name: 'b', kind: 'A' }))).toEqual(['Bear'])
})

test('sorting is stable, also in descending order', () => {
  expect(names(sortRows(toys, columns, { column: 'age', descending: true }))).toEqual(['Top', 'Bear', 'ball'])
  expect(names(sortRows(toys, columns, { column: 'name', descending: false }))).toEqual(['ball', 'Bear', 'Top'])
  expect(sortRows(toys, columns, { column: 'kind', descending: false })).toBe(toys)
})

test('names are sorted ignoring case, with the numbers in them as numbers, and equal ones in a fixed order', () => {
  const found = ['SET_10', 'set_2', 'Set_2', 'Ball'].map((name) => ({ name, kind: '', age: 0 }))
  const sorted = ['Ball', 'Set_2', 'set_2', 'SET_10']
  expect(names(sortRows(found, columns, { column: 'name', descending: false }))).toEqual(sorted)
  expect(names(sortRows(found, columns, { column: 'name', descending: true }))).toEqual(sorted.toReversed())
})

test('a page beyond the last is the last', () => {
  expect(pageOfRows(toys, { page: 9, size: 2 })).toEqual({ rows: [toys[2]], page: 2, pages: 2, first: 2 })
  expect(pageOfRows([], { page: 1, size: 10 })).toMatchObject({ page: 1, pages: 1 })
})

test('every existing value can be chosen, without duplicates', () => {
  const [, kind] = columns
  expect(kind && choicesOf(toys, kind)).toEqual(['A', 'AB'])
})

const read = (search: string) => readListState(search, columns, 10)
const write = (state: ListState, before = '') => writeListState(state, 10, before, columns)

test('an invalid address shows the default list', () => {
  const usual = { filters: {}, sort: undefined, page: 1, size: 10 }
  expect(read('?page=-1&size=11&sort=-nothing&age=3')).toEqual(usual)
  expect(read('?page=1.5&size=&sort=kind&name=')).toEqual(usual)
})

test('an address has no default values, and keeps the parameters of its page', () => {
  const state = { filters: { name: '', kind: 'A' }, sort: undefined, page: 1, size: 10 }
  expect(write(state, '?date=2026-01-01&name=b&page=3&size=50&sort=-age')).toBe('?date=2026-01-01&kind=A')
})

test('a written address is read back', () => {
  const state = fc.record({
    filters: fc
      .record({ name: fc.string({ minLength: 1 }), kind: fc.string({ minLength: 1 }) }, { requiredKeys: [] })
      .map((filters) => ({ ...filters })),
    sort: fc.option(fc.record({ column: fc.constantFrom('name', 'age'), descending: fc.boolean() }), {
      nil: undefined,
    }),
    page: fc.integer({ min: 1, max: 999 }),
    size: fc.constantFrom(...pageSizes),
    columns: fc.option(fc.uniqueArray(fc.constantFrom('name', 'kind', 'age'), { minLength: 1 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(state, (given) => {
      expect(read(write(given))).toEqual(given)
    }),
  )
})
