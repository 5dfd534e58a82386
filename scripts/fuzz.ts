// Thousands of generated requests on both databases, and the bodies that are the most expensive to check. Not in `npm test`:
// it takes long, and measures times.
import { vitest } from './test/phases.ts'
import { runPhases } from './test/run.ts'

await runPhases([vitest('fuzz', ['fuzz'])])
