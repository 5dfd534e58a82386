// The checks that fail soonest and most often, in under four minutes on two cores: no PostgreSQL, no browser, no dead code.
import { check, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

await runPhases([
  check('types', 'npm run --silent types'),
  check('style', 'biome check --error-on-warnings'),
  vitest('tests', ['unit', 'web', 'embedded'], 'vitest.quick.config.ts'),
])
