import type { Part } from './figure.ts'
import type { Description } from './machine.ts'
import { markdownTable } from './table.ts'

/**
 * docs/performance.md: the figures, and whether they meet the budgets. Returns `previous`, the text of that page, with
 * the sections of the measured parts replaced. `titles` are all parts in order; a section with another title is
 * removed.
 */
export function performancePage(
  previous: string,
  { parts, machine, titles }: { parts: readonly Part[]; machine: Description; titles: readonly string[] },
): string {
  const sections = new Map([
    ...sectionsOf(previous),
    ...parts.map((part) => [part.title, sectionOf(part, machine)] as const),
  ])
  const page = titles.flatMap((title) => sections.get(title) ?? [])
  const judged = page.flatMap((section) => section.split('\n')).filter((line) => /\| (holds|MISSED) \|$/.test(line))
  const missed = judged.filter((line) => line.endsWith('| MISSED |'))
  return [
    '# Performance',
    '',
    'Written by `npm run bench`, which measures the budgets of [architecture.md](architecture.md#budgets), each with the floor',
    'of the same run. Figures differ on another or a busy machine. `npm run bench -- --only reads --write` measures one part',
    'and replaces its section; each section says when and where it was measured.',
    '',
    `${judged.length - missed.length} of ${judged.length} budgets met.${missed.length === 0 ? '' : ' Missed:'}`,
    ...missed.map((line) => `- ${whatOf(line)}`),
    '',
    ...page,
  ].join('\n')
}

const sectionOf = ({ title, how, figures }: Part, machine: Description): string =>
  [
    `## ${title}`,
    '',
    how,
    '',
    `Measured: ${Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join('; ')}.`,
    '',
    markdownTable(figures),
    '',
  ].join('\n')

/** The sections of a page by their titles. */
function sectionsOf(page: string): [title: string, text: string][] {
  const [, ...sections] = page.split(/^(?=## )/m)
  return sections.map((text) => [text.slice('## '.length, text.indexOf('\n')), `${text.trimEnd()}\n`])
}

/** The name of a row, and what it was measured on. */
function whatOf(row: string): string {
  const [what, on] = row.slice('| '.length).split(' | ')
  return `${what} (${on})`
}
