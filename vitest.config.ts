import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const databaseTests = '**/*.db.test.ts'
/** Too long, or too dependent on the machine's speed, for every change. */
const fuzzTests = '**/*.fuzz.test.ts'
/** Combinations of what other tests show one by one: for `npm run test:full`. */
const fullTests = process.env.QUATRAIN_TEST_FULL === 'on' ? [] : ['**/*.full.*']
const withoutTests = ['**/node_modules/**', ...fullTests]
const postgresql = './packages/platform/testing/postgresql-global-setup.ts'

/** Database tests that replace modules, so they cannot share loaded servers with others. */
const withOwnModules = ['apps/server/src/features/sessions/login.db.test.ts']

/** A build, which loads the same libraries as tests do, in their form for production. */
const builds = ['apps/web/build/script-size.test.ts']

/** Page tests of what lasts as long as its page, such as listeners, so they cannot share a loaded application with others. */
const withOwnPage = [
  'apps/web/src/features/aggregation-profiles/simulator/simulator.test.tsx',
  'apps/web/src/features/session/other-user.test.tsx',
]

/** Tests generated for every endpoint: on one database in `npm test`, and on both in `npm run fuzz`. */
const onBothInFuzz = [
  'hostile-input',
  'access-matrix',
  'revalidated-answers',
  'two-store-write',
  'differences',
  'public-answers',
  'bad-input',
  'cross-site',
  'empty-bodies',
  'page-of-another-user',
  'security-headers',
]

/** Tests allocate much that is soon garbage: with more space for it, they need 7 to 16 % less CPU time. */
const execArgv = ['--max-semi-space-size=64']

/** Generous: a machine that is busy with other things must not look like a fault. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }
const databaseProject = { globalSetup: postgresql, execArgv, ...timeouts }

export const maxWorkers = availableParallelism()

export const projects: readonly TestProjectInlineConfiguration[] = [
  {
    test: {
      name: 'unit',
      include: ['**/{src,test,testing,scripts,build}/**/*.test.ts'],
      exclude: [...withoutTests, databaseTests, fuzzTests, ...builds],
      // Loading modules takes more than half of the CPU time.
      isolate: false,
      ...timeouts,
    },
  },
  { test: { name: 'unit-isolated', include: builds, ...timeouts } },
  {
    test: {
      name: 'web',
      include: ['apps/web/**/*.test.tsx'],
      exclude: [...withoutTests, ...withOwnPage],
      environment: 'jsdom',
      setupFiles: './apps/web/test/dom.ts',
      // Loading the application takes more CPU time than many of its tests.
      isolate: false,
      execArgv,
      ...timeouts,
    },
  },
  {
    test: {
      name: 'web-isolated',
      include: [...withOwnPage],
      environment: 'jsdom',
      setupFiles: './apps/web/test/dom.ts',
      ...timeouts,
    },
  },
  {
    test: {
      ...databaseProject,
      name: 'database',
      include: [databaseTests],
      exclude: [...withoutTests, ...withOwnModules],
      // Loading the servers and compiling PGlite takes 2 s of CPU time, which each of 120 files would repeat.
      isolate: false,
    },
  },
  { test: { ...databaseProject, name: 'isolated', include: withOwnModules } },
  {
    test: {
      ...databaseProject,
      name: 'fuzz',
      include: [fuzzTests, `**/{${onBothInFuzz.join(',')}}.db.test.ts`],
      env: { QUATRAIN_TEST_FULL: 'on' },
      // Hundreds of bodies of the largest size, each checked in a separate turn.
      testTimeout: 600_000,
    },
  },
  {
    test: {
      // For `npm run test:quick`: one file for each layer, where there is no PostgreSQL to start.
      name: 'embedded',
      include: [
        'packages/platform/src/database/database.db.test.ts',
        'apps/server/src/request/tenancy/tenancy.db.test.ts',
        'apps/server/src/kit/two-stores/adapter.db.test.ts',
        'apps/server/src/features/sessions/login.db.test.ts',
        'apps/server/src/features/metric-profiles/metric-profiles.db.test.ts',
        'apps/server/src/machine-api/metrics.db.test.ts',
        'apps/webapi/src/app.db.test.ts',
      ],
      ...timeouts,
    },
  },
  {
    test: {
      name: 'e2e',
      include: ['e2e/**/*.spec.ts'],
      exclude: withoutTests,
      globalSetup: [postgresql, './e2e/src/demonstration-global-setup.ts'],
      // Each step waits for up to a minute: a test with many of them must not end before one that hangs has said so.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      // The specs of a worker share its browser and the loaded modules.
      isolate: false,
      // Not beside the others: each worker has a browser, two servers and a database to itself.
      sequence: { groupOrder: 1 },
    },
  },
]

export default defineConfig({ test: { maxWorkers, projects: [...projects] } })
