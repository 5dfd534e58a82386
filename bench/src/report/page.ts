import type { Part } from './figure.ts'
import type { Description } from './machine.ts'
import { markdownTable } from './table.ts'

/** docs/performance.md: what was measured, where, and whether the budgets hold. */
export function performancePage(machine: Description, parts: readonly Part[]): string {
  const figures = parts.flatMap((part) => part.figures)
  const judged = figures.filter(({ holds }) => holds !== undefined)
  const missed = judged.filter(({ holds }) => !holds)
  return [
    '# Performance',
    '',
    'Written by `npm run bench`, which measures the budgets of [architecture.md](architecture.md#budgets), each beside the',
    'floor it was measured against in the same run. Figures of another machine, or of a busy one, are other figures.',
    '',
    `${judged.length - missed.length} of ${judged.length} budgets hold${missed.length === 0 ? '' : '; missed:'}${missed.length === 0 ? '.' : ''}`,
    ...missed.map(({ what, on }) => `- ${what} (${on})`),
    '',
    '| | |',
    '| --- | --- |',
    ...Object.entries(machine).map(([name, value]) => `| ${name} | ${value} |`),
    '',
    ...parts.flatMap(({ title, how, figures }) => [`## ${title}`, '', how, '', markdownTable(figures), '']),
  ].join('\n')
}
