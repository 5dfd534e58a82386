// The checks that fail soonest and most often: no PostgreSQL, no browser, no dead code, the pages of one feature.
import { checks, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

await runPhases([
  checks('checks', ['npm run --silent types', 'biome check --error-on-warnings']),
  vitest('tests', ['unit', 'web', 'web-isolated', 'embedded'], { config: 'vitest.quick.config.ts' }),
])
