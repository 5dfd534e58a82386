import { timesOfInteractions } from '../browser/interactions.ts'
import type { Page } from '../browser/open.ts'
import { type Figure, milliseconds } from '../report/figure.ts'
import { interactionFigure } from './interaction-figure.ts'

const typed = 'profile-0999'
const sorts = ['Pairs', 'Name', 'Description', 'Name'] as const
const turns = 10

/** A list of 10,000 metric profiles: filtered by typing, sorted, paged and scrolled. */
export async function measureLongList(page: Page, origin: string): Promise<Figure[]> {
  await page.goto(`${origin}/ui/metricprofiles`)
  await page.getByText('10,000 metric profiles', { exact: true }).waitFor()
  const filter = page.getByLabel('Filter by name')
  await filter.click()
  const typing = await timesOfInteractions(page, typed.length, () => filter.pressSequentially(typed, { delay: 150 }))
  const until = await untilFiltered(page)
  await filter.fill('')
  await page.getByText('10,000 metric profiles', { exact: true }).waitFor()
  const sorting = await timesOfInteractions(page, sorts.length, async () => {
    for (const column of sorts) await page.getByRole('columnheader', { name: column }).getByRole('button').click()
  })
  const paging = await timesOfInteractions(page, turns, async () => {
    for (let turn = 0; turn < turns; turn++) await page.getByRole('button', { name: 'Next page' }).click()
  })
  const what = 'list of 10,000 metric profiles'
  return [
    interactionFigure(`${what}: filter by typing`, typing),
    {
      what: `${what}: a key of the filter, to the paint of the matching rows`,
      on: 'Chromium',
      measured: milliseconds(until),
    },
    interactionFigure(`${what}: sort`, sorting),
    interactionFigure(`${what}: next page`, paging),
    {
      ...interactionFigure(`${what}: scroll`, await scroll(page)),
      what: `${what}: scrolling a page of the maximum size: longest frame`,
    },
  ]
}

/** Milliseconds from a key to the paint of the matching rows, which may be a frame after the letter. */
async function untilFiltered(page: Page): Promise<number> {
  const isThere = page.evaluate(() => {
    const count = document.querySelector('[role=status]')
    const before = count?.textContent
    return window.recording.untilPainted(() => count?.textContent !== before)
  })
  await page.keyboard.press('9')
  return isThere
}

/** The duration of each frame while the wheel turns, over a page of the maximum size. */
async function scroll(page: Page): Promise<number[]> {
  const size = page.getByLabel('Rows on a page')
  const sizes = await size
    .locator('option')
    .evaluateAll((options) => options.map((option) => Number(option.getAttribute('value'))))
  await size.selectOption(String(Math.max(...sizes)))
  await page.mouse.move(640, 500)
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let last = performance.now()
        const next = (now: number) => {
          times.push(now - last)
          last = now
          if (times.length < 90) requestAnimationFrame(next)
          else resolve(times)
        }
        requestAnimationFrame(next)
      }),
  )
  for (let turn = 0; turn < 25; turn++) await page.mouse.wheel(0, 300)
  return frames
}
