import { configOptions } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { identityProviders } from '@quatrain/contract/resources/identity-provider.ts'
import { replaceSigningKey, signingKeys, signOnTestResult } from '@quatrain/contract/sign-on/sign-on.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { nothingElse } from '#test/probes.ts'
import { confirm } from '#test/profiles.ts'
import { aServer, aSuperuser, options, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(identityProviders)

const provider = {
  id: 1,
  tenant: 'NORDIC',
  name: 'Campus',
  protocol: 'oidc' as const,
  enabled: true,
  button_text: '',
  issuer: 'https://login.example.org',
  client_id: 'console',
  scopes: '',
  username_attribute: '',
  metadata_address: '',
  metadata: '',
  subject_attribute: '',
  display_name_attribute: '',
  first_name_attribute: '',
  last_name_attribute: '',
  email_attribute: '',
  groups_attribute: 'groups',
  group_rules: [{ value: 'ops', kind: 'metrics' as const, group: 'operators' }],
  has_client_secret: true,
  domain: 'localhost',
}

const page = '/ui/administration/identityproviders'

test('the list says which providers the login page offers', async () => {
  aServer(aSuperuser()).answer(api.list, [provider, { ...provider, id: 2, name: 'Partners', enabled: false }])
  showPage(page)
  const row = (await screen.findByRole('link', { name: 'Partners' })).closest('tr')
  if (!row) throw new Error('A link of a list is in a row.')
  expect(within(row).getByText('not offered')).toBeVisible()
})

test('a stored secret is never shown, and is kept unless another one is typed', async () => {
  const server = aServer(aSuperuser())
    .answer(api.get, provider, '"3"')
    .preview(api.change, nothingElse)
    .answer(api.change, provider, '"4"')
    .answer(api.list, [])
  showPage(`${page}/NORDIC%3A%20Campus`)
  const secret = await screen.findByLabelText('Client secret (optional)')
  expect(secret).toHaveValue('')
  expect(screen.getByText('One is stored. Type another one to replace it.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Text of the button (optional)'), 'Use Campus')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change identity provider')
  const sent = server.callsOf(api.change).at(-1)?.body
  expect(sent).toMatchObject({ id: 1, button_text: 'Use Campus', group_rules: provider.group_rules })
  expect(sent).not.toHaveProperty('client_secret')
})

test('the rules of the contract are shown at the fields', async () => {
  aServer(aSuperuser())
  showPage(`${page}/add`)
  await userEvent.type(await screen.findByLabelText('Issuer'), 'login')
  await userEvent.tab()
  expect(await screen.findByText(/Must be an address such as https/)).toBeVisible()
})

test('a test login shows what arrived, and which groups do not exist', async () => {
  aServer(aSuperuser()).answer(signOnTestResult, {
    provider: 'Campus',
    attributes: [{ name: 'groups', values: ['ops', 'web'] }],
    person: {
      subject: 's-1',
      username: 'ada',
      first_name: 'Ada',
      last_name: '',
      email: '',
      displayname: 'Ada',
      is_known: false,
      groups: [{ kind: 'metrics', group: 'operators', exists: false }],
    },
    problem: '',
  })
  showPage(`${page}/NORDIC%3A%20Campus/test/abc`)
  expect(await screen.findByText('metrics: operators (does not exist)')).toBeVisible()
  expect(screen.getByText('ops, web')).toBeVisible()
})

test('the result of a test login that has expired is not found, with the way to begin another one', async () => {
  aServer(aSuperuser()).refuse(signOnTestResult, 'not_found')
  showPage(`${page}/NORDIC%3A%20Campus/test/abc`)
  await screen.findByRole('heading', { name: 'Not found' })
  expect(screen.getByRole('link', { name: 'Go to the identity provider' })).toBeVisible()
})

test('a SAML provider has the metadata that a file contains, which the contract checks', async () => {
  aServer(aSuperuser())
  showPage(`${page}/add`)
  await userEvent.selectOptions(await screen.findByLabelText('Protocol'), 'SAML 2.0')
  expect(screen.queryByLabelText('Client ID')).toBeNull()
  await userEvent.type(screen.getByLabelText('Address of the metadata'), 'login')
  await userEvent.tab()
  expect(await screen.findByText(/Must be an address such as https/)).toBeVisible()
  const file = new File(['<EntityDescriptor/>'], 'metadata.xml', { type: 'text/xml' })
  const input = document.querySelector('input[type="file"]')
  if (!(input instanceof HTMLInputElement)) throw new Error('The page has no input for files.')
  await userEvent.upload(input, file)
  expect(await screen.findByLabelText('Metadata')).toHaveValue('<EntityDescriptor/>')
  expect(screen.getByLabelText('Address of the metadata')).toHaveValue('')
})

test('the key of the console is replaced in two steps', async () => {
  const saml = { ...provider, protocol: 'saml' as const, client_id: '', metadata: '<EntityDescriptor/>' }
  const key = { id: 1, since: '2029-01-02T03:04:05.000Z', fingerprint: 'aa11', signs: true }
  const next = { ...key, id: 2, fingerprint: 'bb22', signs: false }
  const server = aServer(aSuperuser())
    .answer(api.get, saml, '"3"')
    .answer(signingKeys, [key])
    .answer(replaceSigningKey, [key, next])
  showPage(`${page}/NORDIC%3A%20Campus`)
  await userEvent.click(await screen.findByRole('button', { name: 'Add new key' }))
  server.answer(signingKeys, [key, next])
  await confirm('Add new key')
  expect(await screen.findByText('bb22')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Use new key' }))
  server.answer(signingKeys, [{ ...next, signs: true }])
  await confirm('Use new key')
  expect(await screen.findByText('The new key signs')).toBeVisible()
  expect(server.callsOf(replaceSigningKey).map(({ body }) => body)).toEqual([{ step: 'add' }, { step: 'use' }])
  expect(screen.queryByText('aa11')).toBeNull()
})

test('without the right to configure providers, everything is shown and nothing can be written', async () => {
  const ofElsewhere = { result: { ...options, read_only_kinds: [identityProviders.kind] } }
  aServer(aSuperuser()).answer(configOptions, ofElsewhere).answer(api.get, provider, '"3"').answer(api.list, [provider])
  const { unmount } = showPage(`${page}/NORDIC%3A%20Campus`)
  expect(
    await screen.findByText('Only administrators of the super-tenant can change identity providers of this tenant.'),
  ).toBeVisible()
  expect(screen.getByText('https://login.example.org')).toBeVisible()
  expect(screen.getByText(/\/oidc\/callback$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  unmount()

  const list = showPage(page)
  await screen.findByRole('heading', { name: 'Select identity provider for details' })
  expect(screen.getByRole('button', { name: 'Add' })).toHaveAttribute('aria-disabled', 'true')
  list.unmount()

  showPage(`${page}/add`)
  expect(await screen.findByText('You do not have permission to add identity providers.')).toBeVisible()
  expect(screen.getByText('Only administrators of the super-tenant can.')).toBeVisible()
})
