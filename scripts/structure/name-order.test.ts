import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../../apps/web/src')

test('only one module of the browser application knows how names are ordered', () => {
  const comparing = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) =>
    /\blocaleCompare\b|\bIntl\.Collator\b/.test(readFileSync(join(sources, file), 'utf8')),
  )
  expect(comparing).toEqual(['lib/words.ts'])
})
