import type { Figure } from './figure.ts'

const verdictOf = ({ holds }: Figure): string => (holds === undefined ? '' : holds ? 'holds' : 'MISSED')

const headings = ['What', 'On', 'Measured', 'Floor', 'Budget', '']

const cellsOf = (figure: Figure): string[] => {
  const { what, on, measured, floor = '', budget = '' } = figure
  return [what, on, measured, floor, budget, verdictOf(figure)]
}

/** Figures as a table of Markdown. */
export function markdownTable(figures: readonly Figure[]): string {
  const rows = [headings, headings.map(() => '---'), ...figures.map(cellsOf)]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The same with aligned columns, for a terminal. */
export function plainTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
