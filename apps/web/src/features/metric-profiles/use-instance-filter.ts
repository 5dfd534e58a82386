import { useMemo, useState } from 'react'
import type { InstanceRow } from './instance-rows.ts'

/** A row with its place in the whole list. */
export interface PlacedRow {
  readonly row: InstanceRow
  readonly index: number
}

export interface InstanceFilter {
  readonly shown: readonly PlacedRow[]
  readonly service: string
  readonly metric: string
  readonly isOn: boolean
  readonly search: (part: 'service' | 'metric', text: string) => void
  /** Keeps a row in sight although it does not match: it has just been made. */
  readonly keep: (id: string) => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Which rows are in sight. What is hidden is checked and saved all the same. */
export function useInstanceFilter(rows: readonly InstanceRow[]): InstanceFilter {
  const [{ service, metric }, setSearch] = useState({ service: '', metric: '' })
  const [kept, setKept] = useState(none)
  const isOn = service !== '' || metric !== ''
  const shown = useMemo(() => {
    const [inService, inMetric] = [service.trim().toLowerCase(), metric.trim().toLowerCase()]
    const placed = rows.map((row, index) => ({ row, index }))
    if (inService === '' && inMetric === '') return placed
    return placed.filter(
      ({ row }) =>
        kept.has(row.id) ||
        (row.service.toLowerCase().includes(inService) && row.metric.toLowerCase().includes(inMetric)),
    )
  }, [rows, service, metric, kept])
  return {
    shown,
    service,
    metric,
    isOn,
    search: (part, text) => {
      setKept(none)
      setSearch((search) => ({ ...search, [part]: text }))
    },
    keep: (id) => setKept((ids) => new Set([...ids, id])),
    clear: () => {
      setKept(none)
      setSearch({ service: '', metric: '' })
    },
  }
}
