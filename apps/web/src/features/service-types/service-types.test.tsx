import { addChangeRequest, listChangeRequests } from '@quatrain/contract/change-requests/change-request.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { addServiceTypes, replaceServiceTypes, serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { deletedObject } from '#test/versions.ts'
import { csvOfServiceTypes, readServiceTypeCsv } from './service-type-csv.ts'

const api = resourceEndpoints(serviceTypes)
const page = '/ui/servicetypes'

const topologyType = { name: 'APEL', title: '', description: 'Of the topology.', tags: ['topology'] }
const stored = [topologyType, { name: 'web.portal', title: '', description: 'A portal.', tags: ['poem'] }]
const document = { name: 'web.portal', title: '', description: 'A portal.' }
const changed = {
  tenant: 'NORTH',
  kind: 'servicetype',
  name: 'web.portal',
  action: 'change' as const,
  before: document,
  after: { ...document, description: 'New.' },
}

const server = () => aServer(aSuperuser()).answer(api.list, stored, '"types-1"')

test('a changed and a new service type are sent with the others', async () => {
  const fake = server()
    .preview(replaceServiceTypes, { preview: 'preview-1', changes: [changed], notices: {} })
    .answer(replaceServiceTypes, { servicetypes: [] }, '"types-2"')
  showPage(page)
  const description = await screen.findByLabelText('Service description 2')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  // Those of the topology can be neither changed nor removed.
  expect(screen.queryByLabelText('Service description 1')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Remove service type 1: APEL' })).toBeDisabled()

  await userEvent.clear(description)
  await userEvent.type(description, 'New.{Enter}')
  await userEvent.type(screen.getByLabelText('Service name 3'), 'web.api{Enter}An API.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change service type' })
  expect(within(dialog).getByText('Are you sure you want to change service type?')).toBeVisible()
  await confirm('Change service type')

  expect(await screen.findByText('Service types successfully changed')).toBeVisible()
  const [sent] = fake.callsOf(replaceServiceTypes)
  expect(sent?.body).toEqual({
    servicetypes: [
      { ...document, description: 'New.' },
      { name: 'web.api', title: '', description: 'An API.' },
    ],
  })
  expect(sent?.headers.get('if-match')).toBe('"types-1"')
})

test.each([
  ['a b', 'Name can only contain alphanumeric characters, punctuations, underscores and minuses'],
  ['APEL', 'Service type with this name already exists'],
  ['web.portal', 'Service type with this name already added'],
])('a new service type cannot be called %s', async (name, message) => {
  server()
  showPage(page)
  await userEvent.type(await screen.findByLabelText('Service description 2'), '{Enter}')
  await userEvent.type(screen.getByLabelText('Service name 3'), name)
  await userEvent.tab()
  expect(await screen.findByText(message)).toBeVisible()
})

test('a stored service type keeps its name and has a description', async () => {
  server()
  showPage(page)
  await userEvent.type(await screen.findByLabelText('Service name 2'), 'x')
  await userEvent.clear(screen.getByLabelText('Service description 2'))
  await userEvent.tab()
  expect(await screen.findByText('The name of a service type cannot be changed')).toBeVisible()
  expect(await screen.findByText('Description cannot be empty.')).toBeVisible()
})

const listed = (name: string) => ({ name, title: '', description: `It is ${name}.`, tags: ['poem'] })

test('selected service types are deleted, and the list can be put back', async () => {
  const [own, another] = [listed('web.api'), listed('web.portal')]
  const fake = aServer(aSuperuser())
    .answer(api.list, [topologyType, own, another], '"types-1"')
    .preview(replaceServiceTypes, { preview: 'preview-1', changes: [], notices: {} })
    .answer(replaceServiceTypes, { servicetypes: [] }, '"types-2"')
  showPage(page)
  expect(await screen.findByRole('button', { name: 'Delete selected' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: 'Select APEL' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }))
  expect(screen.getByRole('checkbox', { name: 'Select APEL' })).not.toBeChecked()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select web.api' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete selected' }))
  expect(await screen.findByText('Are you sure you want to delete 1 service type?')).toBeVisible()
  await confirm('Delete service types')
  expect(await screen.findByText('Service types successfully deleted')).toBeVisible()
  const sentOf = ({ name, title, description }: (typeof stored)[number]) => ({ name, title, description })
  expect(fake.callsOf(replaceServiceTypes)[0]?.body).toEqual({ servicetypes: [sentOf(own)] })

  expect(await screen.findByText('The list of service types was changed.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('The list of service types is as it was before')).toBeVisible()
  const [, back] = fake.callsOf(replaceServiceTypes)
  expect(back?.body).toEqual({ servicetypes: [sentOf(own), sentOf(another)] })
  expect(back?.headers.get('if-match')).toBe('"types-2"')
})

const aFile = (text: string) => new File([text], 'types.csv', { type: 'text/csv' })

test('a file replaces the table after a preview, and only saving sends it', async () => {
  const fake = server()
    .preview(replaceServiceTypes, { preview: 'preview-1', changes: [changed], notices: {} })
    .answer(replaceServiceTypes, { servicetypes: [] }, '"types-2"')
  showPage(page)
  await screen.findByLabelText('Service description 2')
  const lines = [
    'description,name,title',
    'Of the topology.,APEL,',
    'Changed there.,web.portal,',
    '"An API, for all",web.api,',
    ',web.empty,',
    'Bad.,a b,',
    'Twice.,web.api,',
    'short',
  ]
  await userEvent.upload(screen.getByLabelText('CSV file'), aFile(lines.join('\r\n')))
  const dialog = await screen.findByRole('dialog', { name: 'Import CSV' })
  expect(within(dialog).getByText('Ignored columns: title.')).toBeVisible()
  expect(
    within(dialog).getByText('1 service type added, 1 changed, 0 removed, 1 unchanged, 4 rows rejected'),
  ).toBeVisible()
  const effects = within(dialog).getByRole('table', { name: 'Effects of the import' })
  for (const [number, reason] of [
    ['5', 'Description: Description cannot be empty.'],
    ['6', 'Name: Name can only contain alphanumeric characters, punctuations, underscores and minuses'],
    ['7', 'Duplicated: it is in row 4'],
    ['8', 'Name: the row ends before this column'],
  ] as const) {
    const row = within(effects).getByRole('cell', { name: number }).closest('tr')
    expect(row).toHaveTextContent(reason)
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply to form' }))
  expect(await screen.findByLabelText('Service name 2')).toHaveValue('web.api')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change service type')
  expect(await screen.findByText('Service types successfully changed')).toBeVisible()
  expect(fake.callsOf(replaceServiceTypes)[0]?.body).toEqual({
    servicetypes: [
      { name: 'web.api', title: '', description: 'An API, for all' },
      { ...document, description: 'Changed there.' },
    ],
  })
})

test('an import removes what the file lacks, never the topology, and can be undone', async () => {
  server()
  showPage(page)
  await screen.findByLabelText('Service description 2')
  const file = aFile('name,title,description\nweb.api,,An API.\nAPEL,,Mine.\n')
  await userEvent.upload(screen.getByLabelText('CSV file'), file)
  const dialog = await screen.findByRole('dialog', { name: 'Import CSV' })
  expect(within(dialog).getByText(/it comes from the topology/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply to form' }))
  expect(await screen.findByLabelText('Service name 2')).toHaveValue('web.api')
  expect(screen.getByText('APEL')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByLabelText('Service name 2')).toHaveValue('web.portal')
})

test('a list without some service types says how many are deleted, and asks for it', async () => {
  const gone = { ...changed, action: 'delete', after: null } as const
  const added = { ...changed, name: 'web.api', action: 'add', before: null } as const
  const fake = server()
    .preview(replaceServiceTypes, { preview: 'preview-1', changes: [gone, added], notices: {} })
    .answer(replaceServiceTypes, { servicetypes: [] }, '"types-2"')
  showPage(page)
  await screen.findByLabelText('Service description 2')
  await userEvent.upload(screen.getByLabelText('CSV file'), aFile('name,title,description\nweb.api,,An API.\n'))
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to form' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change service type' })
  expect(within(dialog).getByText('1 service type will be deleted.')).toBeVisible()
  const button = within(dialog).getByRole('button', { name: 'Change service type' })
  expect(button.style.getPropertyValue('--button-bg')).toContain('red')
  await confirm('Change service type')
  expect(await screen.findByText('Service types successfully changed')).toBeVisible()
  expect(fake.callsOf(replaceServiceTypes)).toHaveLength(1)
})

test('undoing an import keeps what was typed since', async () => {
  aServer(aSuperuser()).answer(api.list, [...stored, listed('web.old')], '"types-1"')
  showPage(page)
  await screen.findByLabelText('Service description 2')
  const file = aFile('name,title,description\nweb.api,,An API.\nweb.db,,A database.\nweb.portal,,From the file.\n')
  await userEvent.upload(screen.getByLabelText('CSV file'), file)
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to form' }))
  expect(await screen.findByLabelText('Service name 2')).toHaveValue('web.api')
  await userEvent.type(screen.getByLabelText('Service description 2'), ' Mine.')
  await userEvent.type(screen.getByLabelText('Service description 4'), '{Enter}')
  await userEvent.type(screen.getByLabelText('Service name 5'), 'web.new')
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  // The changed row and the typed one stay; `web.db` is gone, `web.old` and the old description are back.
  expect(await screen.findByLabelText('Service name 4')).toHaveValue('web.old')
  const texts = ['Service name 2', 'Service description 2', 'Service name 3', 'Service name 5', 'Service description 5']
  expect(texts.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    'web.api',
    'An API. Mine.',
    'web.new',
    'web.portal',
    'A portal.',
  ])
})

test('a file without a column is refused by its name', async () => {
  server()
  showPage(page)
  await screen.findByLabelText('Service description 2')
  await userEvent.upload(screen.getByLabelText('CSV file'), aFile('name,title\nweb.api,'))
  expect(await screen.findByText('There is no column description. Its first row is: name, title.')).toBeVisible()
})

test('service types are exported by name, and the file can be imported', () => {
  const types = [
    { name: 'b', title: '', description: 'Accepts mail, relays it' },
    { name: 'B', title: 'A title', description: '"B"' },
  ]
  const text = csvOfServiceTypes(types, true)
  expect(text.slice(1)).toBe('name,title,description\r\nB,A title,"""B"""\r\nb,,"Accepts mail, relays it"')
  expect(readServiceTypeCsv(text, true)).toMatchObject({ rows: [types[1], types[0]] })
  expect(readServiceTypeCsv(text, false)).toMatchObject({ notes: ['Ignored columns: title.'] })
  expect(csvOfServiceTypes(types, false).slice(1)).toMatch(/^name,description\r\nB,/)
})

test('members read a list', async () => {
  aServer(aMember()).answer(api.list, stored, '"types-1"')
  showPage(page)
  expect(await screen.findByRole('link', { name: 'web.portal' })).toHaveAttribute('href', `${page}/web.portal`)
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(screen.getByText('topology', { selector: 'span' })).toBeVisible()
})

const added = (name: string) => ({ tenant: 'NORTH', kind: 'servicetype', name, action: 'add' as const })

test('prepared service types are added together, and undo removes only them', async () => {
  const types = [
    { name: 'web.api', title: '', description: 'An API.\nFor all.' },
    { name: 'web.db', title: '', description: 'A database.' },
  ]
  const all = [...stored, ...types.map((type) => ({ ...type, tags: ['poem'] }))]
  const fake = server()
    .preview(addServiceTypes, {
      preview: 'preview-1',
      changes: types.map((type) => ({ ...added(type.name), before: null, after: type })),
      notices: {},
    })
    .answer(addServiceTypes, { servicetypes: all }, '"types-2"')
    .answer(replaceServiceTypes, { servicetypes: stored }, '"types-3"')
  showPage(`${page}/add`)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.getByText('Empty data')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.type(name, 'web.api')
  await userEvent.type(screen.getByLabelText('Description'), 'An API.{Shift>}{Enter}{/Shift}For all.{Enter}')
  expect(name).toHaveFocus()
  expect(name).toHaveValue('')
  expect(await screen.findByLabelText('Service description 1')).toHaveValue('An API.\nFor all.')
  // What is typed and not yet in the table is added, too.
  await userEvent.type(name, 'web.db')
  await userEvent.type(screen.getByLabelText('Description'), 'A database.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add service types' })
  expect(within(dialog).getByText('Are you sure you want to add 2 service types?')).toBeVisible()
  await confirm('Add service types')
  expect(await screen.findByText('Service types successfully added')).toBeVisible()
  expect(fake.callsOf(addServiceTypes)[0]?.body).toEqual({ servicetypes: types })

  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('The list of service types is as it was before')).toBeVisible()
  const [back] = fake.callsOf(replaceServiceTypes)
  expect(back?.body).toEqual({ servicetypes: [document] })
  expect(back?.headers.get('if-match')).toBe('"types-2"')
})

test('what cannot be added is refused at once, and what is prepared can be changed and removed', async () => {
  server()
  showPage(`${page}/add`)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  const description = screen.getByLabelText('Description')
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Add new' }))
  const invalid = 'Name can only contain alphanumeric characters, punctuations, underscores and minuses'
  await add()
  expect(await screen.findByText(invalid)).toBeVisible()
  expect(screen.getByText('Description cannot be empty.')).toBeVisible()
  for (const [text, message] of [
    ['APEL', 'Service type with this name already exists'],
    ['web.portal', 'Service type with this name already exists'],
    ['a b', invalid],
  ] as const) {
    await userEvent.clear(name)
    await userEvent.type(name, `${text}{Enter}`)
    expect(await screen.findByText(message)).toBeVisible()
  }
  expect(screen.getByText('Empty data')).toBeVisible()
  await userEvent.clear(name)
  await userEvent.type(name, 'web.api')
  await userEvent.type(description, 'An API.{Enter}')
  await userEvent.type(name, 'web.api')
  await userEvent.type(description, 'Again.{Enter}')
  expect(await screen.findByText('Service type with this name already added')).toBeVisible()
  // The description of a prepared one stays as it was changed when another one is prepared.
  await userEvent.type(screen.getByLabelText('Service description 1'), ' New.')
  await userEvent.clear(name)
  await userEvent.type(name, 'web.db{Enter}')
  expect(await screen.findByLabelText('Service name 2')).toHaveValue('web.db')
  expect(screen.getByLabelText('Service description 1')).toHaveValue('An API. New.')
  for (const removed of ['web.api', 'web.db']) {
    await userEvent.click(screen.getByRole('button', { name: `Remove service type 1: ${removed}` }))
  }
  expect(await screen.findByText('Empty data')).toBeVisible()
  expect(name).toHaveFocus()
})

test('prepared service types survive a reload', async () => {
  server()
  const { unmount } = showPage(`${page}/add`)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'web.api')
  await userEvent.type(screen.getByLabelText('Description'), 'An API.{Enter}')
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'half')
  unmount()
  showPage(`${page}/add`)
  expect(await screen.findByLabelText('Service name 1')).toHaveValue('web.api')
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('half')
})

test('a description of several lines is shown and kept', async () => {
  const description = 'A portal.\nIt has two lines.'
  const several = { ...document, description }
  const fake = aServer(aSuperuser())
    .answer(api.list, [{ ...several, tags: ['poem'] }, { ...listed('web.api') }], '"types-1"')
    .preview(replaceServiceTypes, { preview: 'preview-1', changes: [], notices: {} })
    .answer(replaceServiceTypes, { servicetypes: [] }, '"types-2"')
  showPage(page)
  const field = await screen.findByLabelText('Service description 1')
  expect(field).toHaveValue(description)
  await userEvent.type(field, '{Shift>}{Enter}{/Shift}And a third.')
  await userEvent.click(field)
  await userEvent.paste('\nPasted.\nTwice.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change service type')
  expect(await screen.findByText('Service types successfully changed')).toBeVisible()
  const [{ servicetypes: [sent] = [] } = {}] = [
    fake.callsOf(replaceServiceTypes)[0]?.body as { servicetypes?: unknown[] },
  ]
  expect(sent).toEqual({ ...document, description: `${description}\nAnd a third.\nPasted.\nTwice.` })
})

test('the page of a service type names the profiles that use it, with their metrics', async () => {
  const used = { metricprofiles: [{ name: 'CORE', metrics: ['disk', 'http'] }], aggregationprofiles: ['critical'] }
  aServer(aSuperuser()).answer(api.get, { ...document, tags: ['poem'], ...used })
  showPage(paths.serviceTypes.details(document.name))
  const usage = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await usage.findByRole('link', { name: 'CORE' })).toHaveAttribute('href', paths.metricProfiles.details('CORE'))
  expect(usage.getByText('disk, http')).toBeVisible()
  expect(usage.getByRole('link', { name: 'critical' })).toHaveAttribute(
    'href',
    paths.aggregationProfiles.details('critical'),
  )
})

test('a version of a deleted service type is restored under its name', async () => {
  const fake = aServer(aSuperuser())
    .versions(
      serviceTypes,
      [2, 1].map((number) => ({
        id: number,
        version: String(number),
        object_repr: 'web.portal',
        remark: '',
        comment: '',
        date_created: '2026-04-01T09:00:00.000Z',
        user: 'admin',
        deleted: number === 2,
        fields: document,
      })),
    )
    .preview(api.add, { preview: 'preview-1', changes: [], notices: {} })
    .answer(api.add, { ...document, tags: ['poem'], metricprofiles: [], aggregationprofiles: [] }, '"type-1"')
    .answer(api.list, stored, '"types-1"')
  showPage('/ui/servicetypes/web.portal/history/1')
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Restore service type/ })).toBeVisible()
  expect(screen.getByLabelText('Service description')).toHaveValue('A portal.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add service type')
  expect(await screen.findByText('Service type successfully added')).toBeVisible()
  const [sent] = fake.callsOf(api.add)
  expect(sent).toMatchObject({ body: document, query: { restored_from: '1', restored_object: String(deletedObject) } })
})

test('a change request gets an add for each new service type, and never the list without the others', async () => {
  const fake = server()
    .answer(listChangeRequests, [])
    .refuse(addChangeRequest, 'invalid_input', { detail: 'Not today', fields: { link: 'Not today' } })
  showPage(`${page}/add`)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'web.api')
  await userEvent.type(screen.getByLabelText('Description'), 'An API.{Enter}')
  await userEvent.type(name, 'web.db')
  await userEvent.type(screen.getByLabelText('Description'), 'A database.')
  await userEvent.click(screen.getByRole('button', { name: 'Add to change request' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to change request' }))
  await userEvent.type(dialog.getByLabelText('Title'), 'Web')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  expect(await dialog.findAllByText('Not today')).not.toEqual([])
  const writes = [
    { name: 'web.api', title: '', description: 'An API.' },
    { name: 'web.db', title: '', description: 'A database.' },
  ].map((input) => ({ kind: 'servicetype', operation: 'add', input }))
  expect(fake.callsOf(addChangeRequest).map(({ body }) => body)).toMatchObject([{ title: 'Web', writes }])
})
