// Puts faults into a copy of the product, one at a time, and says which of them the tests find: docs/testing.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgreSql } from '../packages/platform/testing/postgresql.ts'
import { faults } from './test/faults/catalogue.ts'
import { type Fault, projectsOf, withFault } from './test/faults/fault.ts'
import { type Run, runTests } from './test/faults/run-tests.ts'
import { scratchCopy } from './test/faults/scratch-copy.ts'

const { only, sample, table } = parseArgs({
  options: { only: { type: 'string' }, sample: { type: 'string' }, table: { type: 'boolean' } },
}).values

const isWanted = ({ name, file, foundBy }: Fault) =>
  only === undefined || [name, file, ...foundBy].some((text) => text.includes(only))
const selectedFaults = faults.filter(isWanted)
/** A random part of the faults, in their order. */
const sampledFaults = new Set(
  selectedFaults
    .map((fault) => ({ fault, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, sample === undefined ? selectedFaults.length : Number(sample))
    .map(({ fault }) => fault),
)
const tried = selectedFaults.filter((fault) => sampledFaults.has(fault))
if (tried.length === 0) throw new Error('There is no such fault.')

const testFiles = [...new Set(tried.flatMap(({ foundBy }) => foundBy))]
const folder = scratchCopy(join(import.meta.dirname, '..'))
const projects = testFiles.flatMap(projectsOf)
const postgresql = projects.includes('database') || projects.includes('e2e') ? await startPostgreSql() : undefined
if (postgresql) spawnSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' })
if (postgresql && 'url' in postgresql) process.env.QUATRAIN_TEST_DATABASE_URL = postgresql.url
try {
  console.log(`=== ${testFiles.length} test files without a fault`)
  if (!runTests(folder, testFiles, { isShown: true }).isPassed)
    throw new Error('Tests fail without a fault, so that a failure with one would say nothing.')
  console.log(`=== ${tried.length} faults`)
  const results = tried.map((fault) => ({ fault, ...tryFault(fault) }))
  const missed = results.filter(({ failedTest }) => failedTest === undefined)
  console.log(`${results.length - missed.length} found, ${missed.length} missed`)
  for (const { fault } of missed) console.log(`- ${fault.name}`)
  if (table) console.log(tableOf(results))
  if (missed.length > 0) process.exitCode = 1
} finally {
  if (postgresql && 'url' in postgresql) await postgresql.stop()
}

function tryFault(fault: Fault): Run {
  const file = join(folder, fault.file)
  const content = readFileSync(file, 'utf8')
  writeFileSync(file, withFault(content, fault))
  const run = runTests(folder, fault.foundBy)
  writeFileSync(file, content)
  console.log(
    `${run.failedTest === undefined ? missedBy(run) : `found (${run.failedTest})`}, ${run.seconds} s: ${fault.name}`,
  )
  return run
}

/** A fault with which the product does not even load shows nothing about the tests. */
function missedBy({ isPassed }: Run): string {
  return isPassed ? 'MISSED' : 'MISSED (the run failed without a failed test)'
}

function tableOf(results: readonly ({ readonly fault: Fault } & Run)[]): string {
  const cellOf = (text: string) => text.replaceAll('|', '\\|')
  const rows = results.map(({ fault, failedTest, seconds }) => {
    const finders = failedTest === undefined ? '**missed**' : fault.foundBy.map((file) => `\`${file}\``).join(', ')
    return `| ${cellOf(fault.name)} | ${finders} | ${seconds} |`
  })
  return ['| Fault | Found by | Seconds |', '|---|---|---|', ...rows].join('\n')
}
