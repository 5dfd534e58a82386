import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { groupEndpoints, groups } from '@quatrain/contract/resources/group.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(groups.metrics)
const { available, merge } = groupEndpoints('metrics')
const stored = { id: 7, name: 'operations', result: ['disk', 'web.http'], users: ['ada'] }
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }
const list = '/ui/administration/groupofmetrics'

const serverWith = () =>
  aServer(aSuperuser())
    .answer(api.list, [
      { name: 'operations', items: 2, users: 1 },
      { name: 'spare', items: 0, users: 0 },
    ])
    .answer(api.get, stored, '"7-1"')
    .answer(available, { result: ['ping', 'web.tls'], total: 2 })

test('the list shows how many metrics and users each group has', async () => {
  serverWith()
  showPage(list)
  expect(await screen.findByRole('link', { name: 'operations' })).toHaveAttribute('href', `${list}/operations`)
  expect(screen.getByRole('heading', { name: 'Select group of metrics to change' })).toBeVisible()
  const spare = screen.getByRole('link', { name: 'spare' }).closest('tr')
  expect(spare).toHaveTextContent('none')
})

test('groups that were added are among those of the superuser at once', async () => {
  const server = serverWith()
  showPage(list)
  await screen.findByRole('link', { name: 'spare' })
  await waitFor(() => expect(server.callsOf(sessionActive).length).toBe(2))
})

test('an empty list says that there are no groups', async () => {
  serverWith().answer(api.list, [])
  showPage(list)
  expect(await screen.findByText('No groups')).toBeVisible()
})

test('a new group needs a valid name, and gets available metrics', async () => {
  const server = serverWith()
    .preview(api.add, nothingElse)
    .answer(api.add, { ...stored, name: 'edge' }, '"8-1"')
  showPage(`${list}/add`)
  await userEvent.type(await screen.findByLabelText('Name'), '1edge')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const rule = 'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter'
  expect(await screen.findByText(rule)).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Name'))
  expect(screen.getByText('This field is required')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Name'), 'edge')
  await userEvent.click(await screen.findByRole('button', { name: 'Add web.tls' }))
  const members = screen.getByRole('region', { name: 'Metrics in group' })
  expect(within(members).getByText('web.tls')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add web.tls' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add group of metrics')
  expect(await screen.findByText('Group of metrics successfully added')).toBeVisible()
  expect(server.callsOf(api.add).at(-1)?.body).toEqual({ name: 'edge', items: ['web.tls'], users: [] })
})

test('a removed metric is available again, and a change sends the complete list', async () => {
  const server = serverWith().preview(api.change, nothingElse).answer(api.change, stored, '"7-2"')
  showPage(`${list}/operations`)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove disk' }))
  expect(await screen.findByRole('button', { name: 'Add disk' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change group of metrics')
  expect(await screen.findByText('Group of metrics successfully changed')).toBeVisible()
  expect(server.callsOf(api.change).at(-1)?.body).toEqual({
    id: 7,
    name: 'operations',
    items: ['web.http'],
    users: ['ada'],
  })
})

test('a rename is an action of its own', async () => {
  const server = serverWith()
    .preview(api.change, nothingElse)
    .answer(api.change, { ...stored, name: 'night' }, '"7-2"')
  showPage(`${list}/operations`)
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }))
  const name = await screen.findByLabelText('New name')
  await userEvent.clear(name)
  await userEvent.type(name, 'night')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await confirm('Rename group of metrics')
  expect(await screen.findByText('Group of metrics successfully changed')).toBeVisible()
  expect(server.callsOf(api.change).at(-1)?.body).toMatchObject({ id: 7, name: 'night', items: stored.result })
})

test('a merge asks for the other group, and lists what moves there', async () => {
  const moved = { tenant: 'NORTH', kind: 'metric', name: 'disk', action: 'change', before: {}, after: {} } as const
  const server = serverWith()
    .preview(merge, { ...nothingElse, changes: [moved] })
    .answer(merge, {})
  showPage(`${list}/operations`)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
  await userEvent.selectOptions(await screen.findByLabelText('Other group'), 'spare')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/1 metric will be assigned differently/)).toBeVisible()
  await confirm('Merge group of metrics')
  expect(await screen.findByText('Group of metrics successfully merged')).toBeVisible()
  expect(server.callsOf(merge).at(-1)?.body).toEqual({ name: 'operations', into: 'spare' })
})
