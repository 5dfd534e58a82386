import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { cutLinks, cutTimes, overflow } from './layout.ts'
import { appearances, desk, phone, setAppearance, showFullPage, takePicture } from './pictures.ts'
import { openWindow, originFor, pictureFailure, problemsIn, test, type Visit, type Visitor } from './visits.ts'

export interface Screen extends Omit<Visit, 'at'> {
  readonly at: string | (() => Promise<string>)
  /** Brings the page to the state to be checked. */
  readonly until: (page: Page) => Promise<unknown>
}

export const titled = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
export const linked = (name: string) => (page: Page) => page.getByRole('link', { name }).waitFor()
export const described = (name: string) => (page: Page) => page.getByRole('term').filter({ hasText: name }).waitFor()
export const saying = (text: string | RegExp) => (page: Page) => page.getByText(text).waitFor()

/**
 * The screens of a file share one window: a console that is in the browser's cache loads in a third of the time. The
 * state that one screen leaves in the browser is removed before the next.
 */
const testWithWindows = test.extend('windowOf', { scope: 'file' }, ({ chromium }) => {
  const windows = new Map<string, Promise<Page>>()
  const opened = async (visitor: Visitor) => {
    const page = await openWindow(chromium, visitor)
    await page.addInitScript(() => {
      const [entry] = performance.getEntriesByType('navigation')
      const isReload = entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
      if (isReload || document.referrer !== '') return
      localStorage.clear()
      sessionStorage.clear()
    })
    return page
  }
  return (visitor: Visitor): Promise<Page> => {
    const key = JSON.stringify(visitor)
    const window = windows.get(key) ?? opened(visitor)
    windows.set(key, window)
    return window
  }
})

/** Checks every screen for accessibility in both colour schemes, and for overflow in windows of all sizes. */
export function testScreens(screens: readonly (readonly [string, Screen])[]): void {
  testWithWindows.for(screens)(
    '%s has no barriers, and fits into every window',
    async ([name, { at, until, ...visitor }], { windowOf, onTestFailed }) => {
      const page = await windowOf(visitor)
      const reported = problemsIn(page.context())
      onTestFailed(() => pictureFailure([page.context()], name))
      reported.forget()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await setAppearance(page, 'light', desk)
      await page.goto(originFor(visitor) + (typeof at === 'string' ? at : await at()))
      await until(page)
      const problems: string[] = []
      for (const [scheme, size] of appearances) {
        await setAppearance(page, scheme, size)
        await takePicture(page, `${name}.${size.width}.${scheme}`)
        const wider = await overflow(page)
        if (wider > 0) problems.push(`${wider} pixels wider than ${size.width}`)
        const cut = [...(await cutTimes(page)), ...(size === phone ? await cutLinks(page) : [])]
        if (cut.length > 0) problems.push(`${scheme} ${size.width}: cut off are ${cut.join(', ')}`)
        // Together these cover both schemes and both layouts.
        if (size !== (scheme === 'light' ? desk : phone)) continue
        await showFullPage(page, size)
        const found = await accessibilityProblems(page)
        problems.push(...found.map((text) => `${scheme} ${size.width}: ${text}`))
      }
      expect(problems).toEqual([])
      expect(reported.seen(), 'what browsers reported').toEqual([])
    },
  )
}
