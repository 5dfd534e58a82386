import type { ErrorBody } from '@quatrain/contract/kit/errors.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { aProfile, api, aServerOf, confirm } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

/** Follows a link to another address without reloading the page. */
const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

test('Back between two objects loads the first one again and shows it', async () => {
  const core = aProfile({ name: 'CORE', description: 'The core' })
  const server = aServerOf(core)
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByDisplayValue('The core')).toBeVisible()

  const edge = { name: 'EDGE', description: 'The edge', apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a12' }
  server.answer(api.get, aProfile(edge), '"1"')
  await goTo('/ui/metricprofiles/EDGE')
  expect(await screen.findByDisplayValue('The edge')).toBeVisible()

  server.answer(api.get, { ...core, description: 'Changed meanwhile' }, '"4"')
  await act(async () => window.history.back())
  expect(await screen.findByDisplayValue('Changed meanwhile')).toBeVisible()
})

test.each<ErrorBody['code']>(['unavailable', 'internal', 'not_allowed'])(
  'unsaved input is kept if the object cannot be loaded again after a conflict (%s)',
  async (code) => {
    const server = aServerOf(aProfile({ description: 'Theirs' }))
    showPage('/ui/metricprofiles/CORE')
    const description = await screen.findByLabelText('Description (optional)')
    await userEvent.type(description, ' and mine')
    server.preview(api.change, nothingElse).refuse(api.change, 'stale_version').refuse(api.get, code)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('What you typed is still here.')).toBeVisible()
    expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs and mine')
  },
)

/** Changes CORE, which another user deletes before it is saved. */
async function saveDeleted() {
  const server = aServerOf(aProfile({ description: 'Theirs' }))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and mine')
  server.refuse(api.change, 'not_found').refuse(api.get, 'not_found')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Somebody else has deleted metric profile/)).toBeVisible()
  return server
}

const addAsNew = async () => userEvent.click(await screen.findByRole('button', { name: 'Add it as a new one' }))

async function expectToBeAdded(server: Awaited<ReturnType<typeof saveDeleted>>) {
  expect(await screen.findByRole('heading', { level: 1, name: 'Add metric profile' })).toBeVisible()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs and mine')
  server.preview(api.add, nothingElse).answer(api.add, aProfile(), '"1"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add metric profile')
  await screen.findByText('Metric profile successfully added')
  expect(server.callsOf(api.add)[0]?.body).toMatchObject({ name: 'CORE', description: 'Theirs and mine' })
  expect(server.callsOf(api.add)[0]?.headers.get('if-match')).toBeNull()
}

test('unsaved changes of a deleted object can be added as a new one', async () => {
  const server = await saveDeleted()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs and mine')
  await addAsNew()
  await expectToBeAdded(server)
})

test('unsaved changes of a deleted object can be added after a reload too', async () => {
  const server = await saveDeleted()
  await waitFor(() => expect(localStorage.getItem('quatrain.draft.ada.metricprofile.change.CORE')).not.toBeNull())
  cleanup()
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText('There is no metric profile named CORE.')).toBeVisible()
  await addAsNew()
  await expectToBeAdded(server)
})

test('the draft of another new object is replaced only after confirmation', async () => {
  await saveDeleted()
  const begun = { at: '2026-01-01T00:00:00Z', values: {}, base: {} }
  localStorage.setItem('quatrain.draft.ada.metricprofile.add', JSON.stringify(begun))
  await addAsNew()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }))
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs and mine')
  expect(localStorage.getItem('quatrain.draft.ada.metricprofile.add')).toBe(JSON.stringify(begun))
})

const description = () => screen.getByLabelText('Description (optional)')
const leave = () => userEvent.click(screen.getByRole('link', { name: 'About Quatrain' }))

/** Ada has unsaved input, and another user has saved first. */
async function inConflict() {
  const server = aServerOf(aProfile({ description: 'Old', groupname: 'ops' }))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ', mine')
  server.preview(api.change, nothingElse).refuse(api.change, 'stale_version')
  server.answer(api.get, aProfile({ description: 'Of the second person' }), '"4"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('table', { name: 'Changes on both sides' })
  return server
}

test('a save of a third user during a conflict is shown before continuing', async () => {
  const server = await inConflict()
  await userEvent.click(screen.getByRole('button', { name: 'Take mine' }))
  server.answer(api.get, aProfile({ description: 'Of the third person' }), '"5"')
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
  expect(await screen.findByText('Of the third person')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Changes on both sides' })).not.toBeInTheDocument())
  expect(description()).toHaveValue('Old, mine')
  server.preview(api.change, nothingElse).answer(api.change, aProfile(), '"6"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  await screen.findByText('Metric profile successfully changed')
  expect(server.callsOf(api.change).at(-1)?.headers.get('if-match')).toBe('"5"')
})

test('taking theirs uses the newest state, and leaving needs no confirmation', async () => {
  const server = await inConflict()
  server.answer(api.get, aProfile({ description: 'Of the third person' }), '"5"')
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs, drop mine' }))
  await waitFor(() => expect(description()).toHaveValue('Of the third person'))
  await leave()
  expect(await screen.findByRole('heading', { level: 1, name: 'About Quatrain' })).toBeVisible()
})

test('continuing with own changes prompts before leaving', async () => {
  await inConflict()
  await userEvent.click(screen.getByRole('button', { name: 'Take mine' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
  await waitFor(() => expect(description()).toHaveValue('Old, mine'))
  await leave()
  expect(await screen.findByRole('dialog', { name: 'Leave without saving' })).toBeVisible()
})

test('discarding a draft allows leaving without a prompt, until new input', async () => {
  aServerOf(aProfile({ description: 'Stored' }))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and mine')
  cleanup()
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  expect(description()).toHaveValue('Stored')
  await userEvent.type(description(), '!')
  await leave()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await userEvent.type(description(), '{Backspace}')
  await leave()
  expect(await screen.findByRole('heading', { level: 1, name: 'About Quatrain' })).toBeVisible()
})
