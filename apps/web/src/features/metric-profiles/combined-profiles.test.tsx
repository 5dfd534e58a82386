import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { gatewayFeedingMetricProfiles, gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(metricProfiles)
const status = { message: 'Success', code: '200' }
const user = aMember('ops')

const aProfile = (name: string, ...services: { service: string; metrics: string[] }[]) => ({
  id: name,
  date: '2026-07-01',
  name,
  description: '',
  services,
})

const shared = aProfile('SHARED', { service: 'web', metrics: ['http'] }, { service: 'dns', metrics: ['ping'] })
const small = aProfile('SMALL', { service: 'ftp', metrics: ['ping'] })

/** A combined tenant that two tenants with the same profiles feed. */
const server = (profiles = [shared, small, aProfile('EMPTY')]) =>
  aServer(user)
    .answer(sessionActive, {
      active: true,
      userdetails: user,
      tenantdetails: { combined: true, tenants: { NORDIC: '', ALPINE: '' } },
    })
    .answer(
      availableMetricTemplates,
      ['http', 'ping'].map((name) => ({ name, mtype: 'Active' })),
    )
    .answer(gatewayServiceTypes, { status, data: [] })
    .answer(gatewayFeedingMetricProfiles, { status, data: profiles })

const choiceOf = async (tenant: string) => {
  const group = await screen.findByRole('group', { name: tenant })
  return within(group).findByLabelText('Metric profile')
}
async function choose(tenant: string, profile: string) {
  const select = await choiceOf(tenant)
  await waitFor(() => expect(select).toBeEnabled())
  await userEvent.selectOptions(select, profile)
}
/** Every pair with the origin that its row shows. */
const pairs = () =>
  screen.getAllByLabelText(/^Service \d+$/).map((service, index) => {
    const value = (input: HTMLElement) => (input instanceof HTMLInputElement ? input.value : '')
    const from = service.closest('tr')?.textContent?.match(/From ([A-Z, ]+)/)?.[1]
    return [value(service), value(screen.getByLabelText(`Metric ${index + 1}`)), from].filter(Boolean).join(' ')
  })

test('a profile is composed of those of other tenants: every pair once, with its origin', async () => {
  server()
  showPage('/ui/metricprofiles/add')
  expect(await screen.findByRole('region', { name: 'Combined from' })).toBeVisible()
  expect(screen.getAllByRole('group').map((group) => within(group).queryByText(/^[A-Z]+$/)?.textContent)).toEqual([
    'ALPINE',
    'NORDIC',
  ])
  await choose('ALPINE', 'SHARED')
  await choose('NORDIC', 'SMALL')
  expect(pairs()).toEqual(['dns ping ALPINE', 'ftp ping NORDIC', 'web http ALPINE'])
  await choose('NORDIC', 'SHARED')
  expect(pairs()).toEqual(['dns ping ALPINE, NORDIC', 'web http ALPINE, NORDIC'])
})

test('rows that were added by hand are kept for any selection, which can be undone', async () => {
  server()
  showPage('/ui/metricprofiles/add')
  await userEvent.type(await screen.findByLabelText('Service 1'), 'mail{Escape}{Enter}ping{Escape}')
  await choose('ALPINE', 'SHARED')
  await userEvent.clear(screen.getByLabelText('Service 1'))
  await userEvent.type(screen.getByLabelText('Service 1'), 'dns2{Escape}')
  await choose('NORDIC', 'SMALL')
  await choose('ALPINE', '')
  expect(pairs()).toEqual(['dns2 ping', 'ftp ping NORDIC', 'mail ping'])
  expect(await choiceOf('ALPINE')).toHaveValue('')
  expect(await choiceOf('NORDIC')).toHaveValue('SMALL')
})

test('it is saved like any other profile', async () => {
  const saved = { apiid: 'a', name: 'BOTH', groupname: 'ops', description: '', services: [] }
  const given = server()
    .preview(api.add, { preview: 'p', changes: [], notices: {} })
    .answer(api.add, saved)
    .answer(api.list, [])
  showPage('/ui/metricprofiles/add')
  await userEvent.type(await screen.findByLabelText('Metric profile name'), 'BOTH')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  await choose('ALPINE', 'SMALL')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metric profile' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add metric profile' }))
  await waitFor(() => expect(given.callsOf(api.add)).toHaveLength(1))
  expect(given.callsOf(api.add)[0]?.body).toEqual({
    name: 'BOTH',
    groupname: 'ops',
    description: '',
    services: [{ service: 'ftp', metric: 'ping' }],
  })
})

test('a draft contains the selection', async () => {
  server()
  const { unmount } = showPage('/ui/metricprofiles/add')
  await choose('ALPINE', 'SHARED')
  unmount()
  showPage('/ui/metricprofiles/add')
  expect(await screen.findByText(/These are your unsaved changes/)).toBeVisible()
  expect(await choiceOf('ALPINE')).toHaveValue('SHARED')
  expect(pairs()).toEqual(['dns ping ALPINE', 'web http ALPINE'])
})

test('a profile without pairs cannot be selected', async () => {
  server()
  showPage('/ui/metricprofiles/add')
  const select = await choiceOf('ALPINE')
  await waitFor(() => expect(select).toBeEnabled())
  expect(within(select).getByRole('option', { name: 'EMPTY (0 pairs)' })).toBeDisabled()
})

test('a tenant whose profiles cannot be loaded says so, and can be loaded again', async () => {
  const refused = server().refuse(gatewayFeedingMetricProfiles, 'upstream_failed', {
    source: 'web-api',
    detail: 'The Web API cannot be reached.',
  })
  showPage('/ui/metricprofiles/add')
  expect(
    await screen.findByText('The metric profiles of ALPINE could not be loaded: The Web API cannot be reached.'),
  ).toBeVisible()
  expect(
    screen.getByText('The metric profiles of NORDIC could not be loaded: The Web API cannot be reached.'),
  ).toBeVisible()
  expect(await choiceOf('ALPINE')).toBeDisabled()

  refused.answer(gatewayFeedingMetricProfiles, { status, data: [small] })
  const group = screen.getByRole('group', { name: 'ALPINE' })
  await userEvent.click(within(group).getByRole('button', { name: 'Try again' }))
  await choose('ALPINE', 'SMALL')
  expect(pairs()).toEqual(['ftp ping ALPINE'])
})

test('only a new profile of a combined tenant is composed', async () => {
  const profile = { apiid: 'a', name: 'CORE', groupname: 'ops', description: '', services: [] }
  const given = server().answer(api.get, profile, '"1"')
  const { unmount } = showPage('/ui/metricprofiles/CORE/clone')
  expect(await screen.findByLabelText('Metric profile name')).toBeVisible()
  expect(screen.queryByText('Combined from')).not.toBeInTheDocument()
  unmount()

  given.answer(sessionActive, {
    active: true,
    userdetails: user,
    tenantdetails: { combined: false, tenants: {} },
  })
  showPage('/ui/metricprofiles/add')
  expect(await screen.findByLabelText('Metric profile name')).toBeVisible()
  expect(screen.queryByText('Combined from')).not.toBeInTheDocument()
  expect(given.callsOf(gatewayFeedingMetricProfiles)).toEqual([])
})
