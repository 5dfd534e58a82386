// Loads an installation for an hour, or for `--minutes 15`, and fails if memory grows by more than a tenth, if files or
// connections stay open, if requests become slower, or if one fails. See docs/reliability.md.
import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine, type Figure, figure, median, megabytes, milliseconds, percent, tableOf } from '../figures.ts'
import { createFilled, memoryOf, startCluster } from '../programs.ts'
import { startInstallation } from './installation.ts'
import { filling, startLoad } from './load.ts'

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } }).values
/** Milliseconds between two requests of a client: a few saves and reads in a second. */
const thinkingMs = 500

/** A figure of each minute, and how much more its last median may be than that of the beginning: a share of it, or so many. */
interface Trend {
  readonly label: string
  readonly look: () => number
  readonly unit: (figure: number) => string
  readonly more: number
  readonly samples: number[]
}

/** A quarter of the run is the warm-up; the third of the rest that comes first is compared with the last third. */
function judged({ label, samples, unit, more }: Trend): Figure {
  const lastSamples = samples.slice(Math.floor(samples.length / 4))
  const third = Math.max(1, Math.floor(lastSamples.length / 3))
  const [first, last] = [median(lastSamples.slice(0, third)), median(lastSamples.slice(-third))]
  const budget = `at most ${more < 1 ? percent(more) : more} more`
  return figure(label, `${unit(first)} to ${unit(last)}`, budget, last <= first + (more < 1 ? more * first : more))
}

console.log(describeMachine())
const cluster = await startCluster()
try {
  const { url } = await createFilled(cluster, filling)
  const installation = await startInstallation(url)
  const load = await startLoad(installation.url, thinkingMs)
  const filesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length
  const trends: readonly Trend[] = [
    ...installation.parts.flatMap(({ name, program: { pid } }): Trend[] => [
      { label: `${name}: memory`, look: () => memoryOf(pid).now, unit: megabytes, more: 0.1, samples: [] },
      // A few more are pools that follow the load.
      { label: `${name}: open files`, look: () => filesOf(pid), unit: String, more: 10, samples: [] },
    ]),
    // The machine may do other things at the end than at the beginning.
    { label: 'a request', look: () => median(load.outcomes.took), unit: milliseconds, more: 0.25, samples: [] },
  ]
  for (let minute = 1; minute <= Number(minutes); minute++) {
    load.outcomes.took = []
    await setTimeout(60_000)
    for (const { samples, look } of trends) samples.push(look())
    console.log(`minute ${minute}: ${trends.map(({ samples, unit }) => unit(samples.at(-1) ?? 0)).join(', ')}`)
  }
  const problems = await load.stop(url)
  await installation.stop()
  const figures = trends.map(judged)
  console.log(`\n${load.saves()} saves, ${problems.length} failures\n\n${tableOf(figures)}`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0 || figures.some(({ holds }) => !holds)) process.exitCode = 1
} finally {
  await cluster.stop()
}
process.exit()
