import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { follow } from './src/follow.ts'
import { takePicture } from './src/pictures.ts'
import { dialog, hasFocus, message, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

const ofTenant = [
  'Probes',
  'Metrics',
  'Reports',
  'Service types',
  'Topology',
  'Metric profiles',
  'Aggregation profiles',
  'Thresholds profiles',
  'Operations profiles',
  'Findings',
  'Change requests',
  'Changes',
]
const ofSuperTenant = [
  'Tenants',
  'YUM repos',
  'Packages',
  'Probes',
  'Metric tags',
  'Metric templates',
  'Findings',
  'Change requests',
  'Changes',
]

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })

describe('the navigation', () => {
  // Each deployment and each role occurs once.
  const visitors = [
    ['a member of a tenant', 'nordic', 'jorn.havsand', ofTenant],
    ['an administrator of the super-tenant', undefined, 'admin', ['Administration', ...ofSuperTenant]],
    ['an administrator of a tenant', 'nordic', 'admin', ['Administration', ...ofTenant]],
    ['a member of the super-tenant', undefined, 'observer', ofSuperTenant],
  ] as const
  test.for(oneOfEachKind(visitors, ([, tenant]) => tenant))(
    'names the sections for %s',
    async ([, tenant, as, names], { open }) => {
      const page = await open({ tenant, as, at: '/ui/about' })
      await title(page, 'About Quatrain').waitFor()
      const texts = await sections(page).getByRole('link').allInnerTexts()
      // Behind its name can be how many findings there are.
      expect(texts.map((text) => text.split('\n', 1)[0])).toEqual(names)
    },
  )

  test('marks the current section; breadcrumbs name the path', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles/NORDIC_MON/history/1' })
    await title(page, 'Metric profile version 1 NORDIC_MON').waitFor()
    const current = sections(page).getByRole('link', { name: 'Metric profiles' })
    expect(await current.getAttribute('aria-current')).toBe('page')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
    expect((await crumbs.allInnerTexts()).map((text) => text.replace(/^\W+/, ''))).toEqual([
      'Home',
      'Metric profiles',
      'NORDIC_MON',
      'History',
      'Version 1',
    ])
    expect(await page.title()).toBe('Version 1 · NORDIC_MON · NORDIC · Metric profiles | Quatrain')
  })

  test('is a menu on a narrow screen, which Escape and navigation close', async ({ open }) => {
    const browser = { viewport: { width: 390, height: 844 } }
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about', browser })
    const button = page.getByRole('button', { name: 'Open navigation' })
    const first = sections(page).getByRole('link', { name: 'Probes' })
    await button.waitFor()
    expect(await first.isVisible()).toBe(false)

    await button.click()
    await eventually(() => hasFocus(first)).toBe(true)
    await page.keyboard.press('Escape')
    await first.waitFor({ state: 'hidden' })
    await eventually(() => hasFocus(button)).toBe(true)

    await button.click()
    await sections(page).getByRole('link', { name: 'Metric profiles' }).click()
    await title(page, 'Select metric profile to change').waitFor()
    expect(await first.isVisible()).toBe(false)
  })

  test('can be skipped with the keyboard', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
    await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await hasFocus(skip)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => hasFocus(page.getByRole('main'))).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.getByRole('main').locator(':focus').count()).toBe(1)
  })
})

describe('the account menu', () => {
  const users = [
    ['nordic', 'jorn.havsand', 'Jorn', ['Tenant User', 'Jorn Havsand', 'Metric profiles', 'NORDIC', 'Sandbox']],
    ['nordic', 'dashboard-reader', 'dashboard-reader', ['Tenant User', 'No permissions']],
    ['nordic', 'nordic-admin', 'Sigrun', ['Tenant Admin']],
    [undefined, 'catalogue.editor', 'Torben', ['Super Admin']],
  ] as const
  test.for(oneOfEachKind(users, ([tenant]) => tenant))(
    'on %s tells %s their name and permissions',
    async ([tenant, as, name, texts], { open }) => {
      const page = await open({ tenant, as, at: '/ui/about' })
      await page.getByRole('button', { name: `Welcome, ${name}` }).click()
      const account = dialog(page, `Welcome, ${name}`)
      await account.waitFor()
      for (const text of texts) await account.getByText(text, { exact: true }).first().waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await account.waitFor({ state: 'detached' })
    },
  )
})

test('the colour scheme follows the system until the user chooses one, and the choice is kept', async ({ open }) => {
  const dark = { colorScheme: 'dark' } as const
  const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about', browser: dark })
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await title(page, 'About Quatrain').waitFor()
  expect(await scheme()).toBe('dark')

  await page.getByRole('button', { name: 'Welcome, Jorn' }).click()
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await scheme()).toBe('light')
  await page.reload({ waitUntil: 'commit' })
  await eventually(scheme).toBe('light')
  await page.getByRole('button', { name: 'Welcome, Jorn' }).click()
  await eventually(() => page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
})

test('the numbers on the home page match the lists that they link to', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'admin', at: '/ui/home' })
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('link', { name: 'All findings' }).waitFor()
  const texts = await attention
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => [item.querySelector('a')?.href ?? '', item.lastChild?.textContent ?? '']),
    )
  expect(texts.length).toBeGreaterThan(3)
  for (const [list = '', count = ''] of texts) {
    const { pathname, search } = new URL(list)
    await follow(page, pathname + search)
    const shown = new RegExp(`^${count} (of \\d+ )?(metric|API key|probe candidate|finding)s?$`)
    await page.getByRole('status').filter({ hasText: shown }).waitFor()
  }
})

test('the search finds every named object', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
  await title(page, 'About Quatrain').waitFor()
  await page.keyboard.press('Control+K')
  const search = dialog(page, 'Search')
  await eventually(() => hasFocus(search.getByRole('combobox'))).toBe(true)
  await page.keyboard.type('nordic_leg')
  const found = (group: string, name: RegExp) =>
    search.getByRole('group', { name: group }).getByRole('option', { name })
  await found('Metric profiles', /^NORDIC_LEGACY/).waitFor()
  await page.keyboard.press('Enter')
  await title(page, 'Change metric profile NORDIC_LEGACY').waitFor()

  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('generic.tcp.connect')
  await found('Metrics', /^generic\.tcp\.connect(?!-)/).click()
  await title(page, 'Change metric generic.tcp.connect').waitFor()

  await page.keyboard.press('Control+K')
  await page.keyboard.type('no such thing')
  await search.getByText('Nothing is named “no such thing”').waitFor()
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })

  await page.keyboard.press('Meta+K')
  await found('Opened last', /^NORDIC_LEGACY/).waitFor()
  await page.keyboard.type('dark')
  await found('Actions', /^Dark colours/).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[data-mantine-color-scheme=dark]').waitFor()
})

onlyInFullRun('one key shows the keyboard shortcuts, and another focuses the filter of a list', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
  await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  await page.keyboard.press('Shift+?')
  await dialog(page, 'Keyboard shortcuts').getByRole('row', { name: 'Save' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await takePicture(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await eventually(() => hasFocus(page.getByRole('searchbox', { name: 'Filter by name' }))).toBe(true)
})

describe('a page that does not exist', () => {
  test('says so, and links to home', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/nowhere/at/all' })
    await title(page, 'Not found').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Go to home' }).click()
    await title(page, 'Home NORDIC').waitFor()
  })

  onlyInFullRun('is shown instead of administration to users who are not administrators', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/administration' })
    await title(page, 'Not found').waitFor()
  })

  onlyInFullRun('names the unknown object', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles/NO%2FSUCH' })
    expectProblem(page, / 404$/)
    await page.getByText('There is no metric profile named NO/SUCH.').waitFor()
  })
})

describe('when the server fails', () => {
  const list = '**/api/v2/internal/metricprofiles'
  const requestId = '0d9e3b6c-request'
  const failure = { code: 'internal', detail: 'Internal server error', source: 'internal-api', requestId }

  onlyInFullRun('the page says so with the request ID, and retrying works', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
    expectProblem(page, /metricprofiles 500$/)
    await page.route(list, (route) => route.fulfill({ status: 500, json: failure }))
    await sections(page).getByRole('link', { name: 'Metric profiles' }).click()

    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await alert.getByRole('heading', { name: 'Internal server error' }).waitFor()
    await alert.getByText(`Request ${requestId}`).waitFor()
    await page.unroute(list)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  })

  onlyInFullRun('or cannot be reached, the page says so, and retrying works', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
    expectProblem(page, /metricprofiles net::ERR_INTERNET_DISCONNECTED$/)
    await page.route(list, (route) => route.abort('internetdisconnected'))
    await sections(page).getByRole('link', { name: 'Metric profiles' }).click()

    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByRole('heading', { name: 'The server cannot be reached.' }).waitFor()
    await alert.getByText('Check the connection of this computer, then try again.').waitFor()
    await page.unroute(list)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  })

  onlyInFullRun('while an object is opened, the page of the object says so', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
    const object = `${list}/NORDIC_CLOUD`
    expectProblem(page, /NORDIC_CLOUD 500$/)
    await page.route(object, (route) => route.fulfill({ status: 500, json: failure }))
    await page.getByRole('link', { name: 'NORDIC_CLOUD' }).click()

    await title(page, 'Something went wrong').waitFor()
    await page.getByText(`Request ${requestId}`).waitFor()
    await page.unroute(object)
    await page.getByRole('button', { name: 'Try again' }).click()
    await title(page, 'Metric profile details NORDIC_CLOUD').waitFor()
  })

  onlyInFullRun('before the console is loaded, nothing of it is shown', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/about' })
    expectProblem(page, /istenantschema 500$/)
    await page.route('**/api/v2/internal/istenantschema', (route) => route.fulfill({ status: 500, json: failure }))
    await page.reload()
    await title(page, 'Something went wrong').waitFor()
    await page.getByText('Cannot obtain schema', { exact: true }).waitFor()
  })

  onlyInFullRun('while signing out, the user is told that they are still signed in', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
    expectProblem(page, /logout 500$/)
    await page.route('**/dj-rest-auth/logout', (route) => route.fulfill({ status: 500, json: failure }))
    await page.getByRole('button', { name: 'Log out' }).click()
    await dialog(page, 'Log out').getByRole('button', { name: 'Log out' }).click()
    await message(page, 'You are still logged in').waitFor()
    await title(page, 'About Quatrain').waitFor()
  })
})
