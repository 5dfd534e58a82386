import type { DefaultPortDocument } from '@quatrain/contract/resources/default-port.ts'
import { numberCell, textCell } from '#kit/rows/row-cells.ts'
import { defineRows, type Row } from '#kit/rows/row-definition.ts'

/** One row of the table of ports. */
export type PortRow = Row<DefaultPortDocument>

/** A port is known by its name. */
export const portRows = defineRows<DefaultPortDocument>({
  one: 'port',
  cells: { name: textCell('Port name'), value: numberCell('Port value', { width: '116px' }) },
  identityOf: ({ name }) => name,
  nameOf: ({ name }) => name.trim(),
})

/** Names of stored ports that are in no row any more: renamed ones too, since a port is known by its name. */
export function deletedNames(before: readonly PortRow[], after: readonly PortRow[]): string[] {
  const names = new Set(portRows.valuesOf(after).map(({ name }) => name))
  return portRows
    .valuesOf(before)
    .map(({ name }) => name)
    .filter((name) => !names.has(name))
}
