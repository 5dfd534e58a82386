import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { aMetricProfile, pathOf, storedProfile } from './src/metric-profiles.ts'
import { takePicture } from './src/pictures.ts'
import { agree, dialog, hasFocus, logIn, message, save, tabTo, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, test } from './src/visits.ts'

// Faults that depend on the order of events.

const member = { tenant: 'nordic', as: 'jorn.havsand' } as const
const description = (page: Page) => page.getByLabel('Description')
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

/** Follows a link to another address without reloading the page. */
const goTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    // The router stores the index of the history entry.
    const { idx = 0 } = window.history.state ?? {}
    window.history.pushState({ usr: null, key: path, idx: idx + 1 }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const lists = [
  ['nordic', 'metricprofiles'],
  ['nordic', 'metrics'],
  ['nordic', 'probes'],
  ['nordic', 'administration/metricoverrides'],
  ['nordic', 'administration/apikey'],
  ['nordic', 'administration/packages'],
  ['nordic', 'administration/yumrepos'],
  ['nordic', 'administration/metrictemplates'],
  ['nordic', 'administration/probecandidates'],
  [undefined, 'probes'],
  [undefined, 'packages'],
  [undefined, 'yumrepos'],
  [undefined, 'metrictags'],
  [undefined, 'metrictemplates'],
  [undefined, 'tenants'],
] as const

describe('Back and Forward between two objects', () => {
  // Page tests go back and forward between objects of every kind.
  test.for(oneOfEachKind(lists, () => 'list'))(
    'show the right object, from %s to %s',
    async ([tenant, list], { open }) => {
      const page = await open({ tenant, as: 'admin', at: `/ui/${list}` })
      const links = page.getByRole('main').locator(`a[href^="/ui/${list}/"]:not([href$="/add"])`)
      await links.nth(1).waitFor()
      const hrefs = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))])
      const [first = '', second = ''] = hrefs.filter((href) => href.split('/').length === list.split('/').length + 3)
      // Read at one moment: a page that is still being loaded may replace the one before it between two reads.
      const shown = () =>
        page
          .getByRole('main')
          .evaluate((main) =>
            main.ariaBusy === 'true' || main.querySelector('[aria-busy="true"]')
              ? 'busy'
              : (main.querySelector('h1')?.textContent ?? ''),
          )
      const titles: string[] = []
      for (const path of [first, second]) {
        const before = await shown()
        let now = before
        await goTo(page, path)
        await eventually(async () => {
          now = await shown()
          return ['busy', before].includes(now)
        }).toBe(false)
        titles.push(now)
      }
      await page.goBack()
      await eventually(shown).toBe(titles[0])
      await page.goForward()
      await eventually(shown).toBe(titles[1])
      expect(titles[0]).not.toBe(titles[1])
    },
  )
})

onlyInFullRun('a double click on Save asks once, and a double click on Yes saves once', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await description(page).fill('Saved once')
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && !request.url().includes('dry_run')) writes.push(request.url())
  })
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick()
  await dialog(page, 'Change metric profile').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await dialog(page, 'Change metric profile').getByRole('button', { name: 'Change metric profile' }).dblclick()
  await title(page, 'Select metric profile to change').waitFor()
  expect(writes).toHaveLength(1)
})

describe('Back while a dialog is open', () => {
  test('closes the dialog and shows the page before', async ({ open }) => {
    const page = await open({ ...member, at: '/ui/about' })
    for (const [name, key] of [
      ['Search', 'Control+K'],
      ['Keyboard shortcuts', 'Shift+?'],
    ] as const) {
      await section(page, 'Metric profiles').click()
      await title(page, 'Select metric profile to change').waitFor()
      await page.keyboard.press(key)
      await dialog(page, name).waitFor()
      await page.goBack()
      await title(page, 'About Quatrain').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
  })

  onlyInFullRun('asks only whether to leave while a save is running', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: `/ui/metricprofiles?name=${name}` })
    await page.getByRole('link', { name, exact: true }).click()
    await title(page, `Change metric profile ${name}`).waitFor()
    await description(page).fill('Not saved')
    await save(page)
    await dialog(page, 'Change metric profile').waitFor()
    await page.goBack()
    await dialog(page, 'Leave without saving').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await title(page, 'Select metric profile to change').waitFor()
    expect((await storedProfile(name))?.description).toBe('As it was')
  })
})

describe('a chunk that is missing after an update', () => {
  const part = '**/ui/assets/metrics-list-*.js'
  const missing = { status: 404, body: 'Not found' }

  test('is loaded by one reload, which keeps unsaved input', async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    expectProblem(page, /metrics-list-.* 404$/)
    // Not only once: the browser may ask for it twice, for the preload and for the import.
    await page.route(part, (route) => route.fulfill(missing))
    await description(page).fill('Typed before the update')
    const loadedAgain = page.waitForEvent('load')
    await section(page, 'Metrics').click()
    await page.getByRole('button', { name: 'Leave and keep draft' }).click()
    await loadedAgain
    await title(page, `Change metric profile ${name}`).waitFor()
    // Only now: while requests of the reload are under way, they may be lost with the route.
    await page.unroute(part)
    expect(await description(page).inputValue()).toBe('Typed before the update')
    await section(page, 'Metrics').click()
    await title(page, 'Select metric to change').waitFor()
  })

  test('leads to a page with a button if it stays missing, without reloading for ever', async ({ open }) => {
    const page = await open({ ...member, at: '/ui/about' })
    expectProblem(page, /metrics-list-.* 404$/)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route(part, (route) => route.fulfill(missing))
    const loadedAgain = page.waitForEvent('load')
    await section(page, 'Metrics').click()
    await loadedAgain
    await section(page, 'Metrics').click()
    await title(page, 'Something went wrong').waitFor()
    await page.getByRole('heading', { name: 'A part of the console could not be loaded.' }).waitFor()
    expect(loads).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    await takePicture(page, 'missing-part')
    await page.unroute(part)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await title(page, 'Select metric to change').waitFor()
  })

  test('is reported even if the whole console is missing', async ({ open }) => {
    const page = await open({ ...member, at: '/ui/about' })
    await title(page, 'About Quatrain').waitFor()
    expectProblem(page, /frame-.* 404$/)
    expectProblem(page, /A part of the console could not be loaded/)
    await page.route('**/ui/assets/frame-*.js', (route) => route.fulfill(missing))
    await page.reload()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute('**/ui/assets/frame-*.js')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await title(page, 'About Quatrain').waitFor()
  })
})

onlyInFullRun('an object that was deleted meanwhile can be added again with the unsaved input', async ({ open }) => {
  const name = await aMetricProfile()
  const page = await open({ ...member, at: pathOf(name) })
  await description(page).fill('Typed')
  const colleague = await open({ ...member, as: 'eira.tundal', at: pathOf(name) })
  await colleague.getByRole('button', { name: 'Delete', exact: true }).click()
  await agree(colleague, 'Delete metric profile')
  await colleague.getByText(`Metric profile ${name} was deleted.`).waitFor()

  expectProblem(page, / 404$/)
  await save(page)
  await page.getByRole('button', { name: 'Add it as a new one' }).click()
  await title(page, 'Add metric profile').waitFor()
  expect(await description(page).inputValue()).toBe('Typed')
  await save(page)
  await agree(page, 'Add metric profile')
  await title(page, 'Select metric profile to change').waitFor()
  expect((await storedProfile(name))?.description).toBe('Typed')
})

describe('two windows of one browser', () => {
  test('after another user logs in in one window, the other window says so and keeps unsaved input', async ({
    open,
  }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await description(page).fill('Typed by Jorn')
    const other = await page.context().newPage()
    await other.goto(new URL('/ui/about', page.url()).href)
    await other.getByRole('button', { name: 'Log out' }).click()
    await dialog(other, 'Log out').getByRole('button', { name: 'Log out and keep drafts' }).click()
    // Jorn's first window shows the login page now, and continues as the user who logs in.
    await page.getByRole('heading', { name: /^Log in/ }).waitFor()
    await logIn(other, 'eira.tundal')
    await page.getByRole('button', { name: 'Welcome, Eira' }).waitFor()
    await title(page, `Change metric profile ${name}`).waitFor()
    expect(await description(page).inputValue()).toBe('As it was')
  })

  onlyInFullRun("a window of the previous user cannot save under the new user's name", async ({ open }) => {
    const name = await aMetricProfile()
    const page = await open({ ...member, at: pathOf(name) })
    await description(page).fill('Typed by Jorn')
    const colleague = await open({ ...member, as: 'eira.tundal', at: '/ui/about' })
    // Sets Eira's cookies without any event that the window could notice.
    await page.context().addCookies(await colleague.context().cookies())
    expectProblem(page, /metricprofiles 409$/)
    const loadedAgain = page.waitForEvent('load')
    await save(page)
    await loadedAgain
    await message(page, 'You are logged in as eira.tundal').waitFor()
    await page.getByRole('button', { name: 'Welcome, Eira' }).waitFor()
    expect(await description(page).inputValue()).toBe('As it was')
    expect((await storedProfile(name))?.description).toBe('As it was')
    await takePicture(page, 'other-user')

    await page.getByRole('button', { name: 'Log out' }).click()
    await dialog(page, 'Log out').getByRole('button', { name: 'Log out', exact: true }).click()
    await logIn(page, 'jorn.havsand')
    await title(page, 'Select metric profile to change').waitFor()
    await page.goto(new URL(pathOf(name), page.url()).href)
    await page.getByText(/^These are your unsaved changes of/).waitFor()
    expect(await description(page).inputValue()).toBe('Typed by Jorn')
  })
})

test('messages can be read and dismissed while a dialog is open, by pointer and by keyboard', async ({ open }) => {
  const page = await open({ ...member, at: '/ui/about' })
  expectProblem(page, /logout 500$/)
  const failure = { code: 'internal', detail: 'Internal server error', source: 'internal-api', requestId: 'r-1' }
  await page.route('**/dj-rest-auth/logout', (route) => route.fulfill({ status: 500, json: failure }))
  for (const dismiss of ['pointer', 'keyboard'] as const) {
    await page.getByRole('button', { name: 'Log out' }).click()
    await dialog(page, 'Log out').getByRole('button', { name: 'Log out' }).click()
    await message(page, 'You are still logged in').waitFor()
    await page.keyboard.press('Control+K')
    await eventually(() => hasFocus(dialog(page, 'Search').getByRole('combobox'))).toBe(true)
    const button = page.getByRole('button', { name: 'Dismiss: You are still logged in' })
    if (dismiss === 'pointer') {
      expect(await accessibilityProblems(page)).toEqual([])
      await takePicture(page, 'message-over-dialog')
      await button.click()
    } else {
      await tabTo(page, button)
      await page.keyboard.press('Enter')
    }
    await button.waitFor({ state: 'detached' })
    await dialog(page, 'Search').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Search').waitFor({ state: 'detached' })
  }
})
