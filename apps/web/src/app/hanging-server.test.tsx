import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import { configOptions, isTenantSchema } from '@quatrain/contract/console/options.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pagesOfEachKind } from '#test/all-pages.ts'
import { aNamedServer } from '#test/named-server.ts'
import { showPage } from '#test/render-page.tsx'

const names = ['somewhere', 'elsewhere'] as const

/** Without them, it is not known which console and whose page it is. */
const ofStart = [isTenantSchema, configOptions, sessionActive]

/** What they show besides is complete without the server: redirected pages, descriptions, and fields without suggestions. */
const doWithoutData = /\/(login|administration|effectiveresult|yumrepos\/add)$/

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

test.each(pagesOfEachKind(names))(
  'in the console of a $deployment, $address does not wait for ever for a server that does not answer',
  async ({ deployment, address }) => {
    const server = aNamedServer(deployment, names)
    server.holdAllBut(ofStart)
    showPage(address)
    const isBusy = () => document.querySelector('[aria-busy=true]') !== null
    // The frame looks again for what the user has to confirm.
    const callsOfStart = () => ofStart.flatMap((endpoint) => server.callsOf(endpoint)).length
    const isAsked = () => server.calls.length > callsOfStart()
    // The limits in time move with this clock too, so it is not moved before the page's code is there: only then it has a heading.
    await waitFor(() => expect(document.querySelector('main h1') !== null && (isAsked() || !isBusy())).toBe(true))
    // The first answer is asked for before the page's code has come, and the time of the page's own call starts after that.
    await waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(6_000))
      if (isAsked()) expect(screen.getByText('Still waiting for the server.')).toBeInTheDocument()
    })
    await waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(30_000))
      expect(isBusy()).toBe(false)
      expect(screen.queryByText('Still waiting for the server.')).toBeNull()
    })
    if (isAsked() && !doWithoutData.test(address)) expect(document.body.textContent).toContain('did not answer within')
  },
)
