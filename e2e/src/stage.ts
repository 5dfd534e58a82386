import type { Page } from 'playwright-core'
import { follow } from './follow.ts'
import { problemsIn } from './visits.ts'

/** A window that shows one screen after the other. */
export interface Stage {
  readonly page: Page
  /** Opens a page of the console, as if in a new window. The console is loaded again if it must not know older data. */
  show(address: string, data: 'any' | 'new'): Promise<void>
}

declare global {
  interface Window {
    /** Set as soon as something is typed or chosen. */
    hasInput?: boolean
  }
}

/**
 * A window whose console is loaded once for most of its screens, which takes a tenth of the time. It is loaded again after a
 * screen that leaves something behind: input, a write, an error, or answers that were not the server's.
 */
export async function createStage(page: Page, origin: string): Promise<Stage> {
  let isLeftClean = false
  const problems = problemsIn(page.context())
  page.on('load', () => {
    isLeftClean = false
  })
  page.on('request', (request) => {
    if (request.method() !== 'GET') isLeftClean = false
  })
  await page.addInitScript(() => {
    const seen = () => {
      window.hasInput = true
    }
    document.addEventListener('input', seen, { capture: true })
    const [entry] = performance.getEntriesByType('navigation')
    const isReload = entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
    if (isReload || document.referrer !== '') return
    localStorage.clear()
    sessionStorage.clear()
  })

  /** Whether another page is shown that has nothing of the last screen. */
  async function leave(address: string): Promise<boolean> {
    const isPublic = (path: string) => path.startsWith('/ui/public_')
    const { pathname } = new URL(page.url())
    if (!isLeftClean || !problems.areNone() || isPublic(pathname) !== isPublic(address)) return false
    if (await page.evaluate(() => window.hasInput)) return false
    await page.mouse.move(0, 0)
    await follow(page, isPublic(address) ? '/ui/public_documentation' : '/ui/documentation')
    const left = page.getByRole('heading', { level: 1, name: 'Documentation', exact: true })
    const kept = page.getByRole('dialog')
    await left.or(kept).first().waitFor()
    return (await kept.count()) === 0
  }

  return {
    page,
    async show(address, data) {
      const isLeft = data === 'any' && (await leave(address))
      problems.forget()
      if (isLeft) {
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        return follow(page, address)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto(origin + address)
      // After the load event.
      isLeftClean = address !== '/ui/login'
    },
  }
}
