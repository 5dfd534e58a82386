import { relative } from 'node:path'
import { type Counts, lineOf, none, sum } from './counts.ts'
import type { Phase } from './phases.ts'

/**
 * Runs the phases one after the other and prints how long each took, the slowest files, and the line that counts the tests; the
 * exit code says whether all passed.
 */
export async function runPhases(phases: readonly Phase[]): Promise<void> {
  const failed: string[] = []
  const counts: Counts[] = []
  const durations: string[] = []
  for (const { name, needs, run } of phases) {
    const isPointless = needs !== undefined && failed.includes(needs)
    console.log(`\n=== ${name}${isPointless ? `: not run, since ${needs} failed` : ''}`)
    const begun = performance.now()
    const result = isPointless ? none : await run()
    durations.push(`${name} ${Math.round((performance.now() - begun) / 1000)} s`)
    if (result.failed > 0) failed.push(name)
    counts.push(result)
  }
  const total = sum(counts)
  console.log(`\nDurations: ${durations.join(', ')}`)
  if (total.slowest.length > 0) console.log('\nSlowest files:')
  for (const { name, seconds } of total.slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${relative('.', name)}`)
  if (total.unsteady.length > 0) console.log('\nUnsteady, which is a fault to mend: failed, and passed when run again')
  for (const failure of total.unsteady) console.log(`- ${failure}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  for (const failure of total.failures) console.log(`- ${failure}`)
  console.log(`\n${lineOf(total)}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
