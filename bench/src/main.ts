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

type Part = Omit<Section, 'figures'> & { readonly measure: () => Promise<Figure[]> }

/** A part that is measured on a console with this data; parts with the same data stand side by side. */
const on = (filling: Filling, measure: (place: Place) => Promise<Figure[]>) => async () =>
  measure(await consoles.with(filling))

/** The parts in the order of the report. */
const parts: Readonly<Record<string, Part>> = {
  reads: {
    title: 'Reads',
    how: "Requests per second through ten connections, medians of rounds of three seconds; responses of more than 300 kB through two connections in rounds of five seconds. In turns with the floor: a bare Fastify handler in the same process that runs the console's observed statement on the same database and sends its rows with `JSON.stringify`. The console logs as in production.",
    measure: on(largestFilling, (place) => measureReads(place, reads)),
  },
  saves: {
    title: 'Saves',
    how: 'Saves one after the other through the real Web API on loopback. The floor is one bare statement that inserts a profile, 20 pairs, a version and a row of the activity log. PostgreSQL syncs commits to the disk, as in production. Statements are those of the console, with `begin` and `commit`.',
    measure: on(largestFilling, measureSaves),
  },
  screens: {
    title: 'Screens',
    how: 'In a real headless browser, on PostgreSQL. Time to the next paint is measured by the browser (Event Timing) in steps of 8 ms; interactions that it does not report were shorter than 16 ms.',
    measure: on(largestFilling, measureScreens),
  },
  catalogue: {
    title: 'Catalogue',
    how: "2,000 metric templates and 300 probes with 5 versions, 400 packages, and 101 tenants: 100 with the same 500 metrics, and one with 500 others, each with 5 metric profiles. Lists as above. Writes once each: statements are those of the transaction, with `begin` and `commit`; memory is the peak of the console's process during the dry run or the write, minus its memory before.",
    measure: on(catalogueFilling, async (place) => [
      ...(await measureReach(place)),
      ...(await measureReads(place, readsOfCatalogue)),
      ...(await measureBulkDelete(place)),
    ]),
  },
  machine: {
    title: 'Machine API',
    how: 'The lists that a monitoring box requests with its key, in a tenant with 2,000 metrics of 2,000 metric templates. Lists as in the catalogue; unchanged lists are requested with `If-None-Match`.',
    measure: on(metricsFilling, (place) => measureReads(place, readsOfBoxes)),
  },
  metrics: {
    title: 'Metrics of a tenant',
    how: 'A tenant with 2,000 metrics in 200 metric profiles, all in one package with 5 versions. Medians of five; statements are those of the transaction, with `begin` and `rollback`.',
    measure: on(metricsFilling, measureDryRuns),
  },
  requests: {
    title: 'Change requests',
    how: 'Requests with the largest number of writes, through the real Web API on loopback. Collecting and the preview try all writes; applying tries and makes them. The floor is the time of as many direct saves, one after the other, which nothing precedes.',
    measure: on(metricsFilling, measureRequests),
  },
  configuration: {
    title: 'Configuration as files',
    how: 'All files of a tenant with 2,000 metrics in 200 metric profiles, sent at once, through the real Web API on loopback. A plan tries all changes; applying them collects, tries and makes them.',
    measure: on(metricsFilling, measureConfiguration),
  },
  log: {
    title: 'Activity log',
    how: 'The first page of *Changes* with its total number, medians of eleven requests. Rows and requests were generated, one a minute.',
    measure: on(metricsFilling, measureLog),
  },
  search: {
    title: 'Search',
    how: 'Medians of eleven requests in a tenant with 100,000 reports and the catalogue, with the read of hosts, service types and operations profiles from the Web API.',
    measure: on(metricsFilling, measureSearch),
  },
  coverage: {
    title: 'Coverage',
    how: 'Median of eleven requests, with the topology and three reports in the Web API, in a process of its own.',
    measure: on(metricsFilling, measureCoverage),
  },
  backup: {
    title: 'Backup and restore',
    how: 'Commands of an operator in processes of their own, with the console and the Web API in one database. Memory is the peak of the process.',
    measure: () => measureBackup(cluster),
  },
  memory: {
    title: 'Memory',
    how: 'The console in a separate process, started as in production. The requests are reads of all kinds in all tenants.',
    measure: () => measureMemory(cluster),
  },
  'web-api': {
    title: 'Web API',
    how: 'The Web API in a separate process, started as in production, with ten concurrent readers.',
    measure: () => measureWebApi(cluster),
  },
  topology: {
    title: 'Topology',
    how: 'The Web API in a separate process, started as in production. A write once, in a tenant without a topology; medians of nine requests. The floor of the filtered list is a bare Fastify handler that selects the same rows.',
    measure: () => measureTopology(cluster),
  },
  demo: {
    title: 'Demonstration',
    how: 'Medians of three starts in empty folders, from the start of the process until a page responds.',
    measure: measureDemo,
  },
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
  for (const [name, { title, how, measure }] of requested) {
    console.log(`\nMeasuring ${name} …`)
    const figures = await measure()
    // The table is printed at once: a run takes long, and a later failure must not lose it.
    console.log(`\n${tableOf(figures)}`)
    sections.push({ title, how, figures })
  }
  await consoles.stop()
} finally {
  await cluster.stop()
}
if (!isSmall && (write || requested.length === Object.keys(parts).length)) {
  const page = new URL('../../docs/performance.md', import.meta.url)
  const titles = Object.values(parts).map(({ title }) => title)
  writeFileSync(page, performancePage(readFileSync(page, 'utf8'), { sections, machine, titles }))
  console.log('\nWritten to docs/performance.md.')
}
const isMissed = sections.some(({ figures }) => figures.some(({ holds }) => !holds))
process.exit(strict && isMissed ? 1 : 0)
