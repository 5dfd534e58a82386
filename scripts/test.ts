// All checks of the product, in the order that fails soonest. `npm test -- --only unit` runs one phase.
import { parseArgs } from 'node:util'
import { checks, type Phase, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

const phases: readonly Phase[] = [
  checks('checks', ['npm run --silent types', 'biome check --error-on-warnings', 'knip']),
  vitest('unit', ['unit', 'web', 'web-isolated']),
  vitest('database', ['database', 'isolated']),
  checks('build', ['npm run --silent build']),
  { ...vitest('e2e', ['e2e']), needs: 'build' },
]

const names = phases.map(({ name }) => name)
const { only = names } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`No such phase: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)

await runPhases(phases.filter(({ name }) => only.includes(name)))
