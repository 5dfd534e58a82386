// The checks that fail soonest and most often, in about 90 seconds on two cores with nothing else to do: no PostgreSQL, no browser, no dead code.
import { checks, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

await runPhases([
  checks('checks', ['npm run --silent types', 'biome check --error-on-warnings']),
  vitest('tests', ['unit', 'web', 'web-isolated', 'embedded'], { config: 'vitest.quick.config.ts' }),
])
