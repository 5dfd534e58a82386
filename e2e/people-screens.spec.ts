import type { Page } from 'playwright-core'
import { type Screen, saying, testScreens, titled } from './src/screens.ts'

const nordic = { tenant: 'nordic', as: 'admin' }
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

const screens: readonly (readonly [string, Screen])[] = [
  ['users', { ...nordic, at: users, until: linked('admin') }],
  ['users-super-tenant', { ...root, at: users, until: linked('admin') }],
  ['user-add', { ...nordic, at: `${users}/add`, until: titled('Add user') }],
  ['user-add-with-problems', { ...nordic, at: `${users}/add`, until: withProblems }],
  ['user', { ...nordic, at: `${users}/jorn.havsand`, until: titled(/^Change user/) }],
  ['own-profile', { ...nordic, at: '/ui/profile', until: saying('End all other sessions') }],
  ['change-password', { ...nordic, at: '/ui/profile/change_password', until: titled('Change password') }],
  ['groups', { ...nordic, at: groups, until: titled(/group/i) }],
  ['group', { ...nordic, at: `${groups}/NORDIC`, until: titled(/^Change/) }],
  ['group-add', { ...nordic, at: `${groups}/add`, until: titled(/^Add/) }],
  ['identity-providers', { ...root, at: providers, until: titled(/identity provider/i) }],
  ['identity-provider-add', { ...root, at: `${providers}/add`, until: titled(/^Add/) }],
  ['identity-provider-add-saml', { ...root, at: `${providers}/add`, until: withSaml }],
]

testScreens(screens)
