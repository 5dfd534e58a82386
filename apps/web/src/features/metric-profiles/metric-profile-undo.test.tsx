import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { aProfile, api, aServerOf, confirm, rowOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'
import { deletedObject } from '#test/versions.ts'

const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const versionOf = (id: number, { name, groupname, description, services }: MetricProfile) => ({
  id,
  version: String(id),
  object_repr: name,
  date_created: `2026-01-0${id}T10:00:00Z`,
  user: 'ada',
  comment: '',
  remark: '',
  fields: { name, groupname, description, metricinstances: services },
})

const before = aProfile()
const after = aProfile({ description: 'All sites and more' })

/** Saves a change of CORE, and waits for the list. */
async function afterChange() {
  const server = aServerOf(before)
    .preview(api.change, nothingElse)
    .answer(api.change, after, '"4"')
    .versions(metricProfiles, [versionOf(8, after), versionOf(7, before)])
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and more')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  await screen.findByRole('button', { name: 'Undo: Changed CORE' })
  return server
}

const undo = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('undoing a change restores the previous version, with the saved version as precondition', async () => {
  const server = await afterChange()
  server.answer(api.change, { ...before, deleted: 'Metric ping has been deleted' }, '"5"')
  await undo('Undo: Changed CORE')

  expect(await screen.findByText('Metric profile CORE is as it was before')).toBeVisible()
  expect(screen.getByText('Metric ping has been deleted')).toBeVisible()
  const [, sent] = server.callsOf(api.change)
  expect(sent?.body).toEqual({
    ...before,
    services: [
      { service: 'dns', metric: 'resolve' },
      { service: 'web', metric: 'http' },
    ],
  })
  expect(sent?.headers.get('if-match')).toBe('"4"')
  expect(sent?.query).toEqual({ restored_from: '7' })
  expect(await within(screen.getByRole('row', { name: /CORE/ })).findByText('Restored')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a version that is not the one before the save does not count as restored', async () => {
  const server = await afterChange()
  server.versions(metricProfiles, [versionOf(9, after), versionOf(8, aProfile({ description: 'Another' }))])
  server.answer(api.change, before, '"5"')
  await undo('Undo: Changed CORE')
  await screen.findByText('Undone')
  expect(server.callsOf(api.change)[1]?.query).toEqual({})
})

test('an undo does not overwrite later changes of others, and the history shows them', async () => {
  const server = await afterChange()
  server.refuse(api.change, 'stale_version')
  await undo('Undo: Changed CORE')

  expect(await screen.findByText(/Metric profile CORE has been changed since\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'History of CORE' })).toHaveAttribute(
    'href',
    '/ui/metricprofiles/CORE/history',
  )
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
  expect(within(screen.getByRole('row', { name: /CORE/ })).getByText('Changed')).toBeVisible()
})

test('after a temporary failure the undo can be repeated', async () => {
  const server = await afterChange()
  server.refuse(api.change, 'upstream_failed', { source: 'web-api', detail: 'It is out of reach.' })
  await undo('Undo: Changed CORE')
  expect(await screen.findByText('Web API error')).toBeVisible()
  expect(screen.getByText('It is out of reach.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo: Changed CORE' })).toBeEnabled())
})

test('undoing an add deletes the object if it is unchanged', async () => {
  const clone = aProfile({ name: 'Cloned CORE', apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a12' })
  const server = aServerOf(before)
    .preview(api.add, nothingElse)
    .answer(api.add, clone, '"1"')
    .answer(api.remove, { deleted: 'Metric http has been deleted' })
  showPage('/ui/metricprofiles/CORE/clone')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  server.answer(api.list, [rowOf(before), rowOf(clone)])
  await confirm('Add metric profile')
  await screen.findByRole('button', { name: 'Undo: Added Cloned CORE' })
  server.answer(api.list, [rowOf(before)])
  await undo('Undo: Added Cloned CORE')

  expect(await screen.findByText('Metric profile Cloned CORE is deleted again')).toBeVisible()
  expect(screen.getByText('Metric http has been deleted')).toBeVisible()
  const [sent] = server.callsOf(api.remove)
  expect(sent?.path).toBe(`/api/v2/internal/metricprofiles/${clone.apiid}`)
  expect(sent?.headers.get('if-match')).toBe('"1"')
  expect(screen.queryByRole('link', { name: 'Cloned CORE' })).not.toBeInTheDocument()
})

/** Deletes CORE, the only profile, and waits for the empty list. */
async function afterDelete() {
  const server = aServerOf(before).preview(api.remove, nothingElse).answer(api.remove, {})
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  server.answer(api.list, [])
  await confirm('Delete metric profile')
  await screen.findByRole('button', { name: 'Undo: Deleted CORE' })
  return server
}

test('undoing a delete adds the stored document as a new object', async () => {
  const server = await afterDelete()
  expect(await screen.findByText('No metric profiles')).toBeVisible()
  server.versions(metricProfiles, [{ ...versionOf(8, before), deleted: true }, versionOf(7, before)])
  server.answer(api.add, aProfile({ apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a13' }), '"1"')
  server.answer(api.list, [rowOf(before)])
  await undo('Undo: Deleted CORE')

  expect(await screen.findByText('Metric profile CORE is added again; its history goes on')).toBeVisible()
  const { apiid: _, ...document } = before
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    ...document,
    services: [
      { service: 'dns', metric: 'resolve' },
      { service: 'web', metric: 'http' },
    ],
  })
  expect(server.callsOf(api.add)[0]?.query).toMatchObject({
    restored_from: '7',
    restored_object: String(deletedObject),
  })
  expect(await screen.findByText('Added again')).toBeVisible()
})

test('a name that another user has taken since is not taken back', async () => {
  const server = await afterDelete()
  server.refuse(api.add, 'already_exists', { fields: { name: 'Already exists' } })
  await undo('Undo: Deleted CORE')
  expect(await screen.findByText(/Metric profile CORE has been added since\./)).toBeVisible()
})

test('an object that the filters hide can be undone too', async () => {
  const server = aServerOf(before).preview(api.change, nothingElse).answer(api.change, after, '"4"')
  showPage('/ui/metricprofiles?description=all+sites')
  await userEvent.click(await screen.findByRole('link', { name: 'CORE' }))
  const description = await screen.findByLabelText('Description (optional)')
  await userEvent.clear(description)
  await userEvent.type(description, 'Some')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  server.answer(api.list, [rowOf(aProfile({ description: 'Some' }))])
  await confirm('Change metric profile')

  expect(await screen.findByText(/was changed, and the filters hide it\.$/)).toHaveTextContent('Metric profile CORE')
  expect(screen.getByRole('button', { name: 'Undo: Changed CORE' })).toBeVisible()
})

test('sorting and filtering the list keep the message and its undo', async () => {
  await afterChange()
  await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
  await waitFor(() => expect(window.location.search).toContain('sort=name'))
  expect(await screen.findByRole('button', { name: 'Undo: Changed CORE' })).toBeVisible()
  expect(within(screen.getByRole('row', { name: /CORE/ })).getByText('Changed')).toBeVisible()
})

test.each([
  ['another write', { undo: '1' }],
  ['another object', { key: 'EDGE' }],
  ['another kind of object', { kind: 'report' }],
])('an address that was saved for %s offers no undo', async (_, other) => {
  await afterChange()
  const state = window.history.state
  await act(async () => {
    window.history.replaceState({ ...state, usr: { ...state.usr, ...other } }, '')
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument())
})
