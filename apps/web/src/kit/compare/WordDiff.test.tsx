import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { WordDiff } from './WordDiff.tsx'

beforeEach(() => localStorage.clear())

const show = (before: string, after: string) =>
  render(
    <MantineProvider>
      <WordDiff before={before} after={after} />
    </MantineProvider>,
  )

/** The removed and the added words. */
function changesOf(before: string, after: string) {
  const { container } = show(before, after)
  const texts = (mark: string) => [...container.querySelectorAll(mark)].map(({ textContent }) => textContent)
  return { removed: texts('del'), added: texts('ins') }
}

test('only different words of sentences are marked', () => {
  expect(changesOf('As it was.', 'As it became.')).toEqual({ removed: ['was'], added: ['became'] })
})

test('different words of lines without spaces are marked too', () => {
  const file = (host: string) => `[main]\nbaseurl=https://${host}.example.org/main/\nenabled=1\n`
  expect(changesOf(file('repo'), file('mirror'))).toEqual({ removed: ['repo'], added: ['mirror'] })
})

test('names are compared as a whole', () => {
  expect(changesOf('web-probe-1', 'web-probe-2')).toEqual({ removed: ['web-probe-1'], added: ['web-probe-2'] })
})

test('changes next to each other are one phrase', () => {
  const texts = ['The host and its services are up.', 'The host changed by hand its services are up.'] as const
  expect(changesOf(...texts)).toEqual({ removed: ['and'], added: ['changed by hand'] })
  const others = ['Runs in a rack near the old gate of it.', 'Runs at a site near the new gate of it.'] as const
  expect(changesOf(...others)).toEqual({ removed: ['in a rack', 'old'], added: ['at a site', 'new'] })
})

const file = (lines: readonly string[]) => `${lines.join('\n')}\n`
const numbered = Array.from({ length: 12 }, (_, index) => `key${index + 1}=value`)
const changed = numbered.with(5, 'key6=other').toSpliced(6, 0, 'added=yes')
const cells = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))

test('a file is compared line by line, with numbers and without distant lines', () => {
  show(file(numbered), file(changed))
  expect(cells()).toEqual([
    ['Before', 'After', 'Text'],
    ...[3, 4, 5].map((number) => [String(number), String(number), `key${number}=value`]),
    ['6', '', '−key6=value'],
    ['', '6', '+key6=other'],
    ['', '7', '+added=yes'],
    ...[7, 8, 9].map((number) => [String(number), String(number + 1), `key${number}=value`]),
  ])
})

test('two files stand side by side on demand, and the choice is remembered', async () => {
  const { unmount } = show(file(numbered), file(changed))
  await userEvent.click(screen.getByRole('button', { name: 'Side by side' }))
  unmount()
  show(file(numbered), file(changed))
  expect(cells().slice(0, 6)).toEqual([
    ['Line', 'Before', 'Line', 'After'],
    ...[3, 4, 5].map((number) => [String(number), `key${number}=value`, String(number), `key${number}=value`]),
    ['6', '−key6=value', '6', '+key6=other'],
    ['', '', '7', '+added=yes'],
  ])
})
