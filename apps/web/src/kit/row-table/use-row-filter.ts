import { useMemo, useState } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'

/** A row with its place in the whole list. */
interface PlacedRow<Values> {
  readonly row: Row<Values>
  readonly index: number
}

/** The search texts by column. */
export type Searches<Values> = { readonly [Name in Field<Values>]?: string }

/** The rows of a table that are visible. Hidden rows are validated and saved too. */
export interface RowFilter<Values> {
  /** Those of one page that match all searches, ignoring case. */
  readonly visibleRows: readonly PlacedRow<Values>[]
  /** The number of rows that match, on all pages. */
  readonly matching: number
  readonly texts: Searches<Values>
  readonly isOn: boolean
  /** Begins on the first page. */
  readonly search: (field: Field<Values>, text: string) => void
  /** Keeps a new row visible although it does not match. */
  readonly keep: (id: string) => void
  readonly clear: () => void
  readonly page: number
  readonly pages: number
  /** Opens a page by its number, or the one of a row by its id, wherever it moves. */
  readonly onPage: (page: number | string) => void
}

const noIds: ReadonlySet<string> = new Set()

/** The search and the pages of a table of rows. Without a size all rows are on one page. */
export function useRowFilter<Values>(
  definition: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  initial: Searches<Values> = {},
  size = Number.POSITIVE_INFINITY,
): RowFilter<Values> {
  const [texts, setTexts] = useState(initial)
  const [keptIds, setKeptIds] = useState(noIds)
  const [place, onPage] = useState<number | string>(1)
  const matching = useMemo(() => {
    const placed = rows.map((row, index) => ({ row, index }))
    const searches = searchesIn(definition, texts)
    if (searches.length === 0) return placed
    const { cells } = definition
    const matches = (row: Row<Values>) =>
      searches.every(([name, text]) => cells[name].toText(row[name]).toLowerCase().includes(text))
    return placed.filter(({ row }) => keptIds.has(row.id) || matches(row))
  }, [definition, rows, texts, keptIds])
  const pages = Math.max(1, Math.ceil(matching.length / size))
  const pageOf = (id: string) => {
    const index = matching.findIndex(({ row }) => row.id === id)
    return Math.floor(Math.max(0, index) / size) + 1
  }
  const page = Math.min(typeof place === 'string' ? pageOf(place) : place, pages)
  return {
    texts,
    page,
    pages,
    onPage,
    matching: matching.length,
    visibleRows: pages === 1 ? matching : matching.slice((page - 1) * size, page * size),
    isOn: searchesIn(definition, texts).length > 0,
    search(field, text) {
      onPage(1)
      setKeptIds(noIds)
      setTexts((texts) => ({ ...texts, [field]: text }))
    },
    keep: (id) => setKeptIds((ids) => new Set([...ids, id])),
    clear() {
      setKeptIds(noIds)
      setTexts({})
    },
  }
}

const searchesIn = <Values>({ visibleCells }: RowDefinition<Values>, texts: Searches<Values>) =>
  visibleCells
    .map((name) => [name, (texts[name] ?? '').trim().toLowerCase()] as const)
    .filter(([, text]) => text !== '')
