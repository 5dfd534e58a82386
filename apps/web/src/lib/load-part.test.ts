import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../', import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(new URL(path, source), 'utf8')] as const)

const filesWith = (pattern: RegExp) => files.filter(([, text]) => pattern.test(text)).map(([path]) => path)

// A missing chunk is handled in one place.
test('every dynamic import uses `loadPart`', () => {
  const loading = filesWith(/\bimport\(/)
  expect(loading.length).toBeGreaterThan(10)
  expect(loading.filter((path) => !filesWith(/\b(lazyPage|lazyPart|loadPart)\b/).includes(path))).toEqual([])
  expect(filesWith(/import \{[^}]*\blazy\b[^}]*\} from 'react'/)).toEqual(['lib/lazy-part.ts'])
  expect(filesWith(/\blazy: async/)).toEqual(['kit/page/lazy-page.tsx'])
})
