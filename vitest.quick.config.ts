import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { maxWorkers, projects } from './vitest.config.ts'

/** Run only in `npm test`: tests generated for every page or endpoint, those that type with pauses, a build, and most pages of features. */
const slowTests = [
  '**/own-properties.test.tsx',
  '**/names-in-addresses.test.tsx',
  '**/hostile-input.test.ts',
  '**/search.test.tsx',
  '**/WithRecord.test.tsx',
  'apps/web/src/features/metric-profiles/!(metric-profiles).test.tsx',
  '**/back-and-forward.test.tsx',
  '**/list-address.test.tsx',
  '**/every-form.test.tsx',
  '**/hanging-server.test.tsx',
  '**/script-size.test.ts',
  '**/operations.test.ts',
  'apps/web/src/features/!(metric-profiles)/**/*.test.tsx',
]

// The command line's --exclude does not reach the projects.
const withoutSlowTests = ({ test, ...project }: TestProjectInlineConfiguration) => ({
  ...project,
  test: { ...test, exclude: [...(test?.exclude ?? configDefaults.exclude), ...slowTests] },
})

export default defineConfig({ test: { maxWorkers, projects: projects.map(withoutSlowTests) } })
