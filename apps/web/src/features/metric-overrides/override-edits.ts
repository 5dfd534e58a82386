import type { RowShape } from '#kit/rows/use-row-edits.ts'
import { counted } from '#lib/words.ts'
import {
  changedRow,
  headers,
  isBlank,
  type ListName,
  newRow,
  type OverrideCell,
  type OverrideRow,
  type OverrideTable,
  type OverrideTexts,
  overrideTables,
} from './override-rows.ts'

/**
 * How the rows of a table are typed and pasted. What is pasted begins at the cell where it was pasted; what stands left of
 * it in that row stands in every pasted row too. A row that has nothing from there on makes place for them.
 */
const shapeOf = ({ cells: columns, one }: OverrideTable): RowShape<OverrideRow, OverrideCell> => ({
  fields: columns,
  blank: newRow,
  change: changedRow,
  paste(rows, at, field, cells) {
    const target = rows[at] ?? newRow()
    const from = columns.indexOf(field)
    const [left, right] = [columns.slice(0, from), columns.slice(from)]
    const kept: Partial<OverrideTexts> = Object.fromEntries(left.map((cell) => [cell, target[cell]]))
    const pasted = cells
      .filter((texts) => !isHeading(texts, right))
      .map((texts) =>
        newRow({ ...kept, ...Object.fromEntries(right.map((cell, index) => [cell, texts[index] ?? ''])) }),
      )
    const isReplaced = isBlank(target) || right.every((cell) => target[cell].trim() === '')
    return {
      rows: [...rows.slice(0, isReplaced ? at : at + 1), ...pasted, ...rows.slice(at + 1)],
      told: { title: `${counted(pasted.length, one)} pasted`, lines: [] },
    }
  },
})

const isHeading = (texts: readonly string[], columns: readonly OverrideCell[]) =>
  columns.every((cell, index) => texts[index]?.toLowerCase() === headers[cell].toLowerCase())

const shapes = new Map(overrideTables.map((table) => [table.name, shapeOf(table)]))

export const rowShapeOf = (name: ListName): RowShape<OverrideRow, OverrideCell> => {
  const shape = shapes.get(name)
  if (!shape) throw new Error(`There is no table ${name}.`)
  return shape
}
