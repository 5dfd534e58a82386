import { probes } from '@quatrain/contract/resources/probe.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aProbe, api, aSuperServer, nothingElse, packageList, versions } from '#test/probes.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, showPage } from '#test/render-page.tsx'

const choosePackage = async (version: string) => {
  const box = await screen.findByRole('combobox', { name: 'Package' })
  await userEvent.clear(box)
  await userEvent.type(box, version)
  await userEvent.click(await screen.findByRole('option', { name: `web-probes (${version})` }))
}

test('the list shows of each probe the number of versions, with a link to them', async () => {
  aSuperServer().answer(api.list, [
    aProbe(),
    aProbe({ id: 8, name: 'disk-probe', package: 'disk-probes (1.0)', nv: 1, description: 'Checks a disk.' }),
  ])
  showPage('/ui/probes')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select probe to change' })).toBeVisible()
  expect(await screen.findByText('2 probes')).toBeVisible()
  const [row] = screen.getAllByRole('row').slice(2)
  expect(row).toHaveTextContent('1web-probe2web-probes (1.4.0)Checks a web server.')
  expect(screen.getByRole('link', { name: 'web-probe' })).toHaveAttribute('href', '/ui/probes/web-probe')
  expect(screen.getByRole('link', { name: '2 versions of web-probe' })).toHaveAttribute(
    'href',
    '/ui/probes/web-probe/history',
  )
  expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute('href', '/ui/probes/add')
  expect(screen.queryByLabelText('Filter by #versions')).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Filter by package'), 'disk')
  expect(await screen.findByText('1 of 2 probes')).toBeVisible()
})

test('an empty list explains what probes are for; one that cannot be loaded can be loaded again', async () => {
  const server = aSuperServer().refuse(api.list, 'internal', { detail: 'Internal server error' })
  showPage('/ui/probes')
  expect(await screen.findByRole('heading', { name: 'Internal server error' })).toBeVisible()
  server.answer(api.list, [])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No probes')).toBeVisible()
  expect(screen.getByText(/A probe is a program that checks a service/)).toBeVisible()
})

test('a new probe requires all fields, and takes its version from its package', async () => {
  const server = aSuperServer().preview(api.add, nothingElse).answer(api.add, aProbe(), '"1"')
  showPage('/ui/probes/add')
  expect(await screen.findByRole('heading', { level: 1, name: 'Add probe' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Required')).toHaveLength(6)
  expect(screen.getByLabelText('Name')).toHaveFocus()

  await userEvent.type(screen.getByLabelText('Name'), 'web probe')
  await userEvent.type(screen.getByLabelText('Repository'), 'git.example.org')
  await userEvent.type(screen.getByLabelText('Documentation'), 'javascript:alert(1)')
  await userEvent.type(screen.getByRole('combobox', { name: 'Package' }), 'web-probes (9)')
  expect(await screen.findByText('Name cannot contain white spaces')).toBeVisible()
  expect(await screen.findByText('Package does not exist.')).toBeVisible()
  expect(screen.getByText('9')).toBeVisible()
  await userEvent.tab()
  expect(await screen.findAllByText('Invalid url')).toHaveLength(2)
  expect(server.callsOf(api.add)).toHaveLength(0)

  for (const [label, text] of [
    ['Name', 'web-probe'],
    ['Repository', 'https://git.example.org/web-probe'],
    ['Documentation', 'https://docs.example.org/web-probe'],
    ['Description', 'Checks a web server.'],
    ['Comment', 'First.'],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
  await choosePackage('1.4.0')
  expect(screen.getByText('1.4.0')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add probe')
  expect(await screen.findByText('Probe successfully added')).toBeVisible()
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    name: 'web-probe',
    package: 'web-probes (1.4.0)',
    repository: 'https://git.example.org/web-probe',
    docurl: 'https://docs.example.org/web-probe',
    description: 'Checks a web server.',
    comment: 'First.',
    cloned_from: '',
  })
})

test('before saving, the form says whether it adds, updates or restores a version', async () => {
  const server = aSuperServer().preview(api.change, nothingElse).answer(api.change, aProbe(), '"4"')
  showPage('/ui/probes/web-probe')
  expect(await screen.findByRole('heading', { level: 1, name: 'Change probe web-probe' })).toBeVisible()
  expect(screen.getByText('Saving updates version 1.4.0.')).toBeVisible()
  const along = screen.getByRole('checkbox', { name: 'Update metric templates' })
  expect(along).toBeDisabled()

  await choosePackage('1.3.0')
  expect(
    await screen.findByText('Saving restores version 1.3.0 and updates it. Version 1.4.0 does not change.'),
  ).toBeVisible()
  await choosePackage('1.5.0')
  expect(await screen.findByText('Saving adds version 1.5.0. Version 1.4.0 does not change.')).toBeVisible()
  expect(screen.getByText(/2 templates on version 1\.4\.0 go on to 1\.5\.0\./)).toBeVisible()
  await userEvent.click(along)
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'http-probe')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change probe')
  expect(await screen.findByText('Probe successfully changed')).toBeVisible()
  const [sent] = server.callsOf(api.change)
  expect(sent?.headers.get('if-match')).toBe('"3"')
  expect(sent?.body).toMatchObject({
    id: 7,
    name: 'http-probe',
    package: 'web-probes (1.5.0)',
    update_metrics: true,
  })
})

test('a clone suggests a name and names its original; a missing original is reported', async () => {
  const server = aSuperServer()
    .preview(api.add, nothingElse)
    .refuse(api.add, 'not_found', { detail: 'Probe from which to clone does not exist.' })
  showPage('/ui/probes/web-probe/clone')
  expect(await screen.findByLabelText('Name')).toHaveValue('web-probe-clone')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Probe from which to clone does not exist.')).toBeVisible()
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    cloned_from: 7,
    comment: 'Adds a check of certificates.',
  })
})

test('a probe in use cannot be deleted, and the form lists its dependents before an attempt', async () => {
  const detail = 'You cannot delete probe that is associated to metric templates.'
  aSuperServer().refuse(api.remove, 'in_use', { detail })
  showPage('/ui/probes/web-probe')
  const table = await screen.findByRole('table', { name: 'What uses which version, newest first' })
  const [, newest, older] = within(table).getAllByRole('row')
  expect(newest).toHaveTextContent('1.4.0web.httpweb.tlsNORDIC 2 metrics, 1 metric profile')
  expect(older).toHaveTextContent('1.3.0Formerly web.httpnone')
  expect(within(table).getByRole('link', { name: 'web.tls' })).toHaveAttribute('href', '/ui/metrictemplates/web.tls')
  expect(within(table).getByRole('link', { name: 'NORDIC' })).toHaveAttribute('href', '/ui/tenants/NORDIC')

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const message = await screen.findByRole('alert')
  expect(within(message).getByText('Error')).toBeVisible()
  expect(within(message).getByText(detail)).toBeVisible()
})

test('a delete names the stored probe, whatever is in the form', async () => {
  const server = aSuperServer().preview(api.remove, nothingElse).answer(api.remove, {})
  showPage('/ui/probes/web-probe')
  await userEvent.type(await screen.findByLabelText('Name'), '-renamed')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await confirm('Delete probe')
  expect(await screen.findByText('Probe successfully deleted')).toBeVisible()
  expect(server.callsOf(api.remove)[0]?.path).toBe('/api/v2/internal/probes/web-probe')
})

test('an earlier version is restored through the form', async () => {
  const server = aSuperServer().preview(api.change, nothingElse).answer(api.change, aProbe(), '"4"')
  showPage('/ui/probes/web-probe/history/1.3.0')
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(
    await screen.findByText('The form contains version 1.3.0. Saving makes it the current one again.'),
  ).toBeVisible()
  expect(await screen.findByText(/Saving restores version 1\.3\.0/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change probe')
  expect(await screen.findByText('Probe successfully changed')).toBeVisible()
  const [sent] = server.callsOf(api.change)
  expect(sent?.query).toMatchObject({ restored_from: '1' })
  expect(sent?.body).toMatchObject({ id: 7, package: 'web-probes (1.3.0)', comment: 'First.' })
})

test('two versions are compared by their differences, starting with the version', async () => {
  aSuperServer()
  showPage('/ui/probes/web-probe/history')
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  await screen.findByRole('region', { name: 'version' })
  const panels = screen.getAllByRole('region').map((panel) => panel.getAttribute('aria-label'))
  expect(panels.filter((label) => label !== null && label !== 'Messages')).toEqual(['version', 'package', 'comment'])
  expect(window.location.pathname).toBe('/ui/probes/web-probe/history/compare/1.4.0/1.3.0')
  showPage('/ui/probes/web-probe/history/compare/1/2')
  expect(await screen.findByText('From')).toBeVisible()
})

test('after a save, the history contains the new version, although the earlier ones were cached', async () => {
  const server = aSuperServer()
    .versions(probes, versions.slice(1))
    .preview(api.change, nothingElse)
    .answer(api.change, aProbe(), '"4"')
  showPage('/ui/probes/web-probe/history')
  expect(await screen.findByRole('link', { name: '1.3.0' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Details' }))
  await userEvent.type(await screen.findByLabelText('Comment'), ' More.')
  server.versions(probes, versions)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change probe')
  await userEvent.click(await screen.findByRole('link', { name: '2 versions of web-probe' }))
  expect(await screen.findByLabelText('Older version: 1.3.0')).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByRole('region', { name: 'version' })).toBeVisible()
})

test('a version is shown under the name that it had', async () => {
  const [newest] = versions
  aSuperServer().versions(probes, newest ? [{ ...newest, object_repr: 'now (1.4.0)' }, ...versions.slice(1)] : [])
  showPage('/ui/probes/web-probe/history/1.3.0')
  expect(await screen.findByRole('heading', { level: 1, name: 'Probe version web-probe (1.3.0)' })).toBeVisible()
  expect(screen.getByText('Initial version.')).toBeVisible()
  expect(screen.queryByText('Where it is used')).not.toBeInTheDocument()
  showPage('/ui/probes/web-probe/history/9')
  expect(await screen.findByText('web-probe has no version 9.')).toBeVisible()
})

test('without permission a probe is text, and can neither be added nor cloned', async () => {
  aSuperServer(aProbe(), aMember())
  showPage('/ui/probes/web-probe')
  expect(await screen.findByRole('heading', { level: 1, name: 'Probe details web-probe' })).toBeVisible()
  expect(screen.getByText('Only administrators can change probes.')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Clone' })).not.toBeInTheDocument()
  showPage('/ui/probes/add')
  expect(await screen.findByText('You do not have permission to add probes.')).toBeVisible()
  expect(screen.getByText('Only administrators can.')).toBeVisible()
})

test('if the packages cannot be loaded, the form says so and the server decides', async () => {
  const server = aSuperServer().preview(api.change, nothingElse).answer(api.change, aProbe(), '"4"')
  server.refuse(packageList, 'internal', { detail: 'Internal server error' })
  showPage('/ui/probes/web-probe')
  expect(await screen.findByText('The packages could not be loaded: Internal server error')).toBeVisible()
  const box = screen.getByRole('combobox', { name: 'Package' })
  await userEvent.clear(box)
  await userEvent.type(box, 'web-probes (7)')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change probe')
  await waitFor(() => expect(server.callsOf(api.change)[0]?.body).toMatchObject({ package: 'web-probes (7)' }))
})
