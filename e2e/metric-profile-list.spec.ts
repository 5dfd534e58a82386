import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aMetricProfile, aName } from './src/metric-profiles.ts'
import { hasFocus, title } from './src/steps.ts'
import { eventually, onlyInFullRun, originOf, test } from './src/visits.ts'

const visit = { tenant: 'nordic', as: 'jorn.havsand' } as const

/** The names on the current page, from top to bottom. */
const names = (page: Page) => page.getByRole('table', { name: 'metric profiles' }).getByRole('link').allTextContents()

const searchOf = (page: Page) => new URL(page.url()).search

/** Profiles with a common prefix that only a filter by this prefix finds together. */
async function someProfiles(count: number): Promise<{ readonly start: string; readonly all: string[] }> {
  const start = aName()
  const all = Array.from({ length: count }, (_, index) => `${start}_${index + 1}`)
  for (const name of all) await aMetricProfile({ name, description: `Made for a list, ${name}` })
  return { start, all }
}

test('sorting and filtering change the list and the address', async ({ open }) => {
  const { start, all } = await someProfiles(3)
  const page = await open({ ...visit, at: '/ui/metricprofiles' })
  await title(page, 'Select metric profile to change').waitFor()

  await page.getByRole('searchbox', { name: 'Filter by name' }).fill(start.toLowerCase())
  await eventually(() => names(page)).toEqual(all)
  await page
    .getByRole('status')
    .filter({ hasText: /^3 of \d+ metric profiles$/ })
    .waitFor()
  await eventually(() => searchOf(page)).toBe(`?name=${start.toLowerCase()}`)

  const heading = page.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').click()
  expect(await heading.getAttribute('aria-sort')).toBe('ascending')
  await heading.getByRole('button').click()
  expect(await heading.getAttribute('aria-sort')).toBe('descending')
  await eventually(() => names(page)).toEqual(all.toReversed())
  await eventually(() => searchOf(page)).toBe(`?name=${start.toLowerCase()}&sort=-name`)

  // Another user with the address sees the same, and so does Back from an object.
  const colleague = await open({ ...visit, as: 'eira.tundal', at: `/ui/metricprofiles${searchOf(page)}` })
  await eventually(() => names(colleague)).toEqual(all.toReversed())
  await page.getByRole('link', { name: all[0] ?? '', exact: true }).click()
  await title(page, `Change metric profile ${all[0]}`).waitFor()
  await page.goBack()
  await eventually(() => names(page)).toEqual(all.toReversed())
})

test('a filter that is typed right before a row is opened is still set after Back', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metricprofiles' })
  const link = page.getByRole('link', { name: 'NORDIC_LEGACY' })
  await link.waitFor()
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('legacy')
  await link.press('Enter')
  await title(page, 'Change metric profile NORDIC_LEGACY').waitFor()
  await page.goBack()
  await eventually(() => names(page)).toEqual(['NORDIC_LEGACY'])
})

onlyInFullRun('an empty result says so, and one click clears the filters', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metricprofiles?name=no-such-thing&groupname=NORDIC' })
  await page.getByRole('cell', { name: 'No metric profiles match the filters.' }).waitFor()
  expect(await page.getByLabel('Filter by group').inputValue()).toBe('NORDIC')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  await eventually(() => searchOf(page)).toBe('')
})

test('the page size is remembered', async ({ open }) => {
  const { start, all } = await someProfiles(6)
  const page = await open({ ...visit, at: `/ui/metricprofiles?name=${start}` })
  await eventually(() => names(page)).toEqual(all)
  const sizes = await page.getByLabel('Rows on a page').getByRole('option').allTextContents()
  expect(sizes.shift()).toBe('10 metric profiles, by the window')
  expect(sizes.map(Number.parseFloat)).toEqual([5, 10, 15, 20, 30, 50, 100])

  await page.getByLabel('Rows on a page').selectOption('5')
  await page.getByText('Page 1 of 2').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await eventually(() => names(page)).toEqual(all.slice(5))
  await eventually(() => searchOf(page)).toBe(`?name=${start}&page=2&size=5`)

  await page.goto(`${originOf('nordic')}/ui/metricprofiles?name=${start}`)
  await page.getByText('Page 1 of 2').waitFor()
  expect(await names(page)).toEqual(all.slice(0, 5))
})

test('truncated texts are one tab stop; the arrow keys move between them, and each shows its full text', async ({
  open,
}) => {
  const long = 'What it is for, said at such a length that no column has room for all of it. '.repeat(3)
  const [start, texts] = [aName(), ['first', 'second', 'third'].map((word) => `${word}: ${long}`.trim())]
  for (const [index, description] of texts.entries()) await aMetricProfile({ name: `${start}_${index}`, description })
  const page = await open({ ...visit, at: `/ui/metricprofiles?name=${start}` })
  await eventually(() => page.locator('[data-cut]').count()).toBe(3)
  await eventually(() => page.locator('[data-cut][tabindex="0"]').count()).toBe(1)

  await page.getByRole('link', { name: `${start}_0` }).focus()
  await page.keyboard.press('Tab')
  await page
    .getByRole('tooltip')
    .getByText(texts[0] ?? '')
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page
    .getByRole('tooltip')
    .getByText(texts[1] ?? '')
    .waitFor()
  await page.keyboard.press('Tab')
  expect(await hasFocus(page.getByRole('link', { name: `${start}_2` }))).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.locator('[data-cut]:focus').count()).toBe(0)
})

test('a list that is scrolled sideways keeps the names in sight, with an edge', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metricprofiles' })
  const link = page.getByRole('link', { name: 'NORDIC_LEGACY' })
  await link.waitFor()
  await page.setViewportSize({ width: 640, height: 844 })
  const cell = page.getByRole('cell').filter({ has: link })
  const edge = () => cell.evaluate((cell) => getComputedStyle(cell).borderInlineEndWidth)
  expect(await edge()).toBe('0px')
  const list = page.getByRole('region', { name: 'metric profiles' })
  await list.evaluate((list) => list.scrollBy({ left: 300, behavior: 'instant' }))
  await eventually(edge).toBe('1px')
  const [outer, inner] = [await list.boundingBox(), await cell.boundingBox()]
  expect(inner?.x).toBe((outer?.x ?? 0) + 1)
})

test('in a narrow window a list has a card for each row, and opens its filters', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metricprofiles', browser: { viewport: { width: 390, height: 844 } } })
  const list = page.getByRole('region', { name: 'metric profiles' })
  const link = page.getByRole('link', { name: 'NORDIC_LEGACY' })
  await link.waitFor()
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const card = list.getByRole('row').filter({ has: link })
  expect(await card.getByText('Checks for services that are being switched off').isVisible()).toBe(true)
  const nameFilter = list.getByLabel('Filter by name')
  expect(await nameFilter.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filter rows' }).click()
  await nameFilter.fill('LEGACY')
  await page.getByText(/^1 of \d+ metric profiles$/).waitFor()
  expect(await list.getByRole('button', { name: 'Name' }).isVisible()).toBe(true)
})
