import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Contents, Section } from './Section.tsx'

beforeEach(() => {
  class MeasuredOnce {
    readonly #measure: () => void
    constructor(measure: () => void) {
      this.#measure = measure
    }
    observe() {
      this.#measure()
    }
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', MeasuredOnce)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  const main = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={main}>
        {['Profiles', 'Limits', 'Readiness'].map((title) => (
          <Section key={title} title={title}>
            {title}
          </Section>
        ))}
      </div>
      <Contents page={main} />
    </>
  )
}

const ofHeight = (windows: number) =>
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(windows * window.innerHeight)

test('what is longer than two windows has a table of contents that leads to its sections', async () => {
  ofHeight(2.1)
  render(<Page />)
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }))
  expect(contents.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Profiles',
    'Limits',
    'Readiness',
  ])
  await userEvent.click(contents.getByRole('button', { name: 'Limits' }))
  expect(screen.getByRole('heading', { name: 'Limits' })).toHaveFocus()
})

test('what is shorter has none', () => {
  ofHeight(1.9)
  render(<Page />)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})
