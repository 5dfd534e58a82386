import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../', import.meta.url)

// A double click would otherwise ask and write twice.
test('every write uses `useWriting`', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const using = files.filter((path) =>
    /import \{[^}]*\buseMutation\b/.test(readFileSync(new URL(path, source), 'utf8')),
  )
  // Further pages of a preview are only reads.
  expect(using.sort()).toEqual(['kit/write/ConfirmWriteDialog.tsx', 'kit/write/use-writing.ts'])
})
