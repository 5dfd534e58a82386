import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    endMessages(): void
  }
}

/** Messages of success stay until the test ends them: in their two seconds, a busy machine may not look for them. */
export async function holdMessages(context: BrowserContext): Promise<void> {
  await context.addInitScript((lasts) => {
    const held: (() => void)[] = []
    const setTimer = window.setTimeout
    const set = (run: () => void, delay?: number, ...rest: unknown[]) => {
      if (delay !== lasts) return setTimer(run, delay, ...rest)
      return held.push(run)
    }
    window.setTimeout = set as typeof window.setTimeout
    window.endMessages = () => {
      for (const end of held.splice(0)) end()
    }
  }, 2000)
}

/** As if two seconds had passed. */
export const endMessages = (page: Page): Promise<void> => page.evaluate(() => window.endMessages())
