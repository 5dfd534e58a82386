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
  const times: number[] = []
  for (let round = 0; round <= openings; round++) times.push(await open(page, `${origin}/ui/metricprofiles/${name}`))
  // The first round fills the browser's cache.
  const opening = median(times.slice(1))
  const on = 'Chromium'
  return [
    {
      what: `metric profile of 5,000 pairs: opened, from the arrival of the data to its paint, median of ${openings}`,
      on,
      measured: milliseconds(opening),
      budget: `< ${maxOpening} ms`,
      holds: opening < maxOpening,
    },
    interactionFigure('metric profile of 5,000 pairs: typing in a row', await typeInRow(page)),
    {
      what: 'metric profile of 5,000 pairs: 500 rows pasted, to the last paint',
      on,
      measured: milliseconds(await paste(page)),
    },
  ]
}

/** Milliseconds from the last byte of the profile to the paint of its first rows. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(async () => {
    const painted = await window.recording.painted(() => document.querySelector('[aria-label="Service 1"]') !== null)
    const data = performance.getEntriesByType('resource').filter(({ name }) => /internal\/metricprofiles\//.test(name))
    const [arrived] = data
    if (!(arrived instanceof PerformanceResourceTiming)) throw new Error('The profile was not requested.')
    return painted - arrived.responseEnd
  })
}

async function typeInRow(page: Page): Promise<number[]> {
  const row = page.getByLabel('Service 4', { exact: true })
  await row.click()
  return timesOfInteractions(page, typed.length, () => row.pressSequentially(typed, { delay: 100 }))
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
