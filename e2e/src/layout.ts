import type { Page } from 'playwright-core'

/** How much of the page has moved by itself since it was loaded, by the browser's own measure: 0, as a rule. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) if ('value' in entry && typeof entry.value === 'number') sum += entry.value
        }
        observer.observe({ type: 'layout-shift', buffered: true })
        // What has happened is delivered with one of the next frames.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve(sum)
          }),
        )
      }),
  )
}

/** How many pixels the page is wider than its window: 0, or people have to scroll sideways to read. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    return Math.max(0, scrollWidth - Math.ceil(document.documentElement.getBoundingClientRect().width))
  })
