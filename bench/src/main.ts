// Measures the budgets of docs/architecture.md and writes docs/performance.md. `--only reads` measures one part, and
// writes its section only with `--write`; `--strict` fails if a budget is missed; `--small` uses little data, to see that
// the parts work.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Filling, isSmall } from './data.ts'
import { describeMachine, type Figure, performancePage, type Section, tableOf } from './figures.ts'
import { measureBulkDelete, measureDryRuns, measureReach } from './parts/catalogue.ts'
import { catalogueFilling, largestFilling, metricsFilling } from './parts/fillings.ts'
import { measureReads, reads, readsOfBoxes, readsOfCatalogue } from './parts/reads.ts'
import { measureSaves } from './parts/saves.ts'
import { measureScreens } from './parts/screens.ts'
import { measureBackup, measureDemo, measureMemory, measureTopology, measureWebApi } from './parts/services.ts'
import { measureConfiguration, measureCoverage, measureLog, measureRequests, measureSearch } from './parts/sizes.ts'
import { consolesOn, type Place, run, startCluster } from './programs.ts'

const cluster = await startCluster()
const consoles = consolesOn(cluster)

/** The title of its section in docs/performance.md, which says how it is measured, and its measurement. */
type Part = readonly [title: string, measure: () => Promise<Figure[]>]

/** A part that is measured on a console with this data; parts with the same data stand side by side. */
const on = (filling: Filling, measure: (place: Place) => Promise<Figure[]>) => async () =>
  measure(await consoles.with(filling))

const parts: Readonly<Record<string, Part>> = {
  reads: ['Reads', on(largestFilling, (place) => measureReads(place, reads))],
  saves: ['Saves', on(largestFilling, measureSaves)],
  screens: ['Screens', on(largestFilling, measureScreens)],
  catalogue: [
    'Catalogue',
    on(catalogueFilling, async (place) => [
      ...(await measureReach(place)),
      ...(await measureReads(place, readsOfCatalogue)),
      ...(await measureBulkDelete(place)),
    ]),
  ],
  machine: ['Machine API', on(metricsFilling, (place) => measureReads(place, readsOfBoxes))],
  metrics: ['Metrics of a tenant', on(metricsFilling, measureDryRuns)],
  requests: ['Change requests', on(metricsFilling, measureRequests)],
  configuration: ['Configuration as files', on(metricsFilling, measureConfiguration)],
  log: ['Activity log', on(metricsFilling, measureLog)],
  search: ['Search', on(metricsFilling, measureSearch)],
  coverage: ['Coverage', on(metricsFilling, measureCoverage)],
  backup: ['Backup and restore', () => measureBackup(cluster)],
  memory: ['Memory', () => measureMemory(cluster)],
  'web-api': ['Web API', () => measureWebApi(cluster)],
  topology: ['Topology', () => measureTopology(cluster)],
  demo: ['Demonstration', measureDemo],
}

const { strict, write, only } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
  },
}).values
const [{ server_version } = {}] = await run(cluster.url, 'show server_version')
const machine = { ...describeMachine(), PostgreSQL: String(server_version) }
const unknown = only.find((name) => !parts[name])
if (unknown) throw new Error(`There is no part ${unknown}: ${Object.keys(parts).join(', ')}.`)
const requested = Object.entries(parts).filter(([name]) => only.includes(name))

const sections: Section[] = []
try {
  for (const [name, [title, measure]] of requested) {
    console.log(`\nMeasuring ${name} …`)
    const figures = await measure()
    // The table is printed at once: a run takes long, and a later failure must not lose it.
    console.log(`\n${tableOf(figures)}`)
    sections.push({ title, figures })
  }
  await consoles.stop()
} finally {
  await cluster.stop()
}
if (!isSmall && (write || requested.length === Object.keys(parts).length)) {
  const page = new URL('../../docs/performance.md', import.meta.url)
  writeFileSync(page, performancePage(readFileSync(page, 'utf8'), sections, machine))
  console.log('\nWritten to docs/performance.md.')
}
const isMissed = sections.some(({ figures }) => figures.some(({ holds }) => !holds))
process.exit(strict && isMissed ? 1 : 0)
