import { expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { agree, title } from './src/steps.ts'
import { test } from './src/visits.ts'

const button = 'Log in with the demonstration’s identity provider'

test('a person signs on from the login page, lands at the requested address, and signs out', async ({ open }) => {
  const page = await open({ tenant: 'alpine', at: '/ui/metricprofiles?sort=-name' })
  await page.getByRole('link', { name: button }).click()
  await page.getByRole('heading', { name: 'Demonstration sign-on' }).waitFor()
  expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  await page.getByRole('button', { name: 'Sign in as Seraina Tschudi' }).click()

  await title(page, 'Select metric profile to change').waitFor()
  const { hostname, pathname, search } = new URL(page.url())
  expect([hostname, pathname + search]).toEqual(['alpine.localhost', '/ui/metricprofiles?sort=-name'])
  await page.getByRole('button', { name: 'Welcome, Seraina' }).waitFor()

  await page.getByRole('button', { name: 'Log out' }).click()
  await agree(page, 'Log out')
  await page.getByLabel('Username').waitFor()
  await page.reload()
  await page.getByRole('link', { name: button }).waitFor()
})

test('a person who cancels at the identity provider is told so on the login page, and can try again', async ({
  open,
}) => {
  const page = await open({ tenant: 'alpine', at: '/ui/login' })
  await page.getByRole('link', { name: button }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').filter({ hasText: 'The identity provider has not logged you in.' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: button }).click()
  await page.getByRole('button', { name: 'Sign in as Gian' }).click()
  await page.getByRole('button', { name: 'Welcome, Gian' }).waitFor()
})
