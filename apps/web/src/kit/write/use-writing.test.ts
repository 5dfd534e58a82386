import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../', import.meta.url)

// A double click would otherwise ask and write twice.
test('every write after a confirmation uses `useWriting`', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const using = files.filter((path) =>
    /import \{[^}]*\buseMutation\b/.test(readFileSync(new URL(path, source), 'utf8')),
  )
  // The forms before a login have no session and handle refusals themselves; further pages of a preview are only reads.
  const forms = ['LoginForm', 'SetPasswordForm'].map((form) => `features/session/${form}.tsx`)
  const others = [...forms, 'kit/write/use-more-objects.ts']
  expect(using.sort()).toEqual([...others, 'kit/write/use-writing.ts'].sort())
})
