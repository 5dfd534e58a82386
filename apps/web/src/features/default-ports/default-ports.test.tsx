import { addChangeRequest, listChangeRequests } from '@quatrain/contract/change-requests/change-request.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(defaultPorts)
const page = '/ui/administration/default_ports'

const ports = [
  { id: 1, name: 'SSH_PORT', value: '22', metrictemplates: ['org.nordugrid.ARC-CE-SSH', 'ssh.connect'] },
  { id: 2, name: 'WEB_PORT', value: '443', metrictemplates: [] },
]

const change = (action: 'add' | 'change' | 'delete', name: string, before: string | null, after: string | null) => ({
  tenant: 'all',
  kind: 'defaultport',
  name,
  action,
  before: before === null ? null : { name, value: before },
  after: after === null ? null : { name, value: after },
})

const preview = (...changes: FakePreview['changes']): FakePreview => ({ preview: 'preview-1', changes, notices: {} })

const aServerOfPorts = () => aSuperTenant().answer(api.list, ports, '"ports-1"')

const banner = 'Some ports have been deleted. To store the change to the DB, click on the save button.'
const saveButton = () => screen.getByRole('button', { name: 'Save' })

test('a changed, a new and a removed port are sent as one list, with the version that was read', async () => {
  const changes = [
    change('add', 'MAIL_PORT', null, '25'),
    change('change', 'WEB_PORT', '443', '8443'),
    change('delete', 'SSH_PORT', '22', null),
  ]
  const server = aServerOfPorts()
    .preview(replaceDefaultPorts, {
      ...preview(...changes),
      notices: { warning: 'SSH_PORT is still an attribute of the metric template ssh.connect.' },
    })
    .answer(replaceDefaultPorts, { ports: [] }, '"ports-2"')
  showPage(page)
  expect(await screen.findByText('2 ports')).toBeVisible()
  expect(saveButton()).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()

  await userEvent.clear(screen.getByLabelText('Port value 2'))
  await userEvent.type(screen.getByLabelText('Port value 2'), '8443{Enter}')
  expect(screen.getByLabelText('Port name 3')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Port name 3'), 'MAIL_PORT{Enter}25')
  expect(screen.queryByText(banner)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove port 1: SSH_PORT' }))
  expect(screen.getByText(banner)).toBeVisible()
  expect(screen.getByText('3 changes')).toBeVisible()

  server.answer(api.list, ports.slice(1), '"ports-2"')
  await userEvent.click(saveButton())
  const dialog = await screen.findByRole('dialog', { name: 'Change default ports' })
  expect(within(dialog).getByText('Are you sure you want to change default ports?')).toBeVisible()
  for (const text of [
    '1 default port will be deleted.',
    'MAIL_PORT',
    '8443',
    'SSH_PORT',
    /still an attribute of the metric template/,
  ]) {
    expect(within(dialog).getAllByText(text)[0]).toBeVisible()
  }
  await confirm('Change default ports')

  expect(await screen.findByText('Default ports successfully changed')).toBeVisible()
  const [sent] = server.callsOf(replaceDefaultPorts)
  expect(sent?.body).toEqual({
    ports: [
      { name: 'WEB_PORT', value: '8443' },
      { name: 'MAIL_PORT', value: '25' },
    ],
  })
  expect(sent?.headers.get('if-match')).toBe('"ports-1"')
  expect(sent?.headers.get('if-preview-match')).toBe('preview-1')
  expect(await screen.findByText('1 port')).toBeVisible()
  expect(screen.getByText('No changes')).toBeVisible()
})

test('every field shows its error, and nothing is sent before all are valid', async () => {
  const server = aServerOfPorts()
  showPage(page)
  await userEvent.type(await screen.findByLabelText('Port name 2'), '{Enter}{Enter}')
  const [name, value] = [screen.getByLabelText('Port name 3'), screen.getByLabelText('Port value 3')]
  for (const [field, text, message] of [
    [value, 'x', 'Value must contain numeric characters'],
    [name, '1st', /^Name can contain alphanumeric characters, dash and underscore/],
    [name, 'SSH_PORT', 'Duplicate'],
    [value, '65536', 'Value must be between 1 and 65535'],
    [value, '0', 'Value must be between 1 and 65535'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, text)
    await userEvent.tab()
    expect(await screen.findByText(message)).toBeVisible()
  }
  await userEvent.clear(name)
  expect(await screen.findByText('This field is required')).toBeVisible()
  await userEvent.click(saveButton())
  await waitFor(() => expect(name).toHaveFocus())
  expect(server.callsOf(replaceDefaultPorts)).toEqual([])
})

test('searches combine, and a row is removed correctly while a search is active', async () => {
  const more = [...ports, { id: 3, name: 'WEB2_PORT', value: '80', metrictemplates: [] }]
  aSuperTenant().answer(api.list, more, '"1"')
  showPage(page)
  await userEvent.type(await screen.findByLabelText('Search port names'), 'web')
  await userEvent.type(screen.getByLabelText('Search port values'), '80')
  expect(screen.getByText('1 of 3 rows')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove port 3: WEB2_PORT' }))
  expect(screen.getByText('No ports match the search.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(screen.getByLabelText('Port name 1')).toHaveValue('SSH_PORT')
  expect(screen.getByLabelText('Port name 2')).toHaveValue('WEB_PORT')
  expect(screen.queryByLabelText('Port name 3')).not.toBeInTheDocument()
})

test('a row can be added after the last one was removed', async () => {
  aSuperTenant().answer(api.list, ports.slice(0, 1), '"1"')
  showPage(page)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove port 1: SSH_PORT' }))
  expect(screen.getByLabelText('Port name 1')).toHaveValue('')
  expect(screen.getByText('0 ports')).toBeVisible()
  expect(screen.getByText(banner)).toBeVisible()
})

test('pasted cells become rows', async () => {
  aServerOfPorts()
  showPage(page)
  await userEvent.click(await screen.findByLabelText('Port name 1'))
  await userEvent.paste('LDAP_PORT\t389\nLDAPS_PORT\t636\n')
  expect(await screen.findByText('2 ports pasted')).toBeVisible()
  expect(screen.getByLabelText('Port name 3')).toHaveValue('LDAPS_PORT')
  expect(screen.getByLabelText('Port value 3')).toHaveValue('636')
})

test('after another user has saved, both lists are merged', async () => {
  const server = aServerOfPorts()
  showPage(page)
  await userEvent.type(await screen.findByLabelText('Port name 2'), '{Enter}{Enter}')
  await userEvent.type(screen.getByLabelText('Port name 3'), 'MAIL_PORT{Enter}25')
  server
    .refuse(replaceDefaultPorts, 'stale_version')
    .answer(api.list, [...ports, { id: 4, name: 'DNS_PORT', value: '53', metrictemplates: [] }], '"ports-2"')
  await userEvent.click(saveButton())
  expect(await screen.findByRole('region', { name: 'Changed by somebody else' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
  expect(screen.getByText('4 ports')).toBeVisible()
  expect(screen.getByText('1 change')).toBeVisible()

  server
    .preview(replaceDefaultPorts, preview(change('add', 'MAIL_PORT', null, '25')))
    .answer(replaceDefaultPorts, { ports: [] }, '"ports-3"')
  await userEvent.click(saveButton())
  await confirm('Change default ports')
  await waitFor(() => expect(server.callsOf(replaceDefaultPorts)).toHaveLength(1))
  expect(server.callsOf(replaceDefaultPorts)[0]?.headers.get('if-match')).toBe('"ports-2"')
})

test.each([
  ['everybody', undefined, '/ui/public_default_ports', api.publicList],
  ['the administrators of tenants', aSuperuser(), page, api.list],
] as const)('%s read the list, and cannot change anything', async (_, user, address, endpoint) => {
  aServer(user).answer(endpoint, ports, '"1"')
  showPage(address)
  expect(await screen.findByText('SSH_PORT')).toBeVisible()
  expect(screen.getByText('2 default ports')).toBeVisible()
  expect(screen.getByRole('link', { name: 'ssh.connect' })).toHaveAttribute(
    'href',
    '/ui/public_metrictemplates/ssh.connect',
  )
  expect(screen.queryByRole('button', { name: /Save|Remove|Insert/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: 'Action' })).not.toBeInTheDocument()
})

test('users who are not administrators find no such page', async () => {
  aSuperTenant(aMember())
  showPage(page)
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('a list that cannot be loaded says so, and can be loaded again', async () => {
  const server = aSuperTenant().refuse(api.list, 'internal')
  showPage(page)
  expect(await screen.findByText('Refused: internal.')).toBeVisible()
  server.answer(api.list, ports, '"1"')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 ports')).toBeVisible()
})

test('each port links to its history, and from there back to its row', async () => {
  const version = (id: number, value: string) => ({
    id,
    version: String(id),
    object_repr: 'WEB_PORT',
    date_created: '2030-01-01T08:00:00.000Z',
    user: 'ada',
    comment: id === 1 ? 'Initial version.' : 'Changed value.',
    remark: '',
    fields: { name: 'WEB_PORT', value },
  })
  aServerOfPorts().versions(defaultPorts, [version(2, '443'), version(1, '80')])
  showPage(page)
  await userEvent.click(await screen.findByRole('link', { name: 'History of WEB_PORT' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('80')).toBeVisible()
  showPage(`${page}/WEB_PORT/history/1`)
  expect(await screen.findByRole('heading', { name: /Default port version 1/ })).toBeVisible()
  showPage(`${page}/WEB_PORT`)
  expect(await screen.findByText('1 of 2 rows')).toBeVisible()
})

test('after a save, the previous list can be restored', async () => {
  const server = aServerOfPorts()
    .preview(replaceDefaultPorts, preview(change('change', 'WEB_PORT', '443', '8443')))
    .answer(replaceDefaultPorts, { ports: [] }, '"ports-2"')
  showPage(page)
  await userEvent.clear(await screen.findByLabelText('Port value 2'))
  await userEvent.type(screen.getByLabelText('Port value 2'), '8443')
  await userEvent.click(saveButton())
  await confirm('Change default ports')
  expect(await screen.findByText('The list of default ports was changed.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('The list of default ports is as it was before')).toBeVisible()
  const [, back] = server.callsOf(replaceDefaultPorts)
  expect(back?.body).toEqual({ ports: ports.map(({ name, value }) => ({ name, value })) })
  expect(back?.headers.get('if-match')).toBe('"ports-2"')
})

test('the whole list can be added to a change request', async () => {
  const server = aServerOfPorts()
    .answer(listChangeRequests, [])
    .refuse(addChangeRequest, 'invalid_input', {
      detail: 'Must be a web address',
      fields: { link: 'Must be a web address' },
    })
  showPage(page)
  await userEvent.clear(await screen.findByLabelText('Port value 2'))
  await userEvent.type(screen.getByLabelText('Port value 2'), '8443')
  await userEvent.click(screen.getByRole('button', { name: 'Add to change request' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to change request' }))
  await userEvent.type(dialog.getByLabelText('Title'), 'Ports')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  expect(await dialog.findAllByText('Must be a web address')).not.toEqual([])
  const rows = [
    { name: 'SSH_PORT', value: '22' },
    { name: 'WEB_PORT', value: '8443' },
  ]
  expect(server.callsOf(addChangeRequest).map(({ body }) => body)).toEqual([
    {
      title: 'Ports',
      description: '',
      link: '',
      writes: [{ kind: 'defaultport', operation: 'replaceAll', input: { ports: rows } }],
    },
  ])
  expect(server.callsOf(replaceDefaultPorts)).toEqual([])
})
