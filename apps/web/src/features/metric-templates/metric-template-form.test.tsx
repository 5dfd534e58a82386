import { metricTemplateUsedBy } from '@quatrain/contract/resources/metric-template.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirm } from '#test/profiles.ts'
import { aMember, showPage } from '#test/render-page.tsx'
import { choose, field, nothing, pairs, save, type } from '#test/template-form.ts'
import { aPassive, api, aSuperServer, aTemplate, documentOf, rowOf } from '#test/templates.ts'

async function fillIn() {
  await type('Name', 'web.new')
  await type('Probe', 'http-probe (2.0.0)')
  await type('Probe executable', 'check_new')
  for (const [key, value] of [
    ['maxCheckAttempts', '3'],
    ['timeout', '60'],
    ['path', '/usr/libexec'],
    ['interval', '5'],
    ['retryInterval', '3'],
  ]) {
    await type(`Config: ${key}`, value ?? '')
  }
}

test('a new template is validated field by field, and sent without blank rows', async () => {
  const server = aSuperServer()
    .preview(api.add, nothing)
    .answer(api.add, aTemplate({ name: 'web.new' }), '"1"')
  showPage('/ui/metrictemplates/add')
  expect(await screen.findByRole('heading', { level: 1, name: 'Add metric template' })).toBeVisible()
  await save()
  expect(await screen.findAllByText('Required')).toHaveLength(8)
  await type('Name', 'web new')
  await type('Config: timeout', 'soon')
  expect(await screen.findByText('Name cannot contain white spaces')).toBeVisible()
  expect(await screen.findByText('Must be a whole number')).toBeVisible()
  await fillIn()
  await type('Attributes: key 1', 'URL')
  await type('Attributes: value 1', '-u{Enter}')
  await waitFor(() => expect(field('Attributes: key 2')).toHaveFocus())
  await save()
  await confirm('Add metric template')
  expect(await screen.findByText('Metric template successfully added')).toBeVisible()
  const [call] = server.callsOf(api.add)
  expect(call?.body).toMatchObject({
    name: 'web.new',
    mtype: 'Active',
    probeversion: 'http-probe (2.0.0)',
    cloned_from: '',
    attribute: [{ key: 'URL', value: '-u' }],
    dependency: [],
    flags: [],
    parameter: [],
  })
  await waitFor(() => expect(window.location.pathname).toBe('/ui/metrictemplates'))
}, 60_000)

test('a probe is found by a part of its name or version, with its package; another text is refused', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/add')
  await screen.findByLabelText('Probe')
  await type('Probe', 'dns-probe (9)')
  await userEvent.tab()
  expect(await screen.findByText('Must be one of the probe versions')).toBeVisible()
  await type('Probe', '1.4')
  const offered = within(await screen.findByRole('listbox', { name: 'Suggestions for Probe' }))
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'http-probe (1.4.0)probe-http (1.4.0)',
  ])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(field('Probe').value).toBe('http-probe (1.4.0)')
  expect(screen.getByText('probe-http (1.4.0)')).toBeVisible()
})

test('passive keeps the common fields, locks its flag, and does not send the others', async () => {
  const server = aSuperServer().preview(api.change, nothing).answer(api.change, aTemplate(), '"5"')
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Type')
  await choose('Passive')
  expect(screen.queryByLabelText('Probe')).not.toBeInTheDocument()
  expect(screen.queryByRole('table', { name: 'Config' })).not.toBeInTheDocument()
  const flags = within(screen.getByRole('table', { name: 'Flags' }))
  expect(flags.getByRole('rowheader', { name: /^PASSIVE/ })).toHaveTextContent('Follows from the type.')
  expect(flags.getByRole('button', { name: 'Flags: Remove PASSIVE' })).toBeDisabled()
  await choose('Active')
  expect(field('Probe').value).toBe('http-probe (1.4.0)')
  expect(field('Config: timeout').value).toBe('30')
  expect(pairs('Flags')).toEqual(['OBSESS=1'])
  expect(screen.getByText('No changes')).toBeVisible()
  await choose('Passive')
  await save()
  await confirm('Change metric template')
  await screen.findByText('Metric template successfully changed')
  expect(server.callsOf(api.change)[0]?.body).toEqual({
    ...documentOf(aTemplate()),
    id: 11,
    mtype: 'Passive',
    probeversion: '',
    probeexecutable: '',
    config: [],
    attribute: [],
    dependency: [],
    parameter: [],
    flags: [
      { key: 'OBSESS', value: '1' },
      { key: 'PASSIVE', value: '1' },
    ],
  })
})

test('an active template that was passive starts with five empty keys', async () => {
  aSuperServer(aPassive())
  showPage('/ui/metrictemplates/web.passive')
  await screen.findByLabelText('Type')
  await choose('Active')
  expect(pairs('Config')).toEqual(['', '', '', '', ''])
  expect(within(screen.getByRole('table', { name: 'Config' })).getAllByRole('rowheader')[1]).toHaveTextContent(
    'timeout',
  )
  expect(pairs('Flags')).toEqual(['='])
})

test('the form says whether saving updates a version, adds or restores one, and what follows', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/web.http')
  expect(await screen.findByText(/using it changes immediately/)).toHaveTextContent(
    'Saving updates the current version on http-probe (1.4.0). 1 tenant using it changes immediately: ALPINE. Unchanged, on another version: NORDIC.',
  )
  await type('Probe', 'http-probe (2.0.0)')
  expect(await screen.findByText(/Saving adds a new version/)).toHaveTextContent(
    'Saving adds a new version on http-probe (2.0.0). Tenants keep their version until they update their metrics: ALPINE, NORDIC.',
  )
  await type('Probe', 'http-probe (1.3.0)')
  expect(await screen.findByText(/Saving restores/)).toHaveTextContent(
    'Saving restores the earlier version on http-probe (1.3.0) and updates it. 1 tenant using it changes immediately: NORDIC. Unchanged, on another version: ALPINE.',
  )
  await type('Probe', 'http-probe (1.4.0)')
  expect(screen.getByText(/Saving updates/)).toBeVisible()
})

test('dependents link to the consoles of the tenants', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/web.http')
  const used = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await used.findByText('2 tenants with a metric of it.')).toBeVisible()
  await waitFor(() =>
    expect(used.getByRole('link', { name: /^EDGE/ })).toHaveAttribute(
      'href',
      'http://alpine.example.org:3000/ui/metricprofiles/EDGE',
    ),
  )
  expect(used.getByRole('link', { name: 'web.passive' })).toHaveAttribute('href', '/ui/metrictemplates/web.passive')
})

test('the form is usable if the dependents cannot be loaded', async () => {
  aSuperServer().refuse(metricTemplateUsedBy, 'internal', { detail: 'Internal server error' })
  showPage('/ui/metrictemplates/web.http')
  const used = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await used.findByText('Internal server error')).toBeVisible()
  expect(field('Name').value).toBe('web.http')
})

test('a save whose profiles could not be updated shows every message above the list', async () => {
  aSuperServer()
    .preview(api.change, nothing)
    .refuse(api.change, 'partly_done', { detail: 'nordic: profile CORE not renamed\nalpine: profile EDGE not renamed' })
    .preview(api.change, nothing)
  showPage('/ui/metrictemplates/web.http')
  await type((await screen.findByLabelText<HTMLInputElement>('Name')) && 'Name', 'web.https')
  await save()
  await confirm('Change metric template')
  const warning = within(await screen.findByRole('dialog', { name: 'Warning' }))
  expect(warning.getByText('nordic: profile CORE not renamed')).toBeVisible()
  expect(warning.getByText('alpine: profile EDGE not renamed')).toBeVisible()
  expect(window.location.pathname).toBe('/ui/metrictemplates')
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})

test('the warning of a successful save is shown, and its undo uses the saved name', async () => {
  aSuperServer()
    .preview(api.change, nothing)
    .answer(api.change, { ...aTemplate({ name: 'web.http' }), warning: 'Tags were not told to the Web API.' }, '"5"')
  showPage('/ui/metrictemplates/web.http')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' always')
  await save()
  await confirm('Change metric template')
  const warning = await screen.findByRole('dialog', { name: 'Warning' })
  expect(within(warning).getByText('Tags were not told to the Web API.')).toBeVisible()
  await userEvent.click(within(warning).getByRole('button', { name: 'Go on' }))
  expect(await screen.findByRole('button', { name: 'Undo: Changed web.http' })).toBeVisible()
})

test('a template is deleted by its stored name, and cannot be undone', async () => {
  const server = aSuperServer().preview(api.remove, nothing).answer(api.remove, {})
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Name')
  await type('Name', 'other')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await confirm('Delete metric template')
  await screen.findByText('Metric template successfully deleted')
  expect(server.callsOf(api.remove)[0]?.path).toMatch(/metrictemplates\/web\.http$/)
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
})

test('a delete that tenants follow by jobs is not reported as done', async () => {
  const later = 'Metric template web.http is being deleted: 2 tenants follow by roll-out 7.'
  const server = aSuperServer().preview(api.remove, nothing).answer(api.remove, { later })
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Name')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  server.answer(api.list, [{ ...rowOf(aTemplate()), deleted_by: 7 }])
  await confirm('Delete metric template')
  expect(await screen.findByText(later)).toBeVisible()
  expect(await screen.findByText('Being deleted')).toBeVisible()
  expect(screen.queryByText(/^Deleted$|successfully/)).not.toBeInTheDocument()
})

test("a failure shows the server's message", async () => {
  aSuperServer()
    .preview(api.change, nothing)
    .refuse(api.change, 'already_exists', {
      detail: 'Metric template with this name already exists.',
      fields: { name: 'Already exists' },
    })
  showPage('/ui/metrictemplates/web.http')
  await screen.findByLabelText('Name')
  await type('Name', 'web.passive')
  await save()
  expect(await screen.findByText('Metric template with this name already exists.')).toBeVisible()
  expect(screen.getByText('Already exists')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
})

test('a clone gets a free name and names its original', async () => {
  const server = aSuperServer()
    .preview(api.add, nothing)
    .answer(api.add, aTemplate({ id: 30, name: 'web.http-copy' }), '"1"')
  showPage('/ui/metrictemplates/web.http/clone')
  expect(await screen.findByRole('heading', { level: 1, name: 'Clone metric template' })).toBeVisible()
  expect(field('Name').value).toBe('web.http-copy')
  await save()
  await confirm('Add metric template')
  await screen.findByText('Metric template successfully added')
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    ...documentOf(aTemplate()),
    name: 'web.http-copy',
    cloned_from: 11,
  })
})

test('the original of a clone may not exist any more', async () => {
  aSuperServer().refuse(api.get, 'not_found')
  showPage('/ui/metrictemplates/gone/clone')
  expect(await screen.findByText('There is no metric template named gone.')).toBeVisible()
})

test('users without permission can read it, and can neither add nor clone', async () => {
  aSuperServer(aTemplate(), aMember())
  const { unmount } = showPage('/ui/metrictemplates/web.http')
  expect(await screen.findByText(/This is a read-only instance/)).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Clone' })).not.toBeInTheDocument()
  unmount()
  showPage('/ui/metrictemplates/add')
  expect(await screen.findByText('You do not have permission to add metric templates.')).toBeVisible()
})
