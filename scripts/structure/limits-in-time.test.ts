import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The files of `npm test`, with what only tests use. */
const files = globSync(
  ['{apps,packages,tools,e2e}/**/*.{test,spec}.{ts,tsx}', '{apps,packages}/*/{test,testing}/**/*.ts'],
  {
    cwd: root,
    exclude: (file) => /(^|\/)(node_modules|dist)$|\.(full|fuzz)\./.test(file),
  },
)
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const filesWith = (pattern: RegExp) => [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file)

test('no test sleeps', () => {
  // These look again and again, until another process is ready. The last one measures what a pause costs.
  const polling = [
    'apps/server/test/console-process.ts',
    'apps/server/test/proxies.ts',
    'packages/platform/testing/connection-pooler.ts',
    'packages/platform/testing/postgresql-cluster.ts',
    'packages/platform/testing/thread-time.test.ts',
  ]
  const sleeping = filesWith(
    /setTimeout\b[^}\n]*\} from 'node:timers\/promises'|\bwaitForTimeout\(|=> (void )?setTimeout\(|Promise\(setTimeout/,
  )
  expect(sleeping.toSorted()).toEqual(polling)
})

test('what a test waits for may take a minute', () => {
  const limits = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:asyncUtilTimeout|testTimeout|hookTimeout|timeout): ?([\d_]+)(?=,| \}|$)/gm)].map(
      ([, limit = '']) => [file, Number(limit.replaceAll('_', ''))] as const,
    ),
  )
  expect(limits.length).toBeGreaterThan(5)
  // After a millisecond, a call ends that nobody would answer.
  const short = limits.filter(([, limit]) => limit > 1 && limit < 60_000)
  expect(short).toEqual([])
})
