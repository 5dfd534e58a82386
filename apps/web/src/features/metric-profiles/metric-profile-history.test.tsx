import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, showPage } from '#test/render-page.tsx'
import { deletedObject } from '#test/versions.ts'

const api = resourceEndpoints(metricProfiles)

const aVersion = (id: number, description: string, ...metrics: string[]) => ({
  id,
  version: String(id),
  object_repr: 'CORE',
  date_created: new Date(Date.UTC(2026, 0, id, 10)).toISOString(),
  user: 'ada',
  comment: id === 1 ? 'Initial version.' : 'Changed description.',
  remark: id === 2 ? 'as agreed' : '',
  fields: {
    name: 'CORE',
    groupname: 'ops',
    description,
    metricinstances: metrics.map((metric) => ({ service: 'web', metric })),
  },
})

const versions = [
  aVersion(3, 'Now', 'http', 'ping'),
  aVersion(2, 'Then', 'http', 'ftp'),
  aVersion(1, 'Then', 'http', 'ftp'),
]

test('the two newest versions are selected by default, and only differences are shown', async () => {
  aServer(aMember('ops')).versions(metricProfiles, versions)
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByLabelText('Newer version: 3')).toBeChecked()
  expect(screen.getByLabelText('Older version: 2')).toBeChecked()
  expect(screen.queryByLabelText('Older version: 3')).not.toBeInTheDocument()
  expect(screen.getByText('as agreed')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  const instances = await screen.findByRole('region', { name: 'metric instances' })
  expect(within(instances).getByText('1 removed, 1 added')).toBeVisible()
  expect(within(instances).getByRole('row', { name: '− removed web ftp' })).toBeVisible()
  expect(within(instances).getByRole('row', { name: '+ added web ping' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'groupname' })).not.toBeInTheDocument()
})

test('versions that a change request has made lead to it', async () => {
  const request = { id: 4, title: 'Fewer sites' }
  aServer(aMember('ops')).versions(metricProfiles, [
    { ...aVersion(3, 'Now', 'http'), request },
    aVersion(2, 'Then', 'http'),
  ])
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByRole('link', { name: '4: Fewer sites' })).toHaveAttribute('href', '/ui/changerequests/4')
  await userEvent.click(screen.getByRole('link', { name: '3' }))
  await screen.findByRole('heading', { level: 1, name: /^Metric profile version 3/ })
  expect(screen.getByRole('link', { name: '4: Fewer sites' })).toBeVisible()
})

test('equal versions are reported as equal', async () => {
  aServer(aMember('ops')).versions(metricProfiles, versions)
  showPage('/ui/metricprofiles/CORE/history/compare/2/1')
  expect(await screen.findByText(/^No differences/)).toBeVisible()
})

test('with one version there is nothing to choose', async () => {
  aServer(aMember('ops')).versions(metricProfiles, [aVersion(1, 'Now', 'http')])
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findAllByRole('cell', { name: '-' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
})

const deletion = { ...aVersion(4, ''), user: 'bob', comment: '', remark: 'Unused', deleted: true }

test('a deletion is a row of the history, which leads to its versions', async () => {
  aServer(aMember('ops'))
    .versions(metricProfiles, [deletion, ...versions])
    .refuse(api.get, 'not_found')
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('link', { name: 'its history' }))
  const row = await screen.findByRole('row', { name: /Deleted/ })
  expect(within(row).getByText('bob')).toBeVisible()
  expect(within(row).getByText('Unused')).toBeVisible()
  expect(within(row).queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.getByLabelText('Newer version: 3')).toBeChecked()
  expect(screen.queryByRole('link', { name: 'Details' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Open version 3' }))
  expect(await screen.findByText(/^The metric profile was deleted by bob/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Restore' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Compare with now' })).not.toBeInTheDocument()
})

test('a version of a deleted object is added again under a free name, and continues its history', async () => {
  const server = aServer(aMember('ops'))
    .versions(metricProfiles, [deletion, aVersion(2, 'Then')])
    .answer(api.list, [])
    .answer(availableMetricTemplates, [{ name: 'http', mtype: 'Active' }])
    .answer(gatewayServiceTypes, { status: { message: 'Success', code: '200' }, data: [] })
    .preview(api.add, { preview: 'p', changes: [], notices: {} })
    .answer(api.add, { apiid: 'a', name: 'CORE-2', groupname: 'ops', description: 'Then', services: [] })
  showPage('/ui/metricprofiles/CORE/history/2')
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(await screen.findByRole('heading', { name: 'Restore metric profile' })).toBeVisible()
  expect(screen.getByText(/The form contains version 2/)).toBeVisible()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Then')
  await userEvent.type(screen.getByLabelText('Metric profile name'), '-2')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metric profile' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add metric profile' }))
  await waitFor(() => expect(server.callsOf(api.add)).toHaveLength(1))
  expect(server.callsOf(api.add)[0]).toMatchObject({
    query: { restored_from: '2', restored_object: String(deletedObject) },
    body: { name: 'CORE-2', description: 'Then' },
  })
})

test('a missing version is not found', async () => {
  aServer(aMember('ops')).versions(metricProfiles, versions)
  showPage('/ui/metricprofiles/CORE/history/9')
  expect(await screen.findByText('CORE has no version 9.')).toBeVisible()
})

test('an earlier version is restored through the form, which names it', async () => {
  const stored = {
    apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a11',
    name: 'CORE',
    groupname: 'ops',
    description: 'Now',
    services: [
      { service: 'web', metric: 'http' },
      { service: 'web', metric: 'ping' },
    ],
  }
  const server = aServer(aMember('ops'))
    .versions(metricProfiles, versions)
    .answer(api.get, stored, '"3"')
    .answer(api.list, [])
    .answer(availableMetricTemplates, [])
    .answer(gatewayServiceTypes, { status: { message: 'Success', code: '200' }, data: [] })
    .preview(api.change, { preview: 'p', changes: [], notices: {} })
    .answer(api.change, stored)
  showPage('/ui/metricprofiles/CORE/history/1')
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(await screen.findByRole('heading', { name: 'Compared with now' })).toBeVisible()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Then')
  expect(screen.getByLabelText('Metric 1')).toHaveValue('ftp')

  server.answer(availableMetricTemplates, [{ name: 'ftp', mtype: 'Active' }])
  expect(screen.getByText('3 changes')).toBeVisible()
})

test('saving a restored version sends its number to the server', async () => {
  const stored = { apiid: 'a', name: 'CORE', groupname: 'ops', description: 'Now', services: [] }
  const server = aServer(aMember('ops'))
    .versions(metricProfiles, [aVersion(2, 'Now'), aVersion(1, 'Then')])
    .answer(api.get, stored, '"2"')
    .answer(api.list, [])
    .answer(availableMetricTemplates, [])
    .answer(gatewayServiceTypes, { status: { message: 'Success', code: '200' }, data: [] })
    .preview(api.change, { preview: 'p', changes: [], notices: {} })
    .answer(api.change, stored)
  showPage('/ui/metricprofiles/CORE?restore=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change metric profile' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change metric profile' }))
  await waitFor(() => expect(server.callsOf(api.change)[0]?.query).toEqual({ restored_from: '1' }))
})

test('a long history has pages, and versions of different pages can be compared', async () => {
  const many = Array.from({ length: 101 }, (_, index) => aVersion(101 - index, `State ${101 - index}`, 'http'))
  const server = aServer(aMember('ops')).versions(metricProfiles, many)
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByLabelText('Newer version: 101')).toBeChecked()
  expect(screen.getAllByRole('link', { name: /^\d+$/ })).toHaveLength(50)
  await userEvent.click(screen.getByLabelText('Newer version: 98'))
  await userEvent.click(screen.getByRole('link', { name: 'Older versions' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  await userEvent.click(await screen.findByLabelText('Older version: 40'))
  await userEvent.click(screen.getByRole('link', { name: 'Older versions' }))
  expect(await screen.findByRole('link', { name: '1' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Older versions' })).not.toBeInTheDocument()
  expect(screen.getByText(/^To compare/)).toHaveTextContent('version 98 with version 40')
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByRole('region', { name: 'description' })).toHaveTextContent('98')
  expect(window.location.pathname).toBe('/ui/metricprofiles/CORE/history/compare/98/40')
  // One document for each side only.
  expect(new Set(server.callsOf(api.version).map(({ path }) => path)).size).toBe(2)
})

test('archived versions are named in the history, and their pages say that they were archived', async () => {
  const kept = versions.slice(0, 1)
  aServer(aMember('ops')).versions(metricProfiles, kept).refuse(api.version, 'archived')
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByText('Versions 1 to 2 were archived, and can no longer be opened here.')).toBeVisible()
  cleanup()

  for (const path of ['history/1', 'history/compare/3/1']) {
    showPage(`/ui/metricprofiles/CORE/${path}`)
    expect(await screen.findByText(/^Version . of CORE was archived\.$/)).toBeVisible()
    expect(screen.getByText(/^Old versions are moved to files/)).toBeVisible()
    cleanup()
  }
})

test('a complete history names no archived versions', async () => {
  aServer(aMember('ops')).versions(metricProfiles, versions)
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByLabelText('Newer version: 3')).toBeChecked()
  expect(screen.queryByText(/archived/)).not.toBeInTheDocument()
})
