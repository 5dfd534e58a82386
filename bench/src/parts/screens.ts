// A list and a form with very many rows, in a real browser.
import { setTimeout } from 'node:timers/promises'
import { launchBrowser } from '@quatrain/e2e/browser.ts'
import { signIn, type Target } from '../client.ts'
import { hostOf, inWords, sized } from '../data.ts'
import { below, type Figure, median, milliseconds } from '../figures.ts'
import type { Place } from '../programs.ts'
import { tenant, wideProfiles, wideTenant } from './fillings.ts'
import { addProfile, pairsOf } from './saves.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>

declare global {
  interface Window {
    /** What `record` leaves in a page. Times are those of the page's clock in milliseconds. */
    recording: {
      /** Entries of the browser: from an interaction to the next paint; those under 16 ms are missing. */
      readonly interactions: { readonly id: number; readonly duration: number }[]
      /** The time of the paint after which `seen` has become true. */
      painted(isShown: () => boolean): Promise<number>
    }
  }
}

/** Runs in every page before its own scripts. It is sent as text, so it can use nothing from this module. */
function record() {
  const interactions: { id: number; duration: number }[] = []
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry instanceof PerformanceEventTiming && entry.interactionId > 0) {
        interactions.push({ id: entry.interactionId, duration: entry.duration })
      }
    }
  }).observe(options)
  const painted = (isShown: () => boolean) =>
    new Promise<number>((resolve) => {
      const observer = new MutationObserver(look)
      function look() {
        if (!isShown()) return
        observer.disconnect()
        // The changes of a frame are on the screen when the next frame begins.
        requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now)))
      }
      observer.observe(document, { subtree: true, childList: true, characterData: true })
      look()
    })
  window.recording = { interactions, painted }
}

/** Milliseconds within which the browser reports everything that it has measured. */
const reportedWithin = 300
/** Interactions that the browser does not report were shorter. */
const shortest = 16

/** Measures the time from each interaction to the next paint. `act` makes `count` of them; pressing and releasing a key is one. */
async function interactionFigure(page: Page, label: string, count: number, act: () => Promise<void>): Promise<Figure> {
  await setTimeout(reportedWithin)
  await page.evaluate(() => window.recording.interactions.splice(0))
  await act()
  await setTimeout(reportedWithin)
  const longest = new Map<number, number>()
  for (const { id, duration } of await page.evaluate(() => window.recording.interactions))
    longest.set(id, Math.max(duration, longest.get(id) ?? 0))
  if (longest.size > count) throw new Error(`${longest.size} interactions were seen, but ${count} were made.`)
  const times = [...longest.values(), ...Array<number>(count - longest.size).fill(shortest)]
  const figureLabel = `${label}: to the next paint, worst of ${count} (median)`
  return below(figureLabel, Math.max(...times), 50, milliseconds, { on, remark: milliseconds(median(times)) })
}

const on = 'Chromium'

export async function measureScreens(place: Place): Promise<Figure[]> {
  return [...(await visit(place, tenant, measureLongForm)), ...(await visit(place, wideTenant, measureLongList))]
}

interface Visit {
  readonly page: Page
  readonly origin: string
  readonly member: Target
}

/** An empty page of a signed-in browser whose reactions are recorded. */
async function visit(
  { consoleUrl }: Place,
  tenant: string,
  use: (visit: Visit) => Promise<Figure[]>,
): Promise<Figure[]> {
  const origin = `http://${hostOf(tenant)}:${new URL(consoleUrl).port}`
  const { member, cookies } = await signIn(consoleUrl, tenant)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(30_000)
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })))
    await context.addInitScript(record)
    return await use({ page: await context.newPage(), origin, member })
  } finally {
    await browser.close()
  }
}

const pairs = sized(5_000, 300)
const openings = sized(5, 1)
const typedInRow = 'monitoring.type'

/** A metric profile of 5,000 pairs: opened and typed into. */
async function measureLongForm({ page, origin, member }: Visit): Promise<Figure[]> {
  const label = `metric profile of ${inWords(pairs)} pairs`
  const { name } = await addProfile(member, 'metricprofiles', 'SCREEN', { services: pairsOf(pairs) })
  const times: number[] = []
  for (let round = 0; round <= openings; round++) times.push(await timeOfOpening(page, origin, name))
  const opened = `${label}: opened, from the arrival of the data to its paint, median of ${openings}`
  const row = page.getByLabel('Service 4', { exact: true })
  await row.click()
  return [
    // The first round fills the browser's cache.
    below(opened, median(times.slice(1)), 500, milliseconds, { on }),
    await interactionFigure(page, `${label}: typing in a row`, typedInRow.length, () =>
      row.pressSequentially(typedInRow, { delay: 100 }),
    ),
  ]
}

/** Milliseconds from the last byte of the object to the paint of its first row. */
async function timeOfOpening(page: Page, origin: string, name: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${origin}/ui/metricprofiles/${name}`, { waitUntil: 'commit' })
  return page.evaluate(async (name) => {
    const painted = await window.recording.painted(() => document.querySelector('[aria-label="Service 1"]') !== null)
    const read = performance.getEntriesByType('resource').find((entry) => entry.name.endsWith(`/${name}`))
    if (!(read instanceof PerformanceResourceTiming)) throw new Error('The object was not requested.')
    return painted - read.responseEnd
  }, name)
}

const typedInFilter = sized('profile-0999', 'profile-0029')
const wideList = `${inWords(wideProfiles)} metric profiles`
const sorts = ['Pairs', 'Name', 'Description', 'Name'] as const

/** A list of 10,000 metric profiles: filtered by typing, sorted and scrolled. */
async function measureLongList({ page, origin }: Visit): Promise<Figure[]> {
  await page.goto(`${origin}/ui/metricprofiles`)
  const whole = page.getByText(wideList, { exact: true })
  await whole.waitFor()
  const label = `list of ${wideList}`
  const filter = page.getByLabel('Filter by name')
  await filter.click()
  const typing = await interactionFigure(page, `${label}: filter by typing`, typedInFilter.length, () =>
    filter.pressSequentially(typedInFilter, { delay: 150 }),
  )
  await filter.fill('')
  await whole.waitFor()
  const sorting = await interactionFigure(page, `${label}: sort`, sorts.length, async () => {
    for (const column of sorts) await page.getByRole('columnheader', { name: column }).getByRole('button').click()
  })
  const frames = await scroll(page)
  const scrolling = `${label}: scrolling a page of the maximum size: longest frame`
  const remark = milliseconds(median(frames))
  return [typing, sorting, below(scrolling, Math.max(...frames), 50, milliseconds, { on, remark })]
}

/** The duration of each frame while the wheel turns, over a page of the maximum size. */
async function scroll(page: Page): Promise<number[]> {
  const size = page.getByLabel('Rows on a page')
  const options = await size
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  await size.selectOption(String(Math.max(...options.map(Number))))
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
