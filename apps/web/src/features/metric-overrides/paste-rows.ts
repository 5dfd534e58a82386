import { headers, isBlank, newRow, type OverrideCell, type OverrideRow, type OverrideTexts } from './override-rows.ts'

/**
 * Puts pasted cells into the rows, from the cell on where they were pasted; what stands left of it in that row stands in
 * every pasted row too. A row that has nothing from there on makes place for them.
 */
export function pasteInto(
  rows: readonly OverrideRow[],
  id: string,
  at: OverrideCell,
  columns: readonly OverrideCell[],
  cells: readonly (readonly string[])[],
): { readonly rows: readonly OverrideRow[]; readonly added: number } {
  const place = rows.findIndex((row) => row.id === id)
  const target = rows[place]
  if (!target) return { rows, added: 0 }
  const from = columns.indexOf(at)
  const [left, right] = [columns.slice(0, from), columns.slice(from)]
  const kept: Partial<OverrideTexts> = Object.fromEntries(left.map((cell) => [cell, target[cell]]))
  const pasted = cells
    .filter((texts) => !isHeading(texts, right))
    .map((texts) => newRow({ ...kept, ...Object.fromEntries(right.map((cell, index) => [cell, texts[index] ?? ''])) }))
  const isReplaced = isBlank(target) || right.every((cell) => target[cell].trim() === '')
  return {
    rows: [...rows.slice(0, isReplaced ? place : place + 1), ...pasted, ...rows.slice(place + 1)],
    added: pasted.length,
  }
}

const isHeading = (texts: readonly string[], columns: readonly OverrideCell[]) =>
  columns.every((cell, index) => texts[index]?.toLowerCase() === headers[cell].toLowerCase())
