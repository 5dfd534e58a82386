import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dialog, logIn, title } from './src/steps.ts'
import { onlyInFullRun, test } from './src/visits.ts'

const shared = ['Probes', 'Metric templates', 'Metric tags', 'Default ports']
const ofTenant = [
  'Metrics',
  'Reports',
  'Service types',
  'Metric profiles',
  'Aggregation profiles',
  'Thresholds profiles',
  'Operations profiles',
]

const linksOf = (page: Page, part: string) => page.getByRole('region', { name: part }).getByRole('link').allInnerTexts()

test('everybody can see what a tenant publishes', async ({ open }) => {
  const page = await open({ tenant: 'nordic', at: '/ui/public_home' })
  await title(page, 'Public pages').waitFor()
  await page.getByText('Anonymous User', { exact: true }).waitFor()
  expect(await linksOf(page, 'Shared resources')).toEqual(shared)
  expect(await linksOf(page, 'Tenant resources')).toEqual(ofTenant)

  await page.getByRole('region', { name: 'Tenant resources' }).getByRole('link', { name: 'Metric profiles' }).click()
  await title(page, 'Select metric profile for details').waitFor()
  await page.getByRole('link', { name: 'NORDIC_CLOUD' }).click()
  await title(page, 'Metric profile details NORDIC_CLOUD').waitFor()
  await page.getByText('18 pairs', { exact: true }).waitFor()

  // Read-only, without links to pages that require a session.
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  for (const name of ['Save', 'Add', 'Delete', 'Clone']) {
    expect(await page.getByRole('main').getByText(name, { exact: true }).count(), name).toBe(0)
  }
  const history = page.getByRole('main').getByRole('link', { name: 'History' })
  expect(await history.getAttribute('href')).toBe('/ui/public_metricprofiles/NORDIC_CLOUD/history')
})

onlyInFullRun('a version of a profile has an address of its own, which is public', async ({ open }) => {
  const page = await open({ tenant: 'nordic', at: '/ui/public_metricprofiles/NORDIC_MON_CRITICAL' })
  await page.getByRole('link', { name: 'History' }).click()
  await title(page, 'Version history NORDIC_MON_CRITICAL').waitFor()
  await page.getByRole('link', { name: '1', exact: true }).click()
  await title(page, 'Metric profile version 1 NORDIC_MON_CRITICAL').waitFor()
  expect(new URL(page.url()).pathname).toBe('/ui/public_metricprofiles/NORDIC_MON_CRITICAL/history/1')
  await page.getByText(/^As saved on /).waitFor()
  await page.getByRole('link', { name: 'as it is now' }).click()
  await title(page, 'Metric profile details NORDIC_MON_CRITICAL').waitFor()
})

test('the super-tenant publishes and links to the catalogue', async ({ open }) => {
  const page = await open({ at: '/ui/public_home' })
  await title(page, 'Public pages').waitFor()
  expect(await linksOf(page, 'Shared resources')).toEqual(shared)
  expect(await page.getByRole('region', { name: 'Tenant resources' }).count()).toBe(0)

  const tenants = page.getByRole('region', { name: 'Tenants' })
  await tenants.getByRole('heading', { level: 3, name: 'NORDIC' }).waitFor()
  for (const [place, name] of ['ALPINE', 'FEDERATION', 'NORDIC'].entries()) {
    await tenants.getByRole('heading', { level: 3 }).nth(place).filter({ hasText: name }).waitFor()
  }
  const nordic = tenants.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'NORDIC' }) })
  expect(await nordic.getByRole('link').allInnerTexts()).toEqual(ofTenant)
  await tenants.getByText('Combined from ALPINE, NORDIC').waitFor()
  await nordic.getByRole('link', { name: 'Metric profiles' }).click()
  await title(page, 'Select metric profile for details').waitFor()
  expect(new URL(page.url()).hostname).toBe('nordic.localhost')

  await page.goBack()
  await page.goto(page.url().replace('public_home', 'public_metricprofiles'))
  await title(page, 'Not found').waitFor()
})

const publicPages = [
  ['/ui/public_metricprofiles/NORDIC_CLOUD', 'Metric profile details NORDIC_CLOUD'],
  ['/ui/public_metricprofiles', 'Select metric profile for details'],
  ['/ui/public_home', 'Public pages'],
] as const
test.for(oneOfEachKind(publicPages, () => 'page'))(
  'a signed-in user sees the public page of %s as everybody does',
  async ([at, heading], { open }) => {
    const [anonymous, administrator] = await Promise.all([
      open({ tenant: 'nordic', at }),
      open({ tenant: 'nordic', as: 'admin', at }),
    ])
    const whole = async (page: Page) => {
      await title(page, heading).waitFor()
      if (at.endsWith('profiles')) await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
      // Names become links once the metrics are loaded.
      if (at.endsWith('NORDIC_CLOUD'))
        await page.getByRole('link', { name: 'eu.egi.Notebooks-Status' }).first().waitFor()
      return page.locator('body').ariaSnapshot()
    }
    expect(await whole(administrator)).toBe(await whole(anonymous))
  },
)

test("logging in from a public page leads to the same object with the user's permissions", async ({ open }) => {
  const page = await open({ tenant: 'nordic', at: '/ui/public_metricprofiles/NORDIC_LEGACY' })
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, 'jorn.havsand')
  await title(page, 'Change metric profile NORDIC_LEGACY').waitFor()
})

test('terms and privacy are linked, cookies are explained in a dialog', async ({ open }) => {
  const page = await open({ tenant: 'nordic', at: '/ui/public_home' })
  const foot = page.getByRole('main')
  expect(await foot.getByRole('link', { name: 'Terms' }).getAttribute('href')).toContain('/nordic/terms-of-use')
  expect(await foot.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toContain(
    '/nordic/privacy-policy',
  )
  await foot.getByRole('button', { name: 'Cookie Policies' }).click()
  await dialog(page, 'Cookie Policies').getByRole('cell', { name: 'sessionid', exact: true }).waitFor()
})
