// Everything that guards the product, in the order that fails soonest. `npm test -- --only unit` runs one phase.
import { parseArgs } from 'node:util'
import { lineOf, none, sum } from './test/counts.ts'
import { check, type Phase, vitest } from './test/phases.ts'

const phases: readonly Phase[] = [
  check('types', 'tsc --build'),
  check('style', 'biome check --error-on-warnings'),
  check('dead-code', 'knip'),
  vitest('unit', ['unit', 'web']),
  vitest('database', ['database']),
  check('build', 'npm run --silent build'),
  { ...vitest('e2e', ['e2e']), needs: 'build' },
]

const names = phases.map(({ name }) => name)
const { only = names } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`No such phase: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)

const failed: string[] = []
const counts = []
for (const { name, needs, run } of phases.filter(({ name }) => only.includes(name))) {
  const isPointless = needs !== undefined && failed.includes(needs)
  console.log(`\n=== ${name}${isPointless ? `: not run, since ${needs} failed` : ''}`)
  const result = isPointless ? none : await run()
  if (result.failed > 0) failed.push(name)
  counts.push(result)
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${lineOf(sum(counts))}`)
process.exitCode = failed.length > 0 ? 1 : 0
