import type { DefaultPort, DefaultPortDocument } from '@quatrain/contract/resources/default-port.ts'
import { z } from 'zod'

/**
 * One row of the table of ports; the id stays when the row is changed. It is a class because the form library copies
 * plain objects at every key stroke.
 */
export class PortRow implements DefaultPortDocument {
  readonly id: string
  readonly name: string
  readonly value: string

  constructor(id: string, name: string, value: string) {
    this.id = id
    this.name = name
    this.value = value
  }
}

/** A row as a draft keeps it. */
export const storedRow = z
  .object({ id: z.string(), name: z.string(), value: z.string() })
  .transform(({ id, name, value }) => new PortRow(id, name, value))

let last = 0
const session = Date.now().toString(36)

/** Ids are unique within this page load and differ from those of stored rows and of earlier loads. */
export const newRow = (name = '', value = ''): PortRow => new PortRow(`${session}-${++last}`, name, value)

export const isBlank = ({ name, value }: DefaultPortDocument): boolean => name.trim() === '' && value.trim() === ''

/** Stored ports as rows; a port is known by its name. There is always a row to type into. */
export const rowsOfStored = (ports: readonly Pick<DefaultPort, 'name' | 'value'>[]): PortRow[] =>
  ports.length === 0 ? [newRow()] : ports.map(({ name, value }) => new PortRow(`port ${name}`, name, value))

/** Ports as rows that keep the ids of the rows they have been before. */
export function rowsOfPorts(ports: readonly DefaultPortDocument[], before: readonly PortRow[]): PortRow[] {
  const ids = new Map(before.map((row) => [row.name.trim(), row.id]))
  const rows = ports.map(({ name, value }) => {
    const id = ids.get(name)
    // A conflict can leave two of one name, of which one has to go.
    ids.delete(name)
    return id === undefined ? newRow(name, value) : new PortRow(id, name, value)
  })
  return rows.length === 0 ? [newRow()] : rows
}

/** The ports that rows stand for: trimmed, without blank rows. */
export const portsOfRows = (rows: readonly PortRow[]): DefaultPortDocument[] =>
  rows.filter((row) => !isBlank(row)).map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))

export type RowState = 'stored' | 'new' | 'changed'

/** What became of a row since it was stored. */
export function stateOfRow(row: PortRow, stored: ReadonlyMap<string, PortRow>): RowState {
  const before = stored.get(row.id)
  if (!before) return 'new'
  return before.name === row.name && before.value === row.value ? 'stored' : 'changed'
}

/** Rows by their ids, without blank ones. */
export const rowsById = (rows: readonly PortRow[]): ReadonlyMap<string, PortRow> =>
  new Map(rows.filter((row) => !isBlank(row)).map((row) => [row.id, row]))

/** New and changed rows, and rows that are gone, each counted once. */
export function countRowChanges(before: readonly PortRow[], after: readonly PortRow[]): number {
  const stored = rowsById(before)
  const states = after.filter((row) => !isBlank(row)).map((row) => stateOfRow(row, stored))
  const kept = states.filter((state) => state !== 'new').length
  return states.filter((state) => state !== 'stored').length + stored.size - kept
}

/** Names of stored ports that are in no row any more: renamed ones too, since a port is known by its name. */
export function deletedNames(before: readonly PortRow[], after: readonly PortRow[]): string[] {
  const names = new Set(portsOfRows(after).map(({ name }) => name))
  return portsOfRows(before)
    .map(({ name }) => name)
    .filter((name) => !names.has(name))
}
