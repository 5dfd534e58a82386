import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WordDiff } from './WordDiff.tsx'

/** The removed and the added words. */
function changesOf(before: string, after: string) {
  const { container } = render(<WordDiff before={before} after={after} />)
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
