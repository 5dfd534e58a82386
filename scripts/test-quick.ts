// The checks that fail soonest and most often, in under three minutes: no PostgreSQL, no browser, no dead code.
// Tests that are generated for every page, and those that compare times, run only in `npm test`.
import { check, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

await runPhases([
  check('types', 'tsc --build'),
  check('style', 'biome check --error-on-warnings'),
  vitest('tests', ['unit', 'web', 'embedded'], ['**/own-properties.test.tsx', '**/pasted-texts.test.ts']),
])
