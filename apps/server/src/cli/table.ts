/** Rows of text as aligned columns; the first row is the heading. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A time for operators, in UTC. */
export const day = (moment: Date | null): string => moment?.toISOString().slice(0, 16).replace('T', ' ') ?? ''

/** A size in megabytes, for operators. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
