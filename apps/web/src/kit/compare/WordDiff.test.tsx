import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WordDiff } from './WordDiff.tsx'

/** What is crossed out and what is underlined. */
function changesOf(before: string, after: string) {
  const { container } = render(<WordDiff before={before} after={after} />)
  const texts = (mark: string) => [...container.querySelectorAll(mark)].map(({ textContent }) => textContent)
  return { gone: texts('del'), came: texts('ins') }
}

test('of sentences only the words that differ are marked', () => {
  expect(changesOf('As it was.', 'As it became.')).toEqual({ gone: ['was'], came: ['became'] })
})

test('of lines without spaces as well', () => {
  const file = (host: string) => `[main]\nbaseurl=https://${host}.example.org/main/\nenabled=1\n`
  expect(changesOf(file('repo'), file('mirror'))).toEqual({ gone: ['repo'], came: ['mirror'] })
})

test('names are read whole', () => {
  expect(changesOf('web-probe-1', 'web-probe-2')).toEqual({ gone: ['web-probe-1'], came: ['web-probe-2'] })
})
