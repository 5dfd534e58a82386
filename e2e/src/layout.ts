import type { Page } from 'playwright-core'

/** The layout shift entries of browsers, which the DOM types do not include yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Layout shifts of the page since it was loaded, as the browser reports them; normally none. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = []
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        const add = (entries: PerformanceEntryList) => shifts.push(...entries.map(described))
        const described = (entry: PerformanceEntry) => {
          const { value, sources } = entry as LayoutShift
          const places = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const what = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
            return `${what} from ${from.x},${from.y} ${from.width}×${from.height} to ${to.x},${to.y} ${to.width}×${to.height}`
          })
          return `${value}: ${places.join('; ')}`
        }
        observer.observe({ type: 'layout-shift', buffered: true })
        // Entries are delivered within the next frames.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve(shifts)
          }),
        )
      }),
  )
}

/** The times in lists that are cut off at the end of their line. */
export const cutTimes = (page: Page): Promise<(string | null)[]> =>
  page.locator('li > time').evaluateAll((times) =>
    times
      .filter((time) => {
        // A box can be narrower than its text.
        const text = document.createRange()
        text.selectNodeContents(time)
        const line = time.parentElement ?? time
        const end = line.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(line).paddingRight)
        return text.getBoundingClientRect().right > end + 1
      })
      .map(({ textContent }) => textContent),
  )

/**
 * The tables that have to be scrolled sideways inside the page; normally none. A list has its name column beside what is scrolled, and a
 * matrix is read by its two headings: `tabindex` says that the keyboard can scroll it.
 */
export const scrolledTables = (page: Page): Promise<string[]> =>
  page.locator('main table').evaluateAll((tables) =>
    tables
      .filter(({ parentElement: box }) => {
        if (!box || box.hasAttribute('tabindex')) return false
        return getComputedStyle(box).overflowX === 'auto' && box.scrollWidth > box.clientWidth
      })
      .map((table) => table.querySelector('caption')?.textContent ?? table.outerHTML.slice(0, 80)),
  )

/** The links in tables whose texts are cut off: touching one follows it, so nothing shows the whole text. */
export const cutLinks = (page: Page): Promise<(string | null)[]> =>
  page.locator('td a').evaluateAll((links) =>
    links
      .filter(({ parentElement: box }) => {
        if (!box || getComputedStyle(box).overflowX !== 'hidden') return false
        return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
      })
      .map(({ textContent }) => textContent),
  )

/** No field is narrower than such a text, but where the window is. */
const shortText = 16

/** The short values of inputs, such as numbers, that are cut off: whoever reads 10000 for 100000 reads a wrong limit. */
export const cutValues = (page: Page): Promise<string[]> =>
  page.locator('input:not([type=checkbox], [type=radio], [type=file])').evaluateAll(
    (inputs, shortText) =>
      inputs
        .map((input) => input as HTMLInputElement)
        .filter(({ value, scrollWidth, clientWidth }) => value.length <= shortText && scrollWidth > clientWidth)
        .map(({ ariaLabel, value }) => `${ariaLabel ?? ''} "${value}"`),
    shortText,
  )

/** The tables whose heading is not at their top, but covers rows. */
export const coveringHeadings = (page: Page): Promise<(string | null)[]> =>
  page.locator('main table').evaluateAll((tables) =>
    tables
      .filter((table) => {
        const [row] = table.querySelectorAll('tbody > tr')
        const head = table.querySelector('thead')?.getBoundingClientRect()
        // A table that is scrolled behind the top of the window keeps its heading there.
        const isBelowBar = table.getBoundingClientRect().top > 64
        // Cards have a heading for screen readers only.
        const isShown = head !== undefined && head.height > 1
        return isBelowBar && isShown && row && head.bottom > row.getBoundingClientRect().top + 1
      })
      .map((table) => table.querySelector('caption')?.textContent ?? ''),
  )

/** How many pixels the page is wider than its window: if it is not 0, users have to scroll sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    return Math.max(0, scrollWidth - Math.ceil(document.documentElement.getBoundingClientRect().width))
  })

/** Waits until the browser has painted this number of times. */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    for (let painted = 0; painted < count; painted++) await new Promise(requestAnimationFrame)
  }, count)
