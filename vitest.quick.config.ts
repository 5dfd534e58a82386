import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { maxWorkers, projects } from './vitest.config.ts'

/** Run only in `npm test`: tests generated for every page, those that type with pauses, a build, and the pages of all features but one. */
const slowTests = [
  '**/own-properties.test.tsx',
  '**/back-and-forward.test.tsx',
  '**/list-address.test.tsx',
  '**/every-form.test.tsx',
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
