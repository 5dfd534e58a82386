import { logOut } from '@quatrain/contract/accounts/session.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { aMetricProfile, pathOf } from './src/metric-profiles.ts'
import { sendRequest } from './src/send-request.ts'
import { password, startSession } from './src/session.ts'
import { agree, dialog, hasFocus, logIn, save, tabTo, title } from './src/steps.ts'
import { eventually, expectProblem, onlyInFullRun, originOf, test } from './src/visits.ts'

const refused = 'Login failed, invalid username and password provided'

/** Ends the session of a page of NORDIC without using the page. */
async function endSessionOf(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const token = decodeURIComponent(cookies.find(({ name }) => name === 'csrftoken')?.value ?? '')
  await sendRequest(originOf('nordic'), logOut.path, {
    method: logOut.method,
    headers: { cookie, 'x-csrftoken': token },
  })
}

describe('signing in', () => {
  const refusals = [
    ['a wrong password', 'nordic', 'tuva.brekken', 'wrong'],
    ['somebody unknown', 'nordic', 'nobody.atall', password],
    ['an account that is not active any more', 'nordic', 'hakon.skarli', password],
    ['somebody of another tenant', 'alpine', 'jorn.havsand', password],
  ] as const
  // The tests of the server refuse each of them.
  test.for(oneOfEachKind(refusals, () => 'refused'))(
    '%s is refused with the same message, and the form is cleared',
    async ([, tenant, username, secret], { open }) => {
      const page = await open({ tenant, at: '/ui/login' })
      expectProblem(page, /POST \/dj-rest-auth\/login 401/)
      await logIn(page, username, secret)

      await eventually(() => page.getByRole('alert').textContent()).toBe(refused)
      expect(await page.getByLabel('Username').inputValue()).toBe('')
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
      expect(await hasFocus(page.getByLabel('Username'))).toBe(true)
    },
  )

  const visitors = [
    ['a member of a tenant', 'nordic', 'jorn.havsand', '/ui/metricprofiles', 'Select metric profile to change'],
    ['an administrator of the super-tenant', undefined, 'admin', '/ui/administration', 'Administration'],
    ['an administrator of a tenant', 'nordic', 'admin', '/ui/administration', 'Administration'],
  ] as const
  test.for(oneOfEachKind(visitors, ([, , , path]) => path))(
    '%s sees their start page',
    async ([, tenant, username, path, heading], { open }) => {
      const page = await open({ tenant, at: '/ui/' })
      await logIn(page, username)
      await title(page, heading).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    },
  )

  onlyInFullRun('leads to the page that the user opened first', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/metricprofiles?groupname=NORDIC&sort=-name' })
    await logIn(page, 'jorn.havsand')
    await title(page, 'Select metric profile to change').waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe('/ui/metricprofiles?groupname=NORDIC&sort=-name')
  })

  test('and out again works with the keyboard alone', async ({ open }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/login' })
    await eventually(() => hasFocus(page.getByLabel('Username'))).toBe(true)
    await page.keyboard.type('jorn.havsand')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await title(page, 'Select metric profile to change').waitFor()

    await tabTo(page, page.getByRole('button', { name: 'Log out' }))
    await page.keyboard.press('Enter')
    const question = dialog(page, 'Log out')
    await eventually(() => hasFocus(question.getByRole('button', { name: 'Stay' }))).toBe(true)
    await tabTo(page, question.getByRole('button', { name: 'Log out' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Log in to' }).waitFor()
  })
})

describe('signing out', () => {
  test('requires confirmation; afterwards Back shows no data', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
    await page.getByRole('link', { name: 'NORDIC_CLOUD' }).click()
    await title(page, 'Metric profile details NORDIC_CLOUD').waitFor()

    await page.getByRole('button', { name: 'Log out' }).click()
    await dialog(page, 'Log out').getByText('Are you sure you want to log out?', { exact: true }).waitFor()
    await dialog(page, 'Log out').getByRole('button', { name: 'Stay' }).click()
    await dialog(page, 'Log out').waitFor({ state: 'detached' })
    await title(page, 'Metric profile details NORDIC_CLOUD').waitFor()

    await page.getByRole('button', { name: 'Log out' }).click()
    await agree(page, 'Log out')
    await page.getByLabel('Username').waitFor()
    expect(new URL(page.url()).pathname).toBe('/ui/login')

    await page.goBack()
    await page.getByLabel('Username').waitFor()
    expect(await page.getByText('NORDIC_CLOUD').count()).toBe(0)
    await page.reload()
    await page.getByLabel('Username').waitFor()
  })

  test('aborts pending requests, which would be refused', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
    const loading = '**/api/v2/internal/home'
    const loggedOut = Promise.withResolvers<void>()
    await page.route(loading, async (route) => {
      await loggedOut.promise
      // An aborted request cannot be continued.
      await route.continue().catch(() => undefined)
    })
    const isOver = Promise.race([page.waitForResponse(loading), page.waitForEvent('requestfailed')])
    await page.route('**/dj-rest-auth/logout', async (route) => {
      await endSessionOf(page)
      loggedOut.resolve()
      await isOver
      await route.continue()
    })
    const isLoading = page.waitForRequest(loading)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await isLoading
    await page.getByRole('button', { name: 'Log out' }).click()
    await agree(page, 'Log out')
    await page.getByLabel('Username').waitFor()
  })

  onlyInFullRun('ends the session even for a stolen cookie', async ({ open }) => {
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/home' })
    const kept = await page.context().cookies()
    await page.getByRole('button', { name: 'Log out' }).click()
    await agree(page, 'Log out')
    await page.getByLabel('Username').waitFor()

    await page.context().addCookies(kept)
    await page.goto(`${originOf('nordic')}/ui/metricprofiles`)
    await page.getByLabel('Username').waitFor()
  })
})

describe('a session that ends while a form is filled in leads to the login page and back to the unsaved input', () => {
  const answersOfForm = '**/api/v2/internal/changerequests?*'
  const noticedBy = [
    ['the save', /metricprofiles 401$/],
    ['a late request of the page', / 401$/],
  ] as const
  test.for(noticedBy)('and %s notices it', async ([by, problem], { open }) => {
    const name = await aMetricProfile()
    const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/about' })
    expectProblem(page, problem)
    const typed = Promise.withResolvers<void>()
    await page.route(answersOfForm, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.goto(originOf('nordic') + pathOf(name))
    await page.getByLabel('Description').fill('Typed before the session ended')
    if (by === 'the save') {
      typed.resolve()
      await page.waitForLoadState('networkidle')
      await endSessionOf(page)
      await save(page)
    } else {
      await endSessionOf(page)
      typed.resolve()
    }
    await page.getByText('Your session has ended. Log in to continue; your input is kept.').waitFor()
    await logIn(page, 'jorn.havsand')
    await title(page, `Change metric profile ${name}`).waitFor()
    expect(new URL(page.url()).pathname).toBe(pathOf(name))
    await eventually(() => page.getByLabel('Description').inputValue()).toBe('Typed before the session ended')
  })
})

onlyInFullRun('an expired session is noticed by the next page, and logging in leads back to it', async ({ open }) => {
  const page = await open({ tenant: 'nordic', as: 'jorn.havsand', at: '/ui/metricprofiles' })
  await page.getByRole('link', { name: 'NORDIC_CLOUD' }).waitFor()
  await endSessionOf(page)

  expectProblem(page, / 401$/)
  await page.getByRole('link', { name: 'Metrics', exact: true }).click()
  await page.getByText('Your session has ended. Log in to continue; your input is kept.').waitFor()
  expect(await page.getByText('NORDIC_CLOUD').count()).toBe(0)
  await logIn(page, 'jorn.havsand')
  await page.getByRole('link', { name: 'argo.ncg.mon' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/ui/metrics')
})

describe('the login page names the tenant', () => {
  test('with a link to its public pages, and without a button of an identity provider that it does not have', async ({
    open,
  }) => {
    const page = await open({ tenant: 'nordic', at: '/ui/login' })
    await page.getByRole('heading', { name: /NORDIC$/ }).waitFor()
    await page.getByRole('link', { name: 'Public pages' }).waitFor()
    expect(await page.getByRole('link', { name: /^Log in/ }).count()).toBe(0)
  })

  onlyInFullRun('or the super-tenant, and no tenant', async ({ open }) => {
    const page = await open({ at: '/ui/login' })
    await page.getByLabel('Username').waitFor()
    expect(await page.getByText('NORDIC').count()).toBe(0)
  })

  test('and an unknown host has no console', async ({ open }) => {
    const page = await open({ tenant: 'nobody', at: '/ui/' })
    expectProblem(page, / 404$/)
    await title(page, 'There is no tenant at this address').waitFor()
    expect(await page.getByLabel('Username').count()).toBe(0)
  })
})

onlyInFullRun('a session of one tenant is invalid in another', async ({ open }) => {
  const { cookies } = await startSession(originOf('nordic'), 'admin')
  const page = await open({ tenant: 'alpine', at: '/ui/login' })
  const url = originOf('alpine')
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  await page.goto(`${url}/ui/metricprofiles`)
  await page.getByLabel('Username').waitFor()
})
