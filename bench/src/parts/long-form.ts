import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { Page } from '../browser/open.ts'
import { metricName } from '../data/catalogue.ts'
import type { Target } from '../http/ask.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'
import { openingFigure, openingTime, typeInRow } from './opened-form.ts'
import { addProfile } from './profiles.ts'

const pairs = Array.from({ length: 5_000 }, (_, index) => ({
  service: `org.service.type-${Math.floor(index / 20)}`,
  metric: metricName(1 + (index % 20)),
}))
const pasted = Array.from({ length: 500 }, (_, index) => `org.pasted.type-${index}\t${metricName(1 + (index % 20))}`)
/** A metric profile of 5,000 pairs: opened, typed into, pasted into. */
export async function measureLongForm(page: Page, origin: string, target: Target): Promise<Figure[]> {
  const { name } = await addProfile(target, metricProfiles, 'SCREEN-5000', { services: pairs })
  const opening = await openingTime(page, `${origin}/ui/metricprofiles/${name}`, 'Service 1')
  const on = 'Chromium'
  return [
    openingFigure('metric profile of 5,000 pairs', opening),
    interactionFigure('metric profile of 5,000 pairs: typing in a row', await typeInRow(page, 'Service 4')),
    {
      what: 'metric profile of 5,000 pairs: 500 rows pasted, to the last paint',
      on,
      measured: milliseconds(await paste(page)),
    },
  ]
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
