import type { Page } from 'playwright-core'
import { described, type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { dialog } from './src/steps.ts'
import { expectProblem } from './src/visits.ts'

const root = { as: 'admin' }
const nordic = { tenant: 'nordic', as: 'admin' }
const list = '/ui/administration/apikey'
const box = `${list}/NORDIC`

const listed = (page: Page) => page.getByRole('link', { name: 'WEB-API-NORDIC', exact: true }).waitFor()

async function noKey(page: Page) {
  expectProblem(page, /zzz(\/heads)? 404$/)
  await saying('There is no API key named zzz')(page)
}

async function withProblems(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('box')
  await page.getByLabel('Web API key').check()
  await page.getByText(/^Name must have the form/).waitFor()
}

async function revealed(page: Page) {
  await page.getByRole('button', { name: 'Reveal token' }).click()
  await saying('demo-nordic')(page)
}

async function revokeConfirmation(page: Page) {
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await dialog(page, 'Revoke API key').waitFor()
}

async function limited(page: Page) {
  await page
    .getByLabel(/^Address ranges/)
    .first()
    .fill('192.0.2.0/24')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: /^Expires/ }).fill('2099-12-31 23:59')
  await page.locator('[data-bottom-bar]').getByText('2 changes').waitFor()
}

async function wrongRange(page: Page) {
  await page
    .getByLabel(/^Address ranges/)
    .first()
    .fill('somewhere')
  await page.keyboard.press('Tab')
  await page.getByText(/^somewhere is not an address/).waitFor()
}

async function replacing(page: Page) {
  await page.getByRole('button', { name: 'Replace token' }).click()
  await dialog(page, 'Replace token').waitFor()
}

async function failing(page: Page) {
  expectProblem(page, /apikeys 503|503/)
  await page.route('**/internal/apikeys', (route) => route.fulfill({ status: 503, json: { detail: 'Busy.' } }))
  await page.reload()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

const screens: readonly (readonly [string, Screen])[] = [
  ['api-keys', { ...nordic, at: list, until: listed }],
  ['api-keys-super-tenant', { ...root, at: list, until: listed }],
  ['api-keys-nothing-found', { ...nordic, at: `${list}?name=zzz`, until: saying('No API keys match') }],
  ['api-keys-failing', { ...nordic, at: list, until: failing }],
  ['api-key-add', { ...nordic, at: `${list}/add`, until: titled('Add API key') }],
  ['api-key-add-with-problems', { ...root, at: `${list}/add`, until: withProblems }],
  ['api-key', { ...nordic, at: box, until: described('Token') }],
  ['api-key-revealed', { ...nordic, at: box, until: revealed }],
  ['api-key-limits', { ...nordic, at: box, until: limited }],
  ['api-key-wrong-range', { ...nordic, at: box, until: wrongRange }],
  ['api-key-replace-token', { ...nordic, at: box, until: replacing }],
  ['api-key-revoke-confirmation', { ...nordic, at: box, until: revokeConfirmation }],
  ['api-key-of-the-web-api', { ...nordic, at: `${list}/WEB-API-NORDIC`, until: titled(/^API key details/) }],
  ['api-key-not-found', { ...nordic, at: `${list}/zzz`, until: noKey }],
]

testScreensOfKind(screens)
