import type { Field, Row, RowDefinition } from './row-definition.ts'

export interface Pasted<Values> {
  readonly rows: readonly Row<Values>[]
  readonly added: number
  /** Existing rows with other values now. */
  readonly changed: number
  /** Rows that exist already, or that were pasted twice. */
  readonly skipped: number
}

/**
 * Inserts pasted cells below the row where they were pasted, or replaces it if it is blank from there on. They start at
 * the column where they were pasted, or further left if they would not fit. Cells to the left of them are copied to
 * every pasted row. A line of headings is skipped.
 */
export function pasteRows<Values>(
  definition: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  at: number,
  field: Field<Values>,
  lines: readonly (readonly string[])[],
): Pasted<Values> {
  const { cells, fields, newRow, edited, isBlank } = definition
  const target = rows[at] ?? newRow()
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const start = Math.max(0, Math.min(fields.indexOf(field), fields.length - width))
  const right = fields.slice(start)
  const valuesToTheLeft = Object.fromEntries(
    fields.slice(0, start).map((name) => [name, target[name]]),
  ) as Partial<Values>
  const isHeading = (line: readonly string[]) => right.every((name, place) => cells[name].isHeading(line[place] ?? ''))
  /** A row with the cells of a line; missing cells are unchanged. */
  const fill = (row: Row<Values>, line: readonly string[]) =>
    right.slice(0, line.length).reduce((row, name, place) => edited(row, name, line[place] ?? ''), row)
  const pastedRows = lines
    .filter((line) => !isHeading(line))
    .map((line) => ({ row: fill(newRow(valuesToTheLeft), line), onto: (row: Row<Values>) => fill(row, line) }))
  const { added, replaced, skipped } = withoutRepeated(definition, rows, pastedRows)
  const isReplaced = isBlank(target) || right.every((name) => cells[name].isBlank(target[name]))
  const before = rows.slice(0, isReplaced ? at : at + 1)
  const after = rows.slice(at + 1)
  return {
    rows: [...before, ...added, ...after].map((row) => replaced.get(row.id) ?? row),
    added: added.length,
    changed: replaced.size,
    skipped,
  }
}

interface PastedRow<Values> {
  readonly row: Row<Values>
  /** A row and its pasted values. */
  readonly onto: (row: Row<Values>) => Row<Values>
}

/** Pasted rows by their result: the definition decides what happens to existing identities. */
function withoutRepeated<Values>(
  { repeated, identityOf, isBlank, fields, cells }: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  pastedRows: readonly PastedRow<Values>[],
) {
  const present = new Map(rows.filter((row) => !isBlank(row)).map((row) => [identityOf(row), row]))
  const added = new Map<string, Row<Values>>()
  const replaced = new Map<string, Row<Values>>()
  let skipped = 0
  for (const { row, onto } of pastedRows) {
    const identity = identityOf(row)
    const before = present.get(identity)
    const twin = added.get(identity)
    const isWhole = fields.every((name) => !cells[name].isBlank(row[name]))
    if (repeated === 'replaces' && before) replaced.set(before.id, onto(replaced.get(before.id) ?? before))
    else if (repeated === 'replaces' && twin) added.set(identity, onto(twin))
    else if (repeated === 'skipped' && isWhole && (before || twin)) skipped += 1
    else added.set(twin ? row.id : identity, row)
  }
  return { added: [...added.values()], replaced, skipped }
}
