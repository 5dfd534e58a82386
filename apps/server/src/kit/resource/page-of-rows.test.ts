import { expect, test } from 'vitest'
import { byColumns, pageOfRows } from './page-of-rows.ts'

const rows = [
  { group: 'B', service: 'x' },
  { group: 'A', service: 'y' },
  { group: 'A', service: 'x' },
]
const sorted = (sort?: string) =>
  rows.toSorted(byColumns(['group', 'service'], sort)).map(({ group, service }) => `${group}${service}`)

test('rows are ordered by one column, and equal ones by the others', () => {
  expect(sorted()).toEqual(['Ax', 'Ay', 'Bx'])
  expect(sorted('service')).toEqual(['Ax', 'Bx', 'Ay'])
  expect(sorted('-service')).toEqual(['Ay', 'Ax', 'Bx'])
  expect(sorted('-group')).toEqual(['Bx', 'Ax', 'Ay'])
})

test('a page has its rows and the number of all, counted up to a limit', () => {
  expect(pageOfRows(rows, { page: 2, limit: 2 })).toEqual({ rows: rows.slice(2), total: 3 })
  expect(pageOfRows(rows, { page: 9 })).toEqual({ rows: [], total: 3 })
  expect(pageOfRows(Array.from({ length: 20_000 }), {}).total).toBe(10_001)
})
