import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { publicApiKey } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type AggregationProfile, aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import type { WebApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aServer, showPage } from '#test/render-page.tsx'

const states = ['OK', 'WARNING', 'CRITICAL']
const operation = (name: string, pick: (a: number, b: number) => number) => ({
  name,
  truth_table: states.flatMap((a, at) =>
    states.slice(at).map((b, after) => ({ a, b, x: states[pick(at, at + after)] ?? '' })),
  ),
})
const standard: WebApiOperationsProfile = {
  id: '1',
  date: '2026-07-01',
  name: 'standard',
  available_states: states,
  defaults: { down: 'WARNING', missing: 'CRITICAL', unknown: 'WARNING' },
  operations: [operation('AND', Math.max), operation('OR', Math.min)],
}
const onlyAnd = { ...standard, id: '2', name: 'without OR', operations: [operation('AND', Math.max)] }

const group = (name: string, operation: string, ...services: string[]) => ({
  name,
  operation,
  services: services.map((name) => ({ name, operation: 'OR' })),
})
const site = (groups: AggregationProfile['groups']): AggregationProfile => ({
  apiid: '5d1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a22',
  name: 'critical',
  groupname: 'ops',
  description: '',
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile: 'CORE',
  groups,
})
const small = site([group('compute', 'OR', 'CREAM-CE', 'ARC-CE'), group('storage', 'OR', 'SRM')])

const key = { id: 'x', name: 'public', token: 'the-public-token', created: '', revoked: false }
const show = (profile: AggregationProfile) => {
  const server = aServer()
    .answer(resourceEndpoints(aggregationProfiles).publicGet, profile)
    .answer(publicApiKey, key)
    .answer(gatewayOperationsProfiles, { status: { message: 'Success', code: '200' }, data: [onlyAnd, standard] })
  showPage('/ui/public_aggregationprofiles/critical')
  return server
}
const section = () => screen.findByRole('region', { name: 'Formula' })
const open = async () => {
  await userEvent.click(within(await section()).getByRole('button', { name: 'Open simulator' }))
  const list = await screen.findByRole('list', { name: 'Groups and the status of their services' })
  await screen.findByLabelText('Operations profile')
  return list
}
const result = async () => within(await section()).getByRole('status').textContent

test('the formula is shown in words, as a list and as a drawing, without a call of the Web API', async () => {
  const server = show(small)
  const formula = 'site = (ARC-CE OR CREAM-CE) AND (SRM)'
  expect(await within(await section()).findByText(formula)).toBeVisible()
  expect(screen.getByRole('img', { name: 'site: AND of 2 groups' })).toBeVisible()
  const nested = within(screen.getByRole('list', { name: 'Formula as a list' })).getAllByRole('listitem')
  expect(nested.map(({ textContent }) => textContent)).toEqual([
    'site is AND of 2 groupscompute is OR of 2 servicesARC-CECREAM-CEstorage is OR of 1 serviceSRM',
    'compute is OR of 2 servicesARC-CECREAM-CE',
    'ARC-CE',
    'CREAM-CE',
    'storage is OR of 1 serviceSRM',
    'SRM',
  ])
  expect(server.callsOf(gatewayOperationsProfiles)).toEqual([])
})

test('the status of a service changes the results of its group and of the whole, with what decided them', async () => {
  show(small)
  const list = await open()
  await userEvent.selectOptions(screen.getByLabelText('Operations profile'), 'standard')
  expect(await result()).toBe('site OK decided by compute')
  await userEvent.selectOptions(screen.getByLabelText('CREAM-CE'), 'CRITICAL')
  expect(await result()).toBe('site OK decided by compute')
  expect(within(list).getByText('decided by ARC-CE')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('SRM'), 'MISSING')
  expect(await result()).toBe('site CRITICAL decided by storage')
  await userEvent.click(screen.getByRole('button', { name: 'Set all services to OK' }))
  expect(await result()).toBe('site OK decided by compute')
  expect(screen.getByLabelText('SRM')).toHaveValue('OK')
})

test('an operation that the operations profile does not have leads to no result', async () => {
  show(small)
  const list = await open()
  await userEvent.selectOptions(screen.getByLabelText('Operations profile'), 'without OR')
  expect(await result()).toBe('site The group compute has no result. ')
  expect(within(list).getAllByText('The operations profile has no operation OR.')).toHaveLength(2)
})

test('a service of two groups has one status', async () => {
  show(site([group('one', 'AND', 'SRM'), group('other', 'AND', 'SRM')]))
  await open()
  const [first, second] = screen.getAllByLabelText('SRM')
  if (first) await userEvent.selectOptions(first, 'WARNING')
  expect(second).toHaveValue('WARNING')
})

test('a large profile is shown in parts', async () => {
  show(
    site(
      Array.from({ length: 500 }, (_, at) =>
        group(`g${at}`, 'AND', ...Array.from({ length: 50 }, (_, of) => `s${at}-${of}`)),
      ),
    ),
  )
  const drawing = await within(await section()).findByRole('img', { name: 'site: AND of 500 groups' })
  expect(within(drawing).getByText('481 more groups')).toBeInTheDocument()
  const nested = within(screen.getByRole('list', { name: 'Formula as a list' }))
  expect(nested.getByText('480 more groups')).toBeVisible()
  expect(nested.getAllByText('30 more services')).toHaveLength(20)
  const list = await open()
  expect(within(list).getAllByRole('listitem')).toHaveLength(50)
  await userEvent.click(within(list).getByRole('button', { name: 'g7' }))
  await userEvent.selectOptions(screen.getByLabelText('s7-49'), 'CRITICAL')
  expect(await result()).toBe('site CRITICAL decided by g7')
})
