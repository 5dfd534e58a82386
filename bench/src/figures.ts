// The figures of a run, and docs/performance.md, which contains them.
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

/** One row of the report. */
export interface Figure {
  readonly label: string
  /** What it ran on: a database, a browser. */
  readonly on: string
  readonly measured: string
  /** The cost of the same work without anything around it, measured in the same run. */
  readonly floor?: string
  /** The budget in docs/architecture.md. */
  readonly budget: string
  readonly holds: boolean
}

/** The figures of a section of the report, under its title. */
export interface Section {
  readonly title: string
  readonly figures: readonly Figure[]
}

/** The environment of the figures, by name. */
export type Description = Readonly<Record<string, string>>

export const perSecond = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)}/s`
export const milliseconds = (figure: number) => `${figure.toFixed(figure < 100 ? 1 : 0)} ms`
export const seconds = (figure: number) => `${(figure / 1000).toFixed(2)} s`
export const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
export const percent = (share: number) => `${Math.round(share * 100)} %`

/** A figure with its budget. */
export const figure = (
  label: string,
  measured: string,
  budget: string,
  holds: boolean,
  more: Pick<Figure, 'floor'> & { readonly on?: string } = {},
): Figure => ({ on: 'PostgreSQL', ...more, label, measured, budget, holds })

/** A figure that must stay below its budget. `remark` explains it. */
export const below = (
  label: string,
  amount: number,
  budget: number,
  unit: (amount: number) => string,
  { remark = '', ...more }: Parameters<typeof figure>[4] & { readonly remark?: string } = {},
): Figure => figure(label, `${unit(amount)}${remark && ` (${remark})`}`, `< ${unit(budget)}`, amount < budget, more)

/** Durations of a piece of work, as ratio of their median to that of its floor in the same run. `most` is the largest ratio. */
export const timesFloor = (label: string, times: readonly number[], floor: readonly number[], most: number): Figure => {
  const ratio = median(times) / median(floor)
  const inWords = (durations: readonly number[]) =>
    `${milliseconds(median(durations))}, 99th percentile ${milliseconds(percentile(durations, 0.99))}`
  const measured = `${ratio.toFixed(1)} times (${inWords(times)})`
  return figure(label, measured, `≤ ${most} times the floor`, ratio <= most, { floor: inWords(floor) })
}

/** The numbers of statements of the same write to little and to much data: the same, and not more than `most`. */
export const statementsFigure = (label: string, [fewest = 0, many = fewest]: readonly number[], most = 12): Figure =>
  figure(
    label,
    fewest === many ? String(many) : `${fewest} and ${many}`,
    `≤ ${most}, for any size`,
    fewest === many && many <= most,
  )

/** The statements of a change of the catalogue that tenants follow. */
export const mostOfRollOut = 16

/** The median of some figures; of an even number of them, the mean of the two in the middle. */
export const median = (figures: readonly number[]): number => percentile(figures, 0.5)

/** The quantile of `share`, interpolated linearly. */
function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [low = Number.NaN, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low + (high - low) * (place - Math.floor(place))
}

/** The machine and its software, before the measurements. */
export function describeMachine(): Description {
  return {
    Date: new Date().toISOString().slice(0, 10),
    CPU: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`,
    Memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    'Operating system': `${type()} ${release()}`,
    'Node.js': process.versions.node,
    'Load before the run': `${Math.round(loadavg()[0] ?? 0)}`,
  }
}

const rowOf = ({ label, on, measured, floor = '', budget, holds }: Figure) =>
  `| ${[label, on, measured, floor, budget, holds ? 'holds' : 'MISSED'].join(' | ')} |`

/** Figures as a table of Markdown. */
export const tableOf = (figures: readonly Figure[]): string =>
  ['| What | On | Measured | Floor | Budget |  |', `|${' --- |'.repeat(6)}`, ...figures.map(rowOf)].join('\n')

/**
 * docs/performance.md: the figures, and whether they meet the budgets. Returns `previous`, the text of that page, with the figures and the
 * environment of these sections replaced. What the page says about how they are measured stays.
 */
export function performancePage(previous: string, sections: readonly Section[], machine: Description): string {
  const described = Object.entries(machine).map(([name, value]) => `${name} ${value}`)
  const [, ...previousTexts] = previous.split(/^(?=## )/m)
  const page = previousTexts.map((text) => {
    const section = sections.find(({ title }) => text.startsWith(`## ${title}\n`))
    const [how = ''] = text.split('\n\nMeasured: ')
    return section
      ? `${how.trimEnd()}\n\nMeasured: ${described.join('; ')}.\n\n${tableOf(section.figures)}\n`
      : `${text.trimEnd()}\n`
  })
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
    ...missed.map((line) => {
      const [label, on] = line.slice('| '.length).split(' | ')
      return `- ${label} (${on})`
    }),
    '',
    ...page,
  ].join('\n')
}
