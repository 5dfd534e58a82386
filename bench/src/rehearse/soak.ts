// Loads an installation for an hour, or for `--minutes 15`, and fails if memory grows by more than a tenth, if files or
// connections stay open, if requests become slower, or if one fails. See docs/reliability.md.
import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeMachine, type Figure, figure, median, megabytes, milliseconds, tableOf } from '../figures.ts'
import { createFilled, memoryOf, startCluster } from '../programs.ts'
import { startInstallation } from './installation.ts'
import { filling, startLoad } from './load.ts'

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } }).values
/** Milliseconds between two requests of a client: a few saves and reads in a second. */
const thinkingMs = 500

/** A figure of each minute, and what its last median may be at most, given that of the beginning. */
const trend = (
  label: string,
  look: () => number,
  unit: (figure: number) => string,
  budget: string,
  most: (first: number) => number,
) => ({ what: label, look, unit, budget, most, samples: [] as number[] })
type Trend = ReturnType<typeof trend>

/** A quarter of the run is the warm-up; the third of the rest that comes first is compared with the last third. */
function judged({ what, samples, unit, budget, most }: Trend): Figure {
  const lastSamples = samples.slice(Math.floor(samples.length / 4))
  const third = Math.max(1, Math.floor(lastSamples.length / 3))
  const [first, last] = [median(lastSamples.slice(0, third)), median(lastSamples.slice(-third))]
  return figure(what, `${unit(first)} to ${unit(last)}`, budget, last <= most(first))
}

console.log(describeMachine())
const cluster = await startCluster()
try {
  const { url } = await createFilled(cluster, filling)
  const installation = await startInstallation(url)
  const load = await startLoad(installation.url, thinkingMs)
  const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length
  const trends = [
    ...installation.parts.flatMap(({ name, program: { pid } }) => [
      trend(
        `${name}: memory`,
        () => memoryOf(pid).now,
        megabytes,
        'at most 10 % more',
        (first) => first * 1.1,
      ),
      // A few more are pools that follow the load.
      trend(
        `${name}: open files`,
        () => handlesOf(pid),
        String,
        'at most 10 more',
        (first) => first + 10,
      ),
    ]),
    // The machine may do other things at the end than at the beginning.
    trend(
      'a request',
      () => median(load.outcomes.took),
      milliseconds,
      'at most 25 % more',
      (first) => first * 1.25,
    ),
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
