// Some sources of a topology are CSV files: a line for each row, with a column for each field, and then for each tag.

const fields = ['group', 'type', 'subgroup', 'service', 'hostname']

interface TopologyRow {
  readonly tags: Readonly<Record<string, string>>
}

/** The rows as a file of the source. */
export function csvOf(rows: readonly TopologyRow[]): string {
  const flat = rows.map(({ tags, ...row }) => new Map(Object.entries({ ...row, ...tags })))
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))]
  const lines = flat.map((row) => columns.map((column) => `"${String(row.get(column) ?? '').replaceAll('"', '""')}"`))
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** The rows of a file as a connector sends them: a tag without a value is left out. */
export function rowsOfCsv(text: string): readonly TopologyRow[] {
  const [columns = [], ...lines] = text.trim().split('\r\n').map(cellsOf)
  return lines.map((cells) => {
    const given = columns.flatMap((column, at) => (cells[at] ? [[column, cells[at]] as const] : []))
    const isField = ([column]: readonly [string, string]) => fields.includes(column)
    const row = Object.fromEntries(given.filter(isField))
    return { ...row, tags: Object.fromEntries(given.filter((cell) => !isField(cell))) }
  })
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare = '']) =>
    (quoted ?? bare).replaceAll('""', '"'),
  )
