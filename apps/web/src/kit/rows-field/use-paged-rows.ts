import { useState } from 'react'
import type { RowFilter } from './use-row-filter.ts'

/** How many rows a table of rows shows at once. */
export interface Paging {
  readonly sizes: readonly number[]
  /** All rows if undefined. */
  readonly size: number | undefined
  readonly onSize: (size: number | undefined) => void
}

/** The rows of one page. Hidden rows are validated and saved too. */
export interface PagedRows<Values> extends RowFilter<Values> {
  /** The number of rows that match the search, on all pages. */
  readonly matching: number
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  /** Opens the page of a row. */
  readonly open: (id: string) => void
}

/** The rows that a search has found, in pages. A search begins on the first page. */
export function usePagedRows<Values>(found: RowFilter<Values>, size: number | undefined): PagedRows<Values> {
  /** A page, or the page of a row wherever it moves. */
  const [place, setPlace] = useState<number | string>(1)
  const { shown, search } = found
  const matching = shown.length
  if (size === undefined) return { ...found, matching, page: 1, pages: 1, onPage: setPlace, open: () => {} }
  const pages = Math.max(1, Math.ceil(matching / size))
  const at = typeof place === 'string' ? pageAt(found, place, size) : place
  const page = Math.min(at, pages)
  return {
    ...found,
    matching,
    shown: shown.slice((page - 1) * size, page * size),
    search(field, text) {
      setPlace(1)
      search(field, text)
    },
    page,
    pages,
    onPage: setPlace,
    open: setPlace,
  }
}

const pageAt = <Values>({ shown }: RowFilter<Values>, id: string, size: number): number =>
  Math.floor(
    Math.max(
      0,
      shown.findIndex(({ row }) => row.id === id),
    ) / size,
  ) + 1

/** The sizes to choose from: not more than are needed for all rows, which is the last one, `undefined`. */
export const sizesFor = (sizes: readonly number[], rows: number): readonly (number | undefined)[] => [
  ...sizes.filter((size) => size < rows),
  undefined,
]
