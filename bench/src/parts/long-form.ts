import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { timesOfInteractions } from '../browser/interactions.ts'
import type { Page } from '../browser/open.ts'
import { metricName } from '../data/catalogue.ts'
import type { Target } from '../http/ask.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { addProfile } from './profiles.ts'

const pairs = Array.from({ length: 5_000 }, (_, index) => ({
  service: `org.service.type-${Math.floor(index / 20)}`,
  metric: metricName(1 + (index % 20)),
}))
const pasted = Array.from({ length: 500 }, (_, index) => `org.pasted.type-${index}\t${metricName(1 + (index % 20))}`)
const openings = 5
const typed = 'monitoring.type'
const maxOpening = 500

/** A metric profile of 5,000 pairs: opened, typed into, pasted into. */
export async function measureLongForm(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const { name } = await addProfile(target, metricProfiles, 'SCREEN-5000', { services: pairs })
  const what = 'metric profile of 5,000 pairs'
  return [
    await measureOpening(page, what, {
      address: `${origin}/ui/metricprofiles/${name}`,
      data: `/internal/metricprofiles/${name}`,
      cell: 'Service 1',
    }),
    interactionFigure(`${what}: typing in a row`, await typeIn(page, 'Service 4')),
    {
      what: `${what}: 500 rows pasted, to the last paint`,
      on: 'Chromium',
      measured: milliseconds(await paste(page)),
    },
  ]
}

interface Form {
  readonly address: string
  /** The end of the address of its data. */
  readonly data: string
  /** The accessible name of its first cell. */
  readonly cell: string
}

/** How long a form with many rows takes to open, from the last byte of its data to the paint of its first rows. */
export async function measureOpening(page: Page, what: string, form: Form): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round <= openings; round++) times.push(await open(page, form))
  // The first round fills the browser's cache.
  const opening = median(times.slice(1))
  return {
    what: `${what}: opened, from the arrival of the data to its paint, median of ${openings}`,
    on: 'Chromium',
    measured: milliseconds(opening),
    budget: `< ${maxOpening} ms`,
    holds: opening < maxOpening,
  }
}

async function open(page: Page, { address, data, cell }: Form): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(
    async ([selector, data]) => {
      const painted = await window.recording.painted(() => document.querySelector(selector) !== null)
      const arrived = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(data))
      if (!(arrived instanceof PerformanceResourceTiming)) throw new Error('The profile was not requested.')
      return painted - arrived.responseEnd
    },
    [`[aria-label="${cell}"]`, data] as const,
  )
}

/** Milliseconds of each key stroke in the cell of this name. */
export async function typeIn(page: Page, name: string): Promise<number[]> {
  const cell = page.getByLabel(name, { exact: true })
  await cell.click()
  return timesOfInteractions(page, typed.length, () => cell.pressSequentially(typed, { delay: 100 }))
}

/** Milliseconds from the paste to the paint of its result. */
async function paste(page: Page): Promise<number> {
  await page.getByLabel('Metric 6', { exact: true }).click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted.join('\n'))
  const isThere = page.evaluate(() =>
    window.recording.untilPainted(() =>
      [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent?.startsWith('5,500 pairs')),
    ),
  )
  await page.keyboard.press('Control+V')
  return isThere
}
