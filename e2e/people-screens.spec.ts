import { setPasswordPath } from '@quatrain/contract/accounts/session.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Screen, saying, testScreensOfKind, titled } from './src/screens.ts'
import { sendRequest } from './src/send-request.ts'
import { sharedSession } from './src/session.ts'
import { dialog } from './src/steps.ts'
import { expectProblem, originFor } from './src/visits.ts'

const keysOfUsers = (page: Page) => page.getByRole('table', { name: 'Table of keys of users' }).waitFor()

const nordic = { tenant: 'nordic', as: 'admin' }
const alpine = { tenant: 'alpine', as: 'admin' }
const root = { as: 'admin' }
const users = '/ui/administration/users'
const groups = '/ui/administration/groupofmetricprofiles'
const providers = '/ui/administration/identityproviders'

const linked = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).first().waitFor()

async function withProblems(page: Page) {
  await page.getByLabel('Username', { exact: true }).fill('a b')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Letters, numbers and @/./+/-/_ characters').first().waitFor()
}

async function withSaml(page: Page) {
  await page.getByLabel('Protocol').selectOption('SAML 2.0')
  await page.getByRole('button', { name: 'Choose a metadata file' }).waitFor()
}

async function withRule(page: Page) {
  const rules = page.getByText('Groups of new users', { exact: true }).first()
  await rules.evaluate((element) => element.scrollIntoView())
  await rules.waitFor()
}

/** A link that nobody has sent. */
async function endedLink(page: Page) {
  expectProblem(page, /readpasswordlink 400$/)
  await page.getByText('This link has been used, has expired, or was replaced.').waitFor()
}

const addingKey = async (page: Page) => {
  await page.getByRole('button', { name: 'Add key' }).click()
  await dialog(page, 'Add key').waitFor()
}

/** Every screen is shown once, so each adds another key. */
const withKey = async (page: Page) => {
  await addingKey(page)
  const form = dialog(page, 'Add key')
  await form.getByLabel('Name', { exact: true }).fill(`screen-${Date.now()}`)
  await form.getByLabel('Read-only').check()
  await form.getByRole('button', { name: 'Add key' }).click()
  await page.getByRole('button', { name: 'I have stored it' }).waitFor()
}

async function withListedKey(page: Page) {
  await withKey(page)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page
    .getByRole('row', { name: /screen-/ })
    .first()
    .waitFor()
}

async function replacingToken(page: Page) {
  await withListedKey(page)
  await page
    .getByRole('button', { name: /^Replace token of screen-/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Replace token/ }).waitFor()
}

const signingKeys = (page: Page) => page.getByRole('button', { name: 'Add new key' }).scrollIntoViewIfNeeded()

/** A SAML provider that no login page offers. */
async function aSamlProvider(): Promise<string> {
  const { headers } = await sharedSession(originFor({}), 'admin')
  const name = `SAML-${Date.now()}`
  const texts = ['button_text', 'issuer', 'client_id', 'scopes', 'metadata', 'subject_attribute']
  const attributes = ['username', 'display_name', 'first_name', 'last_name', 'email', 'groups']
  const blank = [...texts, ...attributes.map((attribute) => `${attribute}_attribute`)].map((field) => [field, ''])
  const { status } = await sendRequest(originFor({}), resourceEndpoints(identityProviders).add.path, {
    method: 'POST',
    headers,
    body: {
      ...Object.fromEntries(blank),
      tenant: 'NORDIC',
      name,
      protocol: 'saml',
      enabled: false,
      group_rules: [],
      metadata_address: 'https://login.example.org/metadata',
    },
  })
  expect(status).toBe(201)
  return `${providers}/${encodeURIComponent(`NORDIC: ${name}`)}`
}

const rename = async (page: Page) => {
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByLabel('New name').fill('NIGHT_SHIFT')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Rename NORDIC to NIGHT_SHIFT?').waitFor()
}

/** As in a tenant whose identity providers the super-tenant configures. */
async function configuredElsewhere(page: Page) {
  const { body } = await sendRequest(originFor(alpine), configOptions.path)
  const { result } = configOptions.answer.parse(body)
  const json = { result: { ...result, read_only_kinds: [identityProviders.kind] } }
  await page.route('**/config_options', (route) => route.fulfill({ json }))
  await page.reload()
  await page.getByRole('table').getByRole('link').first().click()
  await saying('This is a read-only instance')(page)
}

const screens: readonly (readonly [string, Screen])[] = [
  ['users', { ...nordic, at: users, until: linked('admin') }],
  ['users-super-tenant', { ...root, at: users, until: linked('admin') }],
  ['user-add', { ...nordic, at: `${users}/add`, until: titled('Add user') }],
  ['user-add-with-problems', { ...nordic, at: `${users}/add`, until: withProblems }],
  ['user', { ...nordic, at: `${users}/jorn.havsand`, until: titled(/^Change user/) }],
  ['own-profile', { ...nordic, at: '/ui/profile', until: saying('End all other sessions') }],
  ['own-key-add', { ...nordic, at: '/ui/profile', until: addingKey }],
  ['own-key-token', { ...nordic, at: '/ui/profile', until: withKey }],
  ['own-keys', { ...nordic, at: '/ui/profile', until: withListedKey }],
  ['own-key-replace-token', { ...nordic, at: '/ui/profile', until: replacingToken }],
  ['keys-of-users', { ...nordic, at: '/ui/administration/apikey', until: keysOfUsers }],
  ['change-password', { ...nordic, at: '/ui/profile/change_password', until: titled('Change password') }],
  ['groups', { ...nordic, at: groups, until: titled(/group/i) }],
  ['group', { ...nordic, at: `${groups}/NORDIC`, until: titled(/^Change/) }],
  ['group-rename', { ...nordic, at: `${groups}/NORDIC`, until: rename }],
  ['group-add', { ...nordic, at: `${groups}/add`, until: titled(/^Add/) }],
  ['identity-providers', { ...root, at: providers, until: titled(/identity provider/i) }],
  ['identity-provider-read-only', { ...alpine, at: providers, until: configuredElsewhere }],
  ['identity-provider-add', { ...root, at: `${providers}/add`, until: titled(/^Add/) }],
  ['identity-provider-group-rules', { ...root, at: `${providers}/add`, until: withRule }],
  ['set-password-ended', { tenant: 'nordic', at: `${setPasswordPath}#${'x'.repeat(43)}`, until: endedLink }],
  ['identity-provider-saml', { ...root, at: aSamlProvider, until: signingKeys }],
  ['identity-provider-add-saml', { ...root, at: `${providers}/add`, until: withSaml }],
]

testScreensOfKind(screens)
