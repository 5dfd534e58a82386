import type { Page } from '../browser/open.ts'
import { median } from '../median.ts'
import { type Figure, milliseconds } from '../report/figure.ts'

const rounds = 5

/**
 * From a click on a link of the navigation to the paint of the list: with and without its rows in the cache. `profiles`
 * is the number of profiles that the page shows.
 */
export async function measureClickToList(page: Page, origin: string, profiles: string): Promise<Figure[]> {
  const fresh: number[] = []
  const again: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await page.goto(`${origin}/ui/about`, { waitUntil: 'networkidle' })
    fresh.push(await clickThrough(page, profiles))
    await page.getByRole('link', { name: 'About Quatrain' }).click()
    await page.getByRole('heading', { level: 1, name: 'About Quatrain' }).waitFor()
    again.push(await clickThrough(page, profiles))
  }
  const figure = (how: string, times: readonly number[]): Figure => ({
    what: `time from click to painted list of ${profiles}, ${how}: median of ${rounds}`,
    on: 'Chromium',
    // The first round fills the browser's cache and warms up the server.
    measured: milliseconds(median(times.slice(1))),
  })
  return [figure('read from the server', fresh), figure('read from the cache', again)]
}

/** Milliseconds from the click to the paint of the first rows and their number. */
async function clickThrough(page: Page, profiles: string): Promise<number> {
  const isThere = page.evaluate(
    (profiles) =>
      window.recording.untilPainted(() => {
        const main = document.querySelector('main')
        return main?.querySelector('tbody a') != null && main.textContent.includes(profiles)
      }),
    profiles,
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Metric profiles', exact: true }).first().click()
  return isThere
}
