import { logIn, logOut, sessionActive, shownUserHeader } from '@quatrain/contract/accounts/session.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from '#lib/reload-page.ts'
import { aProfile, api, aServerOf } from '#test/profiles.ts'
import { aMember, sessionOf, showPage } from '#test/render-page.tsx'
import { messages, tell } from '#ui/messages.ts'

// A DOM without a browser cannot reload.
vi.mock('#lib/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeEach(() => {
  vi.mocked(reloadPage).mockClear()
  sessionStorage.clear()
})

const ben = { ...aMember('ops'), pk: 8, username: 'ben', first_name: 'Ben' }
const draftOf = (username: string) => `quatrain.draft.${username}.metricprofile.change.CORE`
const nothing = { preview: 'preview-1', changes: [], notices: {} }

async function typeIntoCore() {
  const server = aServerOf(aProfile({ description: 'Stored' }))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and mine')
  return server
}

test('every request names the displayed user, and requests of the login page name none', async () => {
  const server = await typeIntoCore()
  const said = server.calls.map(({ path, headers }) => [path, headers.get(shownUserHeader)])
  const isOfStart = (path: string) => /istenantschema|config_options|sessionactive/.test(path)
  expect(said.filter(([path]) => !isOfStart(path ?? '')).map(([, user]) => user)).toContain('ada')
  expect(new Set(said.filter(([path]) => !isOfStart(path ?? '')).map(([, user]) => user))).toEqual(new Set(['ada']))

  server.refuse(resourceEndpoints(metricProfiles).change, 'not_authenticated').answer(logIn, { detail: '' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(await screen.findByLabelText('Username'), 'ada')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(server.callsOf(logIn)).toHaveLength(1))
  expect(server.callsOf(logIn)[0]?.headers.get(shownUserHeader)).toBeNull()
})

test('a save in another user’s session is not shown as a failure: the page is reloaded with a draft', async () => {
  const server = await typeIntoCore()
  server.refuse(api.change, 'user_changed')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(localStorage.getItem(draftOf('ada'))).toContain('Stored and mine')
  expect(screen.queryByText(/Refused/)).not.toBeInTheDocument()

  // The page after the reload.
  cleanup()
  aServerOf(aProfile({ description: 'Stored' }), ben)
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText('You are logged in as ben')).toBeVisible()
  expect(screen.getByText('What ada typed and did not save is kept as a draft of ada.')).toBeVisible()
  expect(await screen.findByLabelText('Description (optional)')).toHaveValue('Stored')
})

test.each([
  ['another window says that somebody has logged in', () => new BroadcastChannel('quatrain.session').postMessage('')],
  ['the window comes to the front', () => window.dispatchEvent(new FocusEvent('focus'))],
])('on %s, the window checks at once whose session it is', async (_, happen) => {
  const server = await typeIntoCore()
  server.refuse(sessionActive, 'user_changed')
  await act(async () => happen())
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  expect(localStorage.getItem(draftOf('ada'))).toContain('Stored and mine')
})

test('a window of the same user is unchanged', async () => {
  const server = await typeIntoCore()
  await act(async () => window.dispatchEvent(new FocusEvent('focus')))
  await waitFor(() => expect(server.callsOf(sessionActive).length).toBeGreaterThan(1))
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Stored and mine')
  expect(reloadPage).not.toHaveBeenCalled()
})

test('a login page continues when its user has logged in in another window', async () => {
  const server = await typeIntoCore()
  server.answer(sessionActive, sessionOf(undefined))
  await act(async () => window.dispatchEvent(new FocusEvent('focus')))
  expect(await screen.findByText(/Your session has ended/)).toBeVisible()
  server.answer(sessionActive, sessionOf(aMember('ops')))
  await act(async () => window.dispatchEvent(new FocusEvent('focus')))
  expect(await screen.findByLabelText('Description (optional)')).toHaveValue('Stored and mine')
})

const logOutButton = () => userEvent.dblClick(screen.getByRole('button', { name: 'Log out' }))
const answer = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog', { name: 'Log out' })).getByRole('button', { name }))

test.each([
  ['Log out and keep drafts', true],
  ['Log out and discard changes', false],
])('a user with unsaved changes is asked at logout: %s', async (name, isKept) => {
  const server = await typeIntoCore()
  server.answer(logOut, { detail: '' }).preview(api.change, nothing)
  localStorage.setItem('quatrain.draft.ada%2Ebyron.metricprofile.add', '{}')
  await logOutButton()
  await answer(name)
  await screen.findByLabelText('Username')
  expect(localStorage.getItem(draftOf('ada')) !== null).toBe(isKept)
  expect(localStorage.getItem('quatrain.draft.ada%2Ebyron.metricprofile.add')).toBe('{}')
  expect(localStorage.getItem('quatrain.recent.ada')).toBeNull()
})

test('the next user of this window starts with unfiltered lists and no messages', async () => {
  const server = aServerOf(aProfile())
  showPage('/ui/metricprofiles?description=All')
  await screen.findByRole('link', { name: 'CORE' })
  act(() => tell.warning({ title: 'For Ada only' }))
  server.answer(logOut, { detail: '' }).answer(logIn, { detail: '' })
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await answer('Log out')
  server.answer(sessionActive, sessionOf(ben))
  await userEvent.type(await screen.findByLabelText('Username'), 'ben')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Metric profiles' }))
  await userEvent.click(await screen.findByRole('link', { name: 'CORE' }))
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  await userEvent.click(await crumbs.findByRole('link', { name: 'Metric profiles' }))
  expect(window.location.search).toBe('')
  expect(messages.get().inBell.map(({ title }) => title)).not.toContain('For Ada only')
})
