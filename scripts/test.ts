// All checks of the product, in the order that fails soonest. `npm test -- --only unit` runs one phase; `npm run test:full` tests
// all combinations, of which `npm test` takes one of each kind: docs/testing.md says which.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { checks, type Phase, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

const phases: readonly Phase[] = [
  checks('checks', ['npm run --silent types', 'biome check --error-on-warnings', 'knip']),
  vitest('unit', ['unit', 'unit-isolated', 'web', 'web-isolated']),
  vitest('database', ['database', 'isolated']),
  checks('build', ['npm run --silent build']),
  // One more than processors: a worker waits for its browser for a part of its time.
  { ...vitest('e2e', ['e2e'], { workers: availableParallelism() + 1 }), needs: 'build' },
]

const names = phases.map(({ name }) => name)
const { only = names, full } = parseArgs({
  options: { only: { type: 'string', multiple: true }, full: { type: 'boolean' } },
}).values
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`No such phase: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)

if (full) process.env.QUATRAIN_TEST_FULL = 'on'
await runPhases(phases.filter(({ name }) => only.includes(name)))
