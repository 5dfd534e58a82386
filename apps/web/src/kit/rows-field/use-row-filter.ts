import { useMemo, useState } from 'react'
import type { Field, Row, RowDefinition } from '#kit/rows/row-definition.ts'

/** A row with its place in the whole list. */
export interface PlacedRow<Values> {
  readonly row: Row<Values>
  readonly index: number
}

/** The search texts by column. */
export type Searches<Values> = { readonly [Name in Field<Values>]?: string }

export interface RowFilter<Values> {
  readonly shown: readonly PlacedRow<Values>[]
  readonly texts: Searches<Values>
  readonly isOn: boolean
  readonly search: (field: Field<Values>, text: string) => void
  /** Keeps a new row visible although it does not match. */
  readonly keep: (id: string) => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** The visible rows: all searches must match, ignoring case. Hidden rows are validated and saved too. */
export function useRowFilter<Values extends object>(
  definition: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  initial: Searches<Values> = {},
): RowFilter<Values> {
  const [texts, setTexts] = useState(initial)
  const [kept, setKept] = useState(none)
  const shown = useMemo(() => {
    const placed = rows.map((row, index) => ({ row, index }))
    const searches = searchesIn(definition, texts)
    if (searches.length === 0) return placed
    const { cells } = definition
    const matches = (row: Row<Values>) =>
      searches.every(([name, text]) => cells[name].toText(row[name]).toLowerCase().includes(text))
    return placed.filter(({ row }) => kept.has(row.id) || matches(row))
  }, [definition, rows, texts, kept])
  return {
    shown,
    texts,
    isOn: searchesIn(definition, texts).length > 0,
    search: (field, text) => {
      setKept(none)
      setTexts((texts) => ({ ...texts, [field]: text }))
    },
    keep: (id) => setKept((ids) => new Set([...ids, id])),
    clear: () => {
      setKept(none)
      setTexts({})
    },
  }
}

const searchesIn = <Values extends object>({ shown }: RowDefinition<Values>, texts: Searches<Values>) =>
  shown.map((name) => [name, (texts[name] ?? '').trim().toLowerCase()] as const).filter(([, text]) => text !== '')
