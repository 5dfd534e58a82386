import { compareNames, inNameOrder } from '#lib/name-order.ts'
import { type Choice, type Column, textsOf } from './columns.tsx'
import type { ListState } from './list-address.ts'

/** The rows that match all filters. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], filters: ListState['filters']) {
  const tests = columns.flatMap((column) => {
    const filterValue = filters[column.id]
    const of = column.filter && textsOf(column)
    if (!of || filterValue === undefined || filterValue === '') return []
    if (column.filter?.kind === 'choice') return [(row: Row) => of(row).includes(filterValue)]
    const part = filterValue.trim().toLowerCase()
    return [(row: Row) => of(row).some((text) => text.toLowerCase().includes(part))]
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

/** A copy in the order of names, or of numbers; equal rows keep the order of the server. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: ListState['sort']) {
  const column = columns.find(({ id }) => id === sort?.column)
  const of = column?.sort === true ? column.text : column?.sort
  if (!of || !sort) return rows
  const sign = sort.descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: of(row) }))
  keyed.sort((a, b) => sign * compareKeys(a.key, b.key))
  return keyed.map(({ row }) => row)
}

const compareKeys = (left: string | number, right: string | number) =>
  typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right))

/** The rows of one page, and its number: the last one if there are fewer pages. */
export function pageOfRows<Row>(rows: readonly Row[], { page, size }: Pick<ListState, 'page' | 'size'>) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const actual = Math.min(page, pages)
  const first = (actual - 1) * size
  return { rows: rows.slice(first, first + size), page: actual, pages, first }
}

/** Every value that a filter by choice can be set to. */
export const choicesOf = <Row>(rows: readonly Row[], column: Column<Row>): readonly Choice[] =>
  column.filter?.choices ?? inNameOrder(rows.flatMap(textsOf(column) ?? (() => []))).filter((text) => text !== '')
