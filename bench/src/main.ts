// Measures the budgets of docs/architecture.md and writes docs/performance.md. `--only reads` measures one part, and
// writes its section only with `--write`; `--strict` fails if a budget is missed.
import { readFileSync, writeFileSync } from 'node:fs'
import { partNames, readArguments } from './arguments.ts'
import { measure } from './measure.ts'
import { describeMachine, versionOf } from './report/machine.ts'
import { performancePage } from './report/page.ts'
import { partsOf, titles } from './report/parts.ts'
import { plainTable } from './report/table.ts'

const { strict, write, parts: requested } = readArguments(process.argv.slice(2))
const machine = describeMachine()
const { figures, versions } = await measure(new Set(requested), {
  next: (what) => console.log(`\nMeasuring ${what} …`),
  found: (figures) => console.log(`\n${plainTable(figures)}`),
})
const parts = partsOf(figures)

const pglite = versions.PGlite && `${versionOf('@electric-sql/pglite')} (PostgreSQL ${versions.PGlite})`
const description = { ...machine, ...versions, ...(pglite && { PGlite: pglite }) }
if (write || partNames.every((part) => requested.includes(part))) {
  const page = new URL('../../docs/performance.md', import.meta.url)
  writeFileSync(page, performancePage(readFileSync(page, 'utf8'), { parts, machine: description, titles }))
  console.log('\nWritten to docs/performance.md.')
}
const isMissed = parts.some(({ figures }) => figures.some(({ holds }) => holds === false))
if (strict && isMissed) process.exitCode = 1
