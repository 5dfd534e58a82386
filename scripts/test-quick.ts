// The checks that fail soonest and most often, in under three minutes: no PostgreSQL, no browser, no dead code.
import { check, vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

/** Run only in `npm test`: tests generated for every page or endpoint, and those that wait, build or compare times. */
const slowTests = [
  '**/own-properties.test.tsx',
  '**/pasted-texts.test.ts',
  '**/hostile-input.test.ts',
  '**/worst-bodies.test.ts',
  '**/list-address.test.tsx',
  '**/operations.test.ts',
  '**/script-size.test.ts',
]

await runPhases([
  check('types', 'tsc --build'),
  check('style', 'biome check --error-on-warnings'),
  vitest('tests', ['unit', 'web', 'embedded'], slowTests),
])
