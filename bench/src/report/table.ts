import type { Figure } from './figure.ts'

const verdictOf = ({ holds }: Figure): string => (holds === undefined ? '' : holds ? 'holds' : 'MISSED')

type Column = readonly [heading: string, cellOf: (figure: Figure) => string]

const always: readonly Column[] = [
  ['What', ({ what }) => what],
  ['On', ({ on }) => on],
  ['Measured', ({ measured }) => measured],
  ['Floor', ({ floor = '' }) => floor],
]
const optionalColumns: readonly Column[] = [
  ['From memory', ({ memory = '' }) => memory],
  ['Slowest statement', ({ slowest = '' }) => slowest],
]
const judged: readonly Column[] = [
  ['Budget', ({ budget = '' }) => budget],
  ['', verdictOf],
]

/** Rows of cells, the headings first. */
function cellsOf(figures: readonly Figure[]): string[][] {
  const present = optionalColumns.filter(([, cellOf]) => figures.some((figure) => cellOf(figure) !== ''))
  const columns = [...always, ...present, ...judged]
  return [columns.map(([heading]) => heading), ...figures.map((figure) => columns.map(([, cellOf]) => cellOf(figure)))]
}

/** Figures as a Markdown table. */
export function markdownTable(figures: readonly Figure[]): string {
  const [headings = [], ...cells] = cellsOf(figures)
  const rows = [headings, headings.map(() => '---'), ...cells]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Figures with aligned columns, for a terminal. */
export function plainTable(figures: readonly Figure[]): string {
  const rows = cellsOf(figures)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
