import { endUserKey, listUserKeys } from '@quatrain/contract/accounts/user-keys.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import {
  type ApiKey,
  addApiKey,
  apiKeys,
  revealApiKey,
  revokeApiKeys,
  rotateApiKey,
} from '@quatrain/contract/resources/api-key.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(apiKeys)

const noLimits = { expires: null, networks: [], scopes: [], rotated: null, previous_until: null }

const aKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 5,
  name: 'dashboards',
  key: 'dashboards',
  used_by: 'poem',
  revoked: false,
  tenant: 'NORDIC',
  created: '2026-01-02T03:04:05.000Z',
  last_used_at: '2026-02-03T04:05:06.000Z',
  last_used_by: '192.0.2.7',
  ...noLimits,
  ...changes,
})

const webApiKey = aKey({ id: 6, name: 'WEB-API-NORDIC', key: 'WEB-API-NORDIC', used_by: 'webapi', last_used_at: null })
const oldKey = aKey({ id: 4, key: 'dashboards~4', revoked: true, last_used_at: null })

const serverWith = (key = aKey(), server = aServer(aSuperuser())) =>
  server
    .answer(api.list, [key, oldKey, webApiKey])
    .answer(listUserKeys, [])
    .answer(api.get, key, '"3"')
    .answer(revealApiKey, { token: 'the-token' })

const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }
const address = '/ui/administration/apikey'

test('the list shows of each key when it was added and used, whether it is revoked, and its owner', async () => {
  serverWith()
  showPage(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Select API key to change' })).toBeVisible()
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  const [live, old, webApi] = rows.slice(-3)
  if (!live || !old || !webApi) throw new Error('Rows are missing.')
  expect(within(live).getByRole('link', { name: 'dashboards' })).toHaveAttribute('href', `${address}/dashboards`)
  expect(within(old).getByRole('link', { name: 'dashboards' })).toHaveAttribute('href', `${address}/dashboards~4`)
  expect([live, old, webApi].map((row) => within(row).getByText(/^(yes|no)$/).textContent)).toEqual(['no', 'yes', 'no'])
  expect(within(live).getByText('poem')).toBeVisible()
  expect(within(webApi).getByText('webapi')).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Tenant' })).not.toBeInTheDocument()
})

test('on the super-tenant the list shows the tenant of each key', async () => {
  serverWith(aKey(), aSuperTenant())
  showPage(address)
  expect(await screen.findByRole('columnheader', { name: /^Tenant/ })).toBeVisible()
})

test('the token of a key is loaded only on demand, and hidden again', async () => {
  const server = serverWith()
  showPage(`${address}/dashboards`)
  expect(await screen.findByText('192.0.2.7')).toBeVisible()
  expect(screen.queryByText('the-token')).not.toBeInTheDocument()
  expect(server.callsOf(revealApiKey)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Reveal token' }))
  expect(await screen.findByText('the-token')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Hide token' }))
  expect(screen.queryByText('the-token')).not.toBeInTheDocument()
  expect(server.callsOf(revealApiKey)).toHaveLength(1)
})

test('the token is copied without being shown; a refused clipboard is reported', async () => {
  serverWith()
  const user = userEvent.setup()
  showPage(`${address}/dashboards`)
  await user.click(await screen.findByRole('button', { name: 'Copy token' }))
  expect(await screen.findByText('API token copied to clipboard')).toBeVisible()
  expect(screen.getByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('the-token')
  expect(screen.queryByText('the-token')).not.toBeInTheDocument()

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Copy token' }))
  expect(await screen.findByText('The browser did not allow access to the clipboard.')).toBeVisible()
})

test('the name of a new key is validated, and its token is shown once', async () => {
  const server = serverWith()
    .preview(addApiKey, nothingElse)
    .answer(addApiKey, { ...aKey({ name: 'box', key: 'box' }), token: 'made-up-token' }, '"1"')
  showPage(`${address}/add`)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.getByText('Name field is required')).toBeVisible()
  const name = screen.getByLabelText('Name')
  await userEvent.type(name, 'WEB-API-NORDIC')
  expect(screen.getByText(/^Name can contain alphanumeric characters, dash and underscore, must always/)).toBeVisible()
  expect(screen.queryByLabelText('Web API key')).not.toBeInTheDocument()
  await userEvent.clear(name)
  await userEvent.type(name, 'box')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add API key')
  const dialog = await screen.findByRole('dialog', { name: 'Token of box' })
  expect(within(dialog).getByText('made-up-token')).toBeVisible()
  expect(server.callsOf(addApiKey)[0]?.body).toEqual({
    name: 'box',
    used_by: 'poem',
    token: '',
    expires: null,
    networks: [],
    scopes: [],
  })
  expect(await screen.findByText('API key successfully added')).toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('made-up-token')).not.toBeInTheDocument())
  await waitFor(() => expect(window.location.pathname).toBe(address))
})

test('a typed token is not stored in drafts', async () => {
  serverWith()
  showPage(`${address}/add`)
  await userEvent.type(await screen.findByLabelText('Name'), 'box')
  await userEvent.type(screen.getByLabelText('Token (optional)'), 'my-secret')
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('box'))
  expect(JSON.stringify({ ...localStorage })).not.toContain('my-secret')
  localStorage.clear()
})

test('on the super-tenant a key can be one for the Web API, with another rule for its name', async () => {
  serverWith(aKey(), aSuperTenant())
  showPage(`${address}/add`)
  await userEvent.type(await screen.findByLabelText('Name'), 'box')
  await userEvent.tab()
  await userEvent.click(screen.getByLabelText('Web API key'))
  expect(
    await screen.findByText('Name must have the form WEB-API-<tenant_name> or WEB-API-<tenant_name>-RO'),
  ).toBeVisible()
  await userEvent.click(screen.getByLabelText('Web API key'))
  await waitFor(() => expect(screen.queryByText(/^Name must have the form/)).not.toBeInTheDocument())
})

test('revoking a key requires its name, and cannot be undone', async () => {
  const server = serverWith()
    .preview(api.change, nothingElse)
    .answer(api.change, aKey({ revoked: true }), '"4"')
  showPage(`${address}/dashboards`)
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke API key' })
  expect(within(dialog).getByText('Are you sure you want to revoke API key?')).toBeVisible()
  expect(within(dialog).getByText(/This cannot be undone/)).toBeVisible()
  const button = within(dialog).getByRole('button', { name: 'Revoke API key' })
  expect(button).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText('Type dashboards to revoke it'), 'dashboards')
  await userEvent.click(button)
  expect(await screen.findByText('API key successfully changed')).toBeVisible()
  expect(server.callsOf(api.change)[0]?.body).toEqual({
    id: 5,
    tenant: 'NORDIC',
    name: 'dashboards',
    used_by: 'poem',
    revoked: true,
  })
  expect(server.callsOf(api.change)[0]?.headers.get('if-match')).toBe('"3"')
  expect(window.location.pathname).toBe(address)
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})

test('a revoked key is deleted without typing, by its kind and its name in addresses', async () => {
  const server = serverWith(oldKey).preview(api.remove, nothingElse).answer(api.remove, {})
  showPage(`${address}/dashboards~4`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(screen.queryByRole('button', { name: 'Revoke' })).not.toBeInTheDocument()
  await confirm('Delete API key')
  expect(await screen.findByText('API key successfully deleted')).toBeVisible()
  expect(server.callsOf(api.remove)[0]?.path).toBe('/api/v2/internal/apikeys/poem_dashboards~4')
})

test('failures are shown as errors', async () => {
  serverWith(oldKey).refuse(api.remove, 'internal', { detail: 'Internal server error' })
  showPage(`${address}/dashboards~4`)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error')).toBeVisible()
})

test('in a tenant a key of the Web API is read-only', async () => {
  serverWith(webApiKey)
  showPage(`${address}/WEB-API-NORDIC`)
  expect(await screen.findByRole('heading', { level: 1, name: 'API key details WEB-API-NORDIC' })).toBeVisible()
  expect(screen.getByText(/^The console calls the Web API with this key/)).toBeVisible()
  for (const name of ['Reveal token', 'Copy token', 'Revoke', 'Delete']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

test('on the super-tenant it can be revealed, revoked and deleted', async () => {
  serverWith(webApiKey, aSuperTenant())
  showPage(`${address}/WEB-API-NORDIC`)
  for (const name of ['Reveal token', 'Copy token', 'Revoke', 'Delete']) {
    expect(await screen.findByRole('button', { name })).toBeVisible()
  }
})

test('a version shows the key, and cannot be restored', async () => {
  const aVersion = (id: number, revoked: boolean) => ({
    id,
    version: String(id),
    object_repr: 'dashboards',
    date_created: `2026-01-0${id}T10:00:00Z`,
    user: 'ada',
    comment: revoked ? 'Changed revoked.' : 'Initial version.',
    remark: '',
    fields: { name: 'dashboards', used_by: 'poem' as const, revoked, ...noLimits },
  })
  serverWith().versions(apiKeys, [aVersion(2, true), aVersion(1, false)])
  showPage(`${address}/dashboards/history/1`)
  expect(await screen.findByRole('link', { name: 'Compare with now' })).toBeVisible()
  expect(screen.getByText('no')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Restore' })).not.toBeInTheDocument()
})

test('users who are not superusers find no such page', async () => {
  serverWith(aKey(), aServer(aMember('ops')))
  showPage(address)
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('the list marks keys that expire soon or have expired, and finds them', async () => {
  const named = (name: string, expires: string | null) => aKey({ name, key: name, expires })
  const keys = [named('over', inDays(-1)), named('near', inDays(3)), named('far', inDays(90)), named('ever', null)]
  aServer(aSuperuser()).answer(api.list, keys).answer(listUserKeys, [])
  showPage(`${address}?expires=soon%20or%20expired`)
  await screen.findByRole('link', { name: 'near' })
  const rows = screen.getAllByRole('row')
  const texts = rows.map((row) => row.textContent ?? '')
  expect(texts.filter((text) => text.includes('near'))).toEqual([expect.stringMatching(/soon/)])
  expect(texts.filter((text) => text.includes('over'))).toEqual([expect.stringMatching(/expired/)])
  expect(texts.filter((text) => /far|ever$/.test(text))).toEqual([])
})

test('limits are changed by the form, and a wrong range is named at its field', async () => {
  const server = serverWith()
    .preview(api.change, nothingElse)
    .answer(api.change, aKey({ networks: ['192.0.2.0/24'], scopes: ['metrics'] }), '"4"')
  showPage(`${address}/dashboards`)
  const ranges = await screen.findByLabelText(/^Address ranges/, { selector: 'input' })
  await userEvent.type(ranges, 'here{Enter}')
  await userEvent.tab()
  expect(await screen.findByText(/^here is not an address or a range of addresses/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(ranges).toHaveFocus())
  expect(server.callsOf(api.change)).toEqual([])
  await userEvent.type(ranges, '{Backspace}192.0.2.0/24{Enter}')
  await userEvent.click(screen.getByLabelText(/^Scopes/, { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Read metrics', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change API key')
  await waitFor(() =>
    expect(server.callsOf(api.change)[0]?.body).toEqual({
      id: 5,
      tenant: 'NORDIC',
      name: 'dashboards',
      used_by: 'poem',
      revoked: false,
      expires: null,
      networks: ['192.0.2.0/24'],
      scopes: ['metrics'],
    }),
  )
  expect(server.callsOf(api.change)[0]?.headers.get('if-match')).toBe('"3"')
})

test('a time that is half typed is not saved as none', async () => {
  const server = serverWith()
  showPage(`${address}/dashboards`)
  const expires = await screen.findByRole('textbox', { name: /^Expires/ })
  await userEvent.type(expires, '2099-12-3')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(expires).toHaveFocus())
  expect(expires).toHaveAccessibleDescription(/Write a time as 2026-11-21 14:03\./)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.callsOf(api.change)).toEqual([])
})

test('the token is replaced; the present one is accepted until the chosen time, or ends at once', async () => {
  const server = serverWith()
    .preview(rotateApiKey, nothingElse)
    .answer(rotateApiKey, { ...aKey({ rotated: inDays(0) }), token: 'the-next-token' }, '"4"')
  showPage(`${address}/dashboards`)
  const replace = () => screen.findByRole('button', { name: 'Replace token' })
  await userEvent.click(await replace())
  const choice = await screen.findByRole('dialog', { name: 'Replace token' })
  expect(within(choice).getByRole('textbox', { name: /^Accept the current token until/ })).not.toHaveValue('')
  await userEvent.click(within(choice).getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/^The current token is accepted until/)).toBeVisible()
  await confirm('Replace token')
  const shown = await screen.findByRole('dialog', { name: 'Token of dashboards' })
  expect(within(shown).getByText('the-next-token')).toBeVisible()
  const [{ body } = { body: undefined }] = server.callsOf(rotateApiKey)
  expect(body).toMatchObject({ id: 5, tenant: 'NORDIC', token: '', previous_until: expect.stringMatching(/Z$/) })
  await userEvent.click(within(shown).getByRole('button', { name: 'Done' }))

  await userEvent.click(await replace())
  await userEvent.click(await screen.findByLabelText(/^End the current token at once/))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/^The current token ends at once/)).toBeVisible()
  await confirm('Replace token')
  await waitFor(() => expect(server.callsOf(rotateApiKey)[1]?.body).toMatchObject({ previous_until: null }))
})

test('the page of a key warns before it expires, and says how long the previous token is accepted', async () => {
  serverWith(aKey({ expires: inDays(5), rotated: inDays(-1), previous_until: inDays(2) }))
  showPage(`${address}/dashboards`)
  expect(await screen.findByText(/^This key expires on/)).toBeVisible()
  expect(screen.getByText(/^The token was replaced\. The previous one is accepted until/)).toBeVisible()
})

test('superusers see the keys of users below the list, and revoke them', async () => {
  const limits = { read_only: false, expires: null, networks: [], rotated: null, previous_until: null }
  const used = { last_used_at: null, last_used_by: '' }
  const key = { id: 7, username: 'ada', name: 'deploy', created: '2026-01-02T03:04:05.000Z', ...limits, ...used }
  const server = serverWith().answer(listUserKeys, [key]).answer(endUserKey, {})
  showPage(address)
  const row = within(await screen.findByRole('row', { name: /deploy/ }))
  expect(row.getByRole('link', { name: 'ada' })).toHaveAttribute('href', '/ui/administration/users/ada')
  server.answer(listUserKeys, [])
  await userEvent.click(row.getByRole('button', { name: 'Revoke deploy of ada' }))
  await confirm('Revoke key')
  expect(await screen.findByText('Key deploy of ada revoked')).toBeVisible()
  expect(server.callsOf(endUserKey)[0]?.path).toMatch(/userkeys\/7$/)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Keys of users' })).toBeNull())
})

test('selected keys are revoked together, after what they were used for was shown and the word was typed', async () => {
  const server = serverWith()
    .preview(revokeApiKeys, nothingElse)
    .answer(revokeApiKeys, { info: '2 API keys successfully revoked.' })
  showPage(address)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke 2 API keys' }))
  expect(dialog.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'dashboards',
    'WEB-API-NORDIC',
  ])
  expect(dialog.getByText(/This cannot be undone/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Revoke 2 API keys' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Type revoke to revoke them'), 'revoke')
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke 2 API keys' }))
  expect(await screen.findByText('2 API keys successfully revoked.')).toBeVisible()
  expect(server.callsOf(revokeApiKeys).at(-1)?.body).toEqual({ keys: ['dashboards', 'WEB-API-NORDIC'] })
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})
