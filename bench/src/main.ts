// Measures the budgets of docs/architecture.md and writes docs/performance.md. `--only reads` measures one part and
// writes nothing; `--strict` fails when a budget is missed.
import { writeFileSync } from 'node:fs'
import { partNames, readArguments } from './arguments.ts'
import { measure } from './measure.ts'
import { describeMachine, versionOf } from './report/machine.ts'
import { performancePage } from './report/page.ts'
import { partsOf } from './report/parts.ts'
import { plainTable } from './report/table.ts'

const { strict, parts: wanted } = readArguments(process.argv.slice(2))
const machine = describeMachine()
const { figures, versions } = await measure(new Set(wanted), {
  next: (what) => console.log(`\nMeasuring ${what} …`),
  found: (figures) => console.log(`\n${plainTable(figures)}`),
})
const parts = partsOf(figures)

const pglite = versions.PGlite && `${versionOf('@electric-sql/pglite')} (PostgreSQL ${versions.PGlite})`
const description = { ...machine, ...versions, ...(pglite && { PGlite: pglite }) }
if (partNames.every((part) => wanted.includes(part))) {
  writeFileSync(new URL('../../docs/performance.md', import.meta.url), performancePage(description, parts))
  console.log('\nWritten to docs/performance.md.')
}
const isMissed = parts.some(({ figures }) => figures.some(({ holds }) => holds === false))
if (strict && isMissed) process.exitCode = 1
