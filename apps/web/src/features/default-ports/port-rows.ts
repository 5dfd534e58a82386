import type { DefaultPort, DefaultPortDocument } from '@quatrain/contract/resources/default-port.ts'
import { z } from 'zod'
import { newRowId, rowStatesOf } from '#kit/rows/row-states.ts'

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

export const newRow = (name = '', value = ''): PortRow => new PortRow(newRowId(), name, value)

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

export const rowStates = rowStatesOf<PortRow>(
  isBlank,
  (one, other) => one.name === other.name && one.value === other.value,
)

/** Names of stored ports that are in no row any more: renamed ones too, since a port is known by its name. */
export function deletedNames(before: readonly PortRow[], after: readonly PortRow[]): string[] {
  const names = new Set(portsOfRows(after).map(({ name }) => name))
  return portsOfRows(before)
    .map(({ name }) => name)
    .filter((name) => !names.has(name))
}
