import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aMetricProfile } from './src/metric-profiles.ts'
import { hasFocus, logIn, title } from './src/steps.ts'
import { eventually, onlyInFullRun, test } from './src/visits.ts'

const visit = { tenant: 'nordic', as: 'jorn.havsand' } as const
const metric = 'eudat.b2find.ckan-search'

/** The names on the current page, from top to bottom: the first link of each row. */
const names = (page: Page) =>
  page.getByRole('table', { name: 'metrics' }).locator('tbody td:nth-child(2)').allInnerTexts()

test('a metric that a profile added is found by its name, and links to the profile and back', async ({ open }) => {
  const services = [{ service: 'eudat.b2find', metric }]
  const profile = await aMetricProfile({ services })
  const page = await open({ ...visit, at: '/ui/home' })
  await page.getByRole('link', { name: 'All metrics' }).click()
  await title(page, 'Select metric to change').waitFor()

  // With the keyboard alone.
  const link = page.getByRole('link', { name: metric, exact: true })
  await page.getByRole('link', { name: 'argo.ncg.mon' }).waitFor()
  await page.keyboard.press('/')
  await eventually(() => hasFocus(page.getByRole('searchbox', { name: 'Filter by name' }))).toBe(true)
  await page.keyboard.type('ckan-search')
  await eventually(() => names(page)).toEqual([metric])
  await link.press('Enter')
  await title(page, `Change metric ${metric}`).waitFor()
  await page.getByRole('link', { name: 'History' }).press('Enter')
  await page.getByRole('cell', { name: 'Initial version.' }).waitFor()
  await page.getByRole('link', { name: 'Details' }).press('Enter')

  await page.getByRole('link', { name: profile, exact: true }).press('Enter')
  await title(page, `Change metric profile ${profile}`).waitFor()
})

test('a long name ends in its middle, so that its end can be read', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metrics?name=argo.nagios.freshness-simple-login' })
  await page.setViewportSize({ width: 1024, height: 900 })
  const name = page.locator('[data-end]').filter({ hasText: 'argo.nagios.freshness-simple-login' })
  await name.waitFor()
  const { end, isInside } = await name.evaluate((text) => {
    const [cell, link] = [text.closest('td'), text.querySelector('a')]
    const isInside = (element?: Element | null) =>
      element && cell && element.getBoundingClientRect().right <= cell.getBoundingClientRect().right
    return { end: getComputedStyle(text, '::after').content, isInside: isInside(text) && isInside(link) }
  })
  expect(end).toContain('ple-login')
  expect(isInside).toBe(true)
  await name.getByRole('link').hover()
  await page.getByRole('tooltip', { name: 'argo.nagios.freshness-simple-login' }).waitFor()
})

onlyInFullRun('filters by type and by profile change the list and the address', async ({ open }) => {
  const page = await open({ ...visit, at: '/ui/metrics' })
  await page.getByRole('link', { name: 'argo.ncg.mon' }).waitFor()
  await page.getByLabel('Filter by tag').selectOption('eol')
  await page.getByLabel('Filter by metric profile').selectOption('NORDIC_LEGACY')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await eventually(() => new URL(page.url()).search).toBe('?tags=eol&profiles=NORDIC_LEGACY&sort=-name')
  const shown = await names(page)
  expect(shown.length).toBeGreaterThan(1)
  expect(shown).toEqual(shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? 1 : -1)))
  const marks = await page.getByRole('table', { name: 'metrics' }).locator('tbody td:nth-child(6)').allInnerTexts()
  expect(marks.every((words) => words.startsWith('eol'))).toBe(true)

  const colleague = await open({ ...visit, as: 'eira.tundal', at: `/ui/metrics${new URL(page.url()).search}` })
  await eventually(() => names(colleague)).toEqual(shown)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Filter by type').selectOption('Passive')
  await page.getByRole('link', { name: 'ch.cern.HTCondorCE-JobSubmit' }).click()
  await page.getByRole('rowheader', { name: 'PASSIVE' }).waitFor()
  await page.getByRole('link', { name: 'ch.cern.HTCondorCE-JobState', exact: true }).click()
  await title(page, 'Change metric ch.cern.HTCondorCE-JobState').waitFor()
})

onlyInFullRun('a profile links to its metrics, with and without a session', async ({ open }) => {
  const page = await open({ tenant: 'nordic', at: '/ui/public_metricprofiles/NORDIC_LEGACY' })
  await page.getByRole('link', { name: 'ch.cern.LFC-Ping', exact: true }).first().click()
  await title(page, 'Metric details ch.cern.LFC-Ping').waitFor()
  expect(await page.getByRole('main').getByText('History').count()).toBe(0)
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, 'jorn.havsand')
  await page.getByRole('link', { name: 'History' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/ui/metrics/ch.cern.LFC-Ping')
})

test('a value is copied with one click', async ({ open }) => {
  const page = await open({
    ...visit,
    // A read-only user.
    as: 'oskar.lindmo',
    at: '/ui/metrics/ch.cern.LFC-Ping',
    browser: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  await page.getByRole('button', { name: 'Copy path' }).click()
  await page.getByText('Copied').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/usr/lib64/nagios/plugins/lcgdm')
})
