import { samlMetadata } from '@quatrain/contract/sign-on/sign-on.ts'
import {
  hasGo,
  type IndependentProvider,
  startIndependentProvider,
} from '@quatrain/platform/testing/independent-saml-provider.ts'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { accessibilityProblems } from './src/accessibility.ts'
import { takePictures } from './src/pictures.ts'
import { sendRequest } from './src/send-request.ts'
import { agree, dialog, message, save, title } from './src/steps.ts'
import { originOf, test } from './src/visits.ts'

const tenant = 'federation'
const provider = 'Campus SAML'
const key = `${tenant.toUpperCase()}: ${provider}`
const button = 'Log in at the campus'
const asAda = 'Log in as Ada Lovelace'

describe.skipIf(!hasGo())('with an independent SAML provider', () => {
  let idp: IndependentProvider
  beforeAll(async () => {
    idp = await startIndependentProvider()
  }, 300_000)
  afterAll(() => idp?.close())

  test('a superuser adds and tests it; a person logs in to the requested address, and out of both', async ({
    open,
  }) => {
    const admin = await open({ as: 'admin', at: '/ui/administration/identityproviders/add' })
    await admin.getByLabel('Tenant', { exact: true }).selectOption(tenant.toUpperCase())
    await admin.getByLabel('Name', { exact: true }).fill(provider)
    await admin.getByLabel('Text of the button').fill(button)
    await admin.getByLabel('Protocol').selectOption('SAML 2.0')
    const metadata = await (await fetch(`${idp.url}/metadata`)).text()
    await admin.getByLabel('Metadata', { exact: true }).fill(metadata)
    await save(admin)
    await agree(admin, 'Add identity provider')
    await message(admin, 'Identity provider successfully added').waitFor()

    const { body } = await sendRequest(originOf(tenant), samlMetadata.path)
    await idp.register(String(body))
    await admin.getByRole('link', { name: provider }).click()
    await admin.getByRole('button', { name: 'Test login' }).click()
    await admin.getByRole('button', { name: asAda }).click()
    await admin.getByText('The provider works. Nothing was changed, and nobody was logged in.').waitFor()
    await admin.getByText('This subject has never logged in').waitFor()
    expect(await accessibilityProblems(admin)).toEqual([])
    await takePictures(admin, 'identity-provider-test')
    await admin.getByRole('link', { name: 'Back to the identity provider' }).click()
    await admin.getByLabel('Offer on the login page').check()
    await save(admin)
    await agree(admin, 'Change identity provider')
    await message(admin, 'Identity provider successfully changed').waitFor()

    const page = await open({ tenant, at: '/ui/metricprofiles?sort=-name' })
    await page.getByRole('link', { name: button }).click()
    await page.getByRole('heading', { name: 'Test provider' }).waitFor()
    expect(new URL(page.url()).origin).toBe(idp.url)
    await page.getByRole('button', { name: asAda }).click()
    await title(page, 'Select metric profile for details').waitFor()
    expect(page.url()).toBe(`${originOf(tenant)}/ui/metricprofiles?sort=-name`)
    await page.getByRole('button', { name: /^Welcome, / }).waitFor()

    const logouts: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) logouts.push(new URL(request.url()).origin + new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Log out' }).click()
    await agree(page, 'Log out')
    await page.getByLabel('Username').waitFor()
    expect(logouts).toEqual([`${idp.url}/logout`, `${originOf(tenant)}/saml2/ls/`, `${originOf(tenant)}/ui/login`])
    await page.goto(`${originOf(tenant)}/ui/metricprofiles`)
    await page.getByRole('link', { name: button }).waitFor()

    await admin.goto(`${originOf()}/ui/administration/identityproviders/${encodeURIComponent(key)}`)
    await admin.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog(admin, 'Delete identity provider').getByRole('button', { name: 'Delete identity provider' }).click()
    await message(admin, 'Identity provider successfully deleted').waitFor()
  })
})
