import type { Page } from 'playwright-core'

/** Opens an address like the Back and Forward buttons, without loading the console again: this is ten times faster. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((address) => {
    // As the router's own entries are.
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
