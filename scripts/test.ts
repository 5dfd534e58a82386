// All checks of the product, in the order that fails soonest. `npm test -- --only unit` runs one phase.
import { parseArgs } from 'node:util'
import { check, type Phase, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

const phases: readonly Phase[] = [
  check('types', 'npm run --silent types'),
  check('style', 'biome check --error-on-warnings'),
  check('dead-code', 'knip'),
  vitest('unit', ['unit', 'web']),
  vitest('database', ['database', 'isolated']),
  check('build', 'npm run --silent build'),
  { ...vitest('e2e', ['e2e']), needs: 'build' },
]

const names = phases.map(({ name }) => name)
const { only = names } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`No such phase: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)

await runPhases(phases.filter(({ name }) => only.includes(name)))
