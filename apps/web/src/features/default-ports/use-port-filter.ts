import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PortRow } from './port-rows.ts'
import type { PortField } from './use-port-edits.ts'

/** A row with its place in the whole list. */
export interface PlacedRow {
  readonly row: PortRow
  readonly index: number
}

export interface PortFilter {
  readonly shown: readonly PlacedRow[]
  readonly wanted: Readonly<Record<PortField, string>>
  readonly isOn: boolean
  readonly search: (field: PortField, text: string) => void
  /** Keeps a row in sight although it does not match: it has just been made. */
  readonly keep: (id: string) => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Which rows are in sight; both searches count. What is hidden is checked and saved all the same. */
export function usePortFilter(rows: readonly PortRow[]): PortFilter {
  const [query] = useSearchParams()
  const [wanted, setWanted] = useState({ name: query.get('name') ?? '', value: '' })
  const [kept, setKept] = useState(none)
  const shown = useMemo(() => {
    const [name, value] = [wanted.name.trim().toLowerCase(), wanted.value.trim()]
    return rows
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => kept.has(row.id) || (row.name.toLowerCase().includes(name) && row.value.includes(value)))
  }, [rows, wanted, kept])
  return {
    shown,
    wanted,
    isOn: wanted.name !== '' || wanted.value !== '',
    search: (field, text) => {
      setKept(none)
      setWanted((wanted) => ({ ...wanted, [field]: text }))
    },
    keep: (id) => setKept((ids) => new Set([...ids, id])),
    clear: () => {
      setKept(none)
      setWanted({ name: '', value: '' })
    },
  }
}
