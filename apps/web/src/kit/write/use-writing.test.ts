import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../../', import.meta.url)

// What is asked before a write would be asked twice by a double click.
test('everything that is asked and then written goes through `useWriting`', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const using = files.filter((path) =>
    /import \{[^}]*\buseMutation\b/.test(readFileSync(new URL(path, source), 'utf8')),
  )
  // The login form asks nothing and is told of refusals itself; more objects of a preview are only read.
  const others = ['features/session/LoginForm.tsx', 'kit/write/use-more-objects.ts']
  expect(using.sort()).toEqual([...others, 'kit/write/use-writing.ts'].sort())
})
