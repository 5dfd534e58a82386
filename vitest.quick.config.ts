import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { maxWorkers, projects } from './vitest.config.ts'

/** Run only in `npm test`: tests generated for every page or endpoint, and those that wait, build or compare times. */
const slowTests = [
  '**/own-properties.test.tsx',
  '**/list-address.test.tsx',
  '**/operations.test.ts',
  '**/script-size.test.ts',
]

// The command line's --exclude does not reach the projects.
const withoutSlowTests = ({ test, ...project }: TestProjectInlineConfiguration) => ({
  ...project,
  test: { ...test, exclude: [...(test?.exclude ?? configDefaults.exclude), ...slowTests] },
})

export default defineConfig({ test: { maxWorkers, projects: projects.map(withoutSlowTests) } })
