import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(new URL(path, source), 'utf8')] as const)

const filesWith = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([path]) => path)

/** A page is not reloaded for a hint whose code is missing. */
const withoutReload = 'ui/Hint.tsx'

// A missing chunk is handled in one place.
test('every dynamic import uses `loadPart`', () => {
  const loading = filesWith(/\bimport\(/)
  expect(loading.length).toBeGreaterThan(10)
  const byLoadPart = filesWith(/\b(lazyPage|lazyPart|loadPart|pages)\b/)
  expect(loading.filter((path) => path !== withoutReload && !byLoadPart.includes(path))).toEqual([])
  expect(filesWith(/import \{[^}]*\blazy\b[^}]*\} from 'react'/)).toEqual(['lib/load-part.ts', withoutReload])
  expect(filesWith(/\blazy: async/)).toEqual(['app/lazy-pages.tsx'])
})
