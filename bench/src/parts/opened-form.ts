import { timesOfInteractions } from '../browser/interactions.ts'
import type { Page } from '../browser/open.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'

const openings = 5
const typed = 'monitoring.type'
const maxOpening = 500

/**
 * The median of milliseconds from the last byte of the object at an address to the paint of a field, by its label. The
 * last part of the address is the name of the object in the API, too.
 */
export async function openingTime(page: Page, address: string, label: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= openings; round++) times.push(await open(page, address, label))
  // The first round fills the browser's cache.
  return median(times.slice(1))
}

async function open(page: Page, address: string, label: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(
    async ([label, name]) => {
      const painted = await window.recording.painted(() => document.querySelector(`[aria-label="${label}"]`) !== null)
      const read = performance.getEntriesByType('resource').find((entry) => entry.name.endsWith(`/${name}`))
      if (!(read instanceof PerformanceResourceTiming)) throw new Error('The object was not requested.')
      return painted - read.responseEnd
    },
    [label, address.split('/').at(-1) ?? ''] as const,
  )
}

export const openingFigure = (what: string, opening: number): Figure => ({
  what: `${what}: opened, from the arrival of the data to its paint, median of ${openings}`,
  on: 'Chromium',
  measured: milliseconds(opening),
  budget: `< ${maxOpening} ms`,
  holds: opening < maxOpening,
})

/** Milliseconds from each key stroke in a field, by its label, to the next paint. */
export async function typeInRow(page: Page, label: string): Promise<number[]> {
  const row = page.getByLabel(label, { exact: true })
  await row.click()
  return timesOfInteractions(page, typed.length, () => row.pressSequentially(typed, { delay: 100 }))
}
