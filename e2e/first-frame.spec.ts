import type { Page, Route } from 'playwright-core'
import { describe, expect } from 'vitest'
import { eventually, expectProblem, test } from './src/visits.ts'

const drawing = (page: Page) => page.locator('#first')

const logInPage = (page: Page) => page.getByRole('heading', { name: /^Log in to/ })

/** Where a text of the drawing or of the frame is. */
const placeOf = async (page: Page, within: string, text: string) =>
  page.locator(within).getByText(text, { exact: true }).boundingBox()

/** The scripts of the page are answered when the returned function is called, all but the one that runs before it is painted. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!before-paint).*\.js$/, async (route: Route) => {
    await held.promise
    await route.continue()
  })
  return async () => held.resolve()
}

describe('the frame is painted before the application starts', () => {
  test.for([
    ['a user of a tenant', 'nordic', 'jorn.havsand', '/ui/metricprofiles', 'Metric profiles'],
    ['an administrator of the super-tenant', undefined, 'admin', '/ui/tenants', 'Administration'],
    ['a visitor of a public page', 'nordic', undefined, '/ui/public_metricprofiles', 'Metric profiles'],
  ] as const)('as the last page was, for %s', async ([, tenant, as, at, section], { open }) => {
    const page = await open({ tenant, as, at })
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    expect(await drawing(page).count()).toBe(0)
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    // Before the script that chooses the navigation has run, there are those of all.
    const visibleTexts = drawing(page).getByText(section, { exact: true }).and(page.locator(':visible'))
    await eventually(() => visibleTexts.count()).toBe(1)
    const drawn = await drawing(page).locator(':visible', { hasText: section }).last().boundingBox()
    await release()
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    expect(await placeOf(page, 'nav[aria-label=Sections]', section)).toEqual(drawn)
    expect(await drawing(page).count()).toBe(0)
  })

  test('without sections if nothing is known', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/login' })
    await logInPage(page).waitFor()
    expectProblem(page, /ERR_FAILED/)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(new URL('/ui/public_home', page.url()).href, { waitUntil: 'commit' })
    await page.locator('.first-bar').waitFor()
    // Styles may come after the markup.
    const visibleSections = drawing(page).getByText('Metric profiles').and(page.locator(':visible'))
    await eventually(() => visibleSections.count()).toBe(0)
  })

  test('as the place of the login page for others', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/login' })
    await logInPage(page).waitFor()
    const release = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('.first-card').waitFor()
    expect(await page.locator('.first-bar').isVisible()).toBe(false)
    await release()
    await logInPage(page).waitFor()
  })
})
