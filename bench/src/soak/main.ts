// Loads an installation for an hour, or for `--minutes 15`, and fails if memory grows by more than a tenth, if files or
// connections stay open, if requests become slower, or if one fails. See docs/reliability.md.
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDatabases } from '../cluster.ts'
import { startInstallation } from '../rehearse/installation.ts'
import { filling, startLoad } from '../rehearse/load.ts'
import { untilRecovered, verify } from '../rehearse/verify.ts'
import { type Figure, megabytes, milliseconds } from '../report/figure.ts'
import { describeMachine } from '../report/machine.ts'
import { plainTable } from '../report/table.ts'
import { type Sample, sampleOf, type Trend, trendOf } from './samples.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
/** Milliseconds between two requests of a client: a dozen saves and as many reads in a second. */
const thinkingMs = 1_000

/** A few more are pools that follow the load. */
const spareHandles = 10
/** The machine may do other things at the end than at the beginning. */
const latencyFactor = 1.25

const on = 'PostgreSQL'
const from = ({ first, last }: Trend, unit: (figure: number) => string) => `${unit(first)} to ${unit(last)}`

function figuresOf(samples: readonly Sample[], names: readonly string[]): Figure[] {
  const latency = trendOf(samples, ({ latency }) => latency)
  const ofProcesses = names.flatMap((name) => {
    const memory = trendOf(samples, ({ processes }) => processes.get(name)?.memory ?? Number.NaN)
    const handles = trendOf(samples, ({ processes }) => processes.get(name)?.handles ?? Number.NaN)
    return [
      {
        ...{ what: `${name}: resident memory`, on, measured: from(memory, megabytes) },
        ...{ budget: 'at most 10 % more', holds: memory.last <= memory.first * 1.1 },
      },
      {
        ...{ what: `${name}: open files and connections`, on, measured: from(handles, String) },
        ...{ budget: `at most ${spareHandles} more`, holds: handles.last <= handles.first + spareHandles },
      },
    ]
  })
  return [
    ...ofProcesses,
    {
      ...{ what: 'median of a request', on, measured: from(latency, milliseconds) },
      ...{ budget: 'at most 25 % more', holds: latency.last <= latency.first * latencyFactor },
    },
  ]
}

console.log(describeMachine())
const databases = await startDatabases()
try {
  const url = await databases.create('soak')
  const installation = await startInstallation(url, filling, { readsStandby: false })
  const parts = [...installation.consoles, ...installation.webApis]
  const load = await startLoad(installation, thinkingMs)
  const samples: Sample[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    load.seen.took = []
    await setTimeout(60_000)
    const sample = sampleOf(parts, load.seen.took)
    samples.push(sample)
    const ofProcesses = [...sample.processes].map(
      ([name, { memory, handles }]) => `${name} ${megabytes(memory)} ${handles} open`,
    )
    console.log(`minute ${minute}: ${milliseconds(sample.latency)}, ${ofProcesses.join(', ')}`)
  }
  await load.stop()
  await untilRecovered(load)
  const { lost, halfDone } = await verify(load, url)
  await installation.stop()
  const failures = [...lost, ...halfDone, ...load.seen.errors]
  const figures = figuresOf(
    samples,
    parts.map(({ name }) => name),
  )
  const saves = load.savers.reduce((sum, { saves }) => sum + saves, 0)
  console.log(`\n${saves} saves, ${load.reads()} reads, ${failures.length} failures\n\n${plainTable(figures)}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0 || figures.some(({ holds }) => holds === false)) process.exitCode = 1
} finally {
  await databases.stop()
}
process.exit()
