import { useMemo, useState } from 'react'

/** A row that is changed in a table, by the names of its cells. */
export type EditableRow<Field extends string> = Readonly<Record<Field | 'id', string>>

/** A row with its place in the whole list. */
export interface PlacedRow<Row> {
  readonly row: Row
  readonly index: number
}

export interface RowFilter<Row, Field extends string> {
  readonly shown: readonly PlacedRow<Row>[]
  readonly wanted: Readonly<Record<Field, string>>
  readonly isOn: boolean
  readonly search: (field: Field, text: string) => void
  /** Keeps a row in sight although it does not match: it has just been made. */
  readonly keep: (id: string) => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Which rows are in sight: all searches count, capital letters do not. What is hidden is checked and saved all the same.
 * `nothing` is the searches as they are when nothing is searched for, and as they are at first unless `begin` is given.
 */
export function useRowFilter<Row extends EditableRow<Field>, Field extends string>(
  rows: readonly Row[],
  nothing: Readonly<Record<Field, string>>,
  begin = nothing,
): RowFilter<Row, Field> {
  const [wanted, setWanted] = useState(begin)
  const [kept, setKept] = useState(none)
  const shown = useMemo(() => {
    const placed = rows.map((row, index) => ({ row, index }))
    const searches = searchesOf(wanted)
    if (searches.length === 0) return placed
    const matches = (row: Row) => searches.every(([field, text]) => row[field].toLowerCase().includes(text))
    return placed.filter(({ row }) => kept.has(row.id) || matches(row))
  }, [rows, wanted, kept])
  return {
    shown,
    wanted,
    isOn: Object.values(wanted).some((text) => text !== ''),
    search: (field, text) => {
      setKept(none)
      setWanted((wanted) => ({ ...wanted, [field]: text }))
    },
    keep: (id) => setKept((ids) => new Set([...ids, id])),
    clear: () => {
      setKept(none)
      setWanted(nothing)
    },
  }
}

function searchesOf<Field extends string>(wanted: Readonly<Record<Field, string>>): (readonly [Field, string])[] {
  const fields = Object.keys(wanted) as Field[]
  return fields.map((field) => [field, wanted[field].trim().toLowerCase()] as const).filter(([, text]) => text !== '')
}
