import type { RowShape } from '#kit/rows/use-row-edits.ts'
import { counted } from '#lib/words.ts'
import { isBlank, newRow, PortRow } from './port-rows.ts'

export type PortField = 'name' | 'value'

/** How ports are typed and pasted: two columns are names and values. */
export const portShape: RowShape<PortRow, PortField> = {
  fields: ['name', 'value'],
  blank: newRow,
  change: ({ id, name, value }, field, text) =>
    field === 'name' ? new PortRow(id, text, value) : new PortRow(id, name, text),
  paste(rows, at, _field, cells) {
    const pasted = cells.map(([name = '', value = '']) => newRow(name, value))
    const target = rows[at]
    const start = target && isBlank(target) ? at : at + 1
    return {
      rows: [...rows.slice(0, start), ...pasted, ...rows.slice(at + 1)],
      told: { title: `${counted(pasted.length, 'port')} pasted`, lines: [] },
    }
  },
}
