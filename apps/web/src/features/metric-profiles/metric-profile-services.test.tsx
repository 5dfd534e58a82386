import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, options, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(metricProfiles)
const profile = {
  apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a11',
  name: 'CORE',
  groupname: 'ops',
  description: '',
  services: [
    { service: 'dns', metric: 'ping' },
    { service: 'gopher', metric: 'ping' },
  ],
}

const serviceTypes = (...types: readonly { readonly name: string; readonly title?: string }[]) => ({
  status: { message: 'Success', code: '200' },
  data: types.map((type) => ({ date: '2026-07-01', title: '', description: '', ...type })),
})

const server = (user = aMember('ops')) =>
  aServer(user)
    .answer(api.get, profile, '"3"')
    .answer(availableMetricTemplates, [{ name: 'ping', mtype: 'Active' }])
    .answer(gatewayServiceTypes, serviceTypes({ name: 'web.portal', title: 'Portal' }, { name: 'dns' }))

async function typeService(text: string) {
  await userEvent.clear(await screen.findByLabelText('Service 1'))
  if (text !== '') await userEvent.type(screen.getByLabelText('Service 1'), text)
}

const offered = async () => {
  const list = await screen.findByRole('listbox', { name: 'Suggestions for Service 1' })
  return within(list).getAllByRole('option')
}

test('the service types of the tenant are suggested by name', async () => {
  server()
  showPage('/ui/metricprofiles/CORE')
  await typeService('')
  expect((await offered()).map(({ textContent }) => textContent)).toEqual(['dns', 'web.portal'])
  await typeService('web')
  for (const option of await offered()) await userEvent.click(option)
  expect(screen.getByLabelText('Service 1')).toHaveValue('web.portal')
})

test('with their titles, where the tenant shows titles', async () => {
  server().answer(configOptions, { result: { ...options, use_service_title: true } })
  showPage('/ui/metricprofiles/CORE')
  await typeService('web')
  expect((await offered()).map(({ textContent }) => textContent)).toEqual(['web.portalPortal'])
})

test('an unknown service type is refused; one that is stored already is marked and accepted', async () => {
  server()
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText('Unknown service')).toBeVisible()
  expect(screen.queryByText('Must be one of predefined service types')).not.toBeInTheDocument()

  await typeService('fax{Escape}{Tab}')
  expect(await screen.findByText('Must be one of predefined service types')).toBeVisible()
  expect(screen.getByLabelText('Service 1')).toBeInvalid()
  expect(screen.getAllByText('Unknown service')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('without the Web API the form says so, and works', async () => {
  const refused = server().refuse(gatewayServiceTypes, 'upstream_failed', {
    source: 'web-api',
    detail: 'The Web API cannot be reached.',
  })
  showPage('/ui/metricprofiles/CORE')
  expect(
    await screen.findByText(
      'The service types could not be loaded: The Web API cannot be reached. Service flavours are neither suggested nor checked.',
    ),
  ).toBeVisible()
  expect(screen.queryByText('Unknown service')).not.toBeInTheDocument()
  await typeService('fax{Escape}')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()

  refused.answer(gatewayServiceTypes, serviceTypes({ name: 'dns' }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument())
  expect(screen.getAllByText('Unknown service')).toHaveLength(2)
})

test('in a tenant without service types any name is accepted', async () => {
  server().answer(gatewayServiceTypes, serviceTypes())
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText(/This tenant has no service types yet/)).toBeVisible()
  await typeService('fax{Escape}')
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('read-only users see which names are unknown', async () => {
  const withoutTemplate = { ...profile, services: [...profile.services, { service: 'dns', metric: 'gone' }] }
  server(aMember('others')).answer(api.get, withoutTemplate, '"3"')
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByRole('cell', { name: /^gopher ?Unknown service$/ })).toBeVisible()
  expect(screen.getByRole('cell', { name: /^gone ?Unknown metric$/ })).toBeVisible()
  expect(screen.getAllByText(/^Unknown/)).toHaveLength(2)
})

test('without waiting for the service types, and without an error if they cannot be loaded', async () => {
  server(aMember('others')).refuse(gatewayServiceTypes, 'upstream_failed', { source: 'web-api' })
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByRole('cell', { name: 'gopher' })).toBeVisible()
  expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument()
  expect(screen.queryByText(/^Unknown/)).not.toBeInTheDocument()
})

test('the public page shows the stored pairs without further requests', async () => {
  const publicly = server().answer(api.publicGet, profile)
  showPage('/ui/public_metricprofiles/CORE')
  expect(await screen.findByRole('cell', { name: 'gopher' })).toBeVisible()
  expect(publicly.callsOf(gatewayServiceTypes)).toEqual([])
})
