import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { publicApiKey } from '@quatrain/contract/console/options.ts'
import type { WebApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakeApi } from '#test/fake-api.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const status = { message: 'Success', code: '200' }

const standard: WebApiOperationsProfile = {
  id: '1',
  date: '2026-07-01',
  name: 'standard',
  description: 'The worse state wins',
  available_states: ['OK', 'CRITICAL', 'DOWNTIME'],
  defaults: { down: 'DOWNTIME', missing: 'CRITICAL', unknown: 'OK' },
  operations: [
    {
      name: 'AND',
      truth_table: [
        { a: 'OK', b: 'OK', x: 'OK' },
        { a: 'OK', b: 'CRITICAL', x: 'CRITICAL' },
        { a: 'CRITICAL', b: 'CRITICAL', x: 'CRITICAL' },
        { a: 'DOWNTIME', b: 'OK', x: 'OK' },
        { a: 'DOWNTIME', b: 'DOWNTIME', x: 'DOWNTIME' },
      ],
    },
  ],
}
const { description: _, ...undescribed } = { ...standard, id: '2', name: 'Another' }

const answer = (server: FakeApi) => server.answer(gatewayOperationsProfiles, { status, data: [standard, undescribed] })
const aServerOfProfiles = () => answer(aServer(aMember()))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

test('the list has names and descriptions, and nothing can be added', async () => {
  aServerOfProfiles()
  showPage('/ui/operationsprofiles')
  expect(await screen.findByRole('heading', { name: 'Select operations profile for details' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'standard' })).toHaveAttribute(
    'href',
    '/ui/operationsprofiles/standard',
  )
  expect(rowsOf(screen.getByRole('table')).slice(1, 3)).toEqual([
    '1 | Another | ',
    '2 | standard | The worse state wins',
  ])
  expect(screen.queryByText('Add')).not.toBeInTheDocument()
})

test('the details have the states, the defaults and the truth tables as rows and as a matrix', async () => {
  aServerOfProfiles()
  showPage('/ui/operationsprofiles/standard')
  expect(await screen.findByRole('heading', { name: 'Operations profile details standard' })).toBeVisible()
  expect(rowsOf(await screen.findByRole('table', { name: 'Available states' }))).toEqual([
    '1 | OK',
    '2 | CRITICAL',
    '3 | DOWNTIME',
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'Defaults' }))).toEqual([
    'default_downtime | DOWNTIME',
    'default_missing | CRITICAL',
    'default_unknown | OK',
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'Truth table of AND' }))).toEqual([
    'OK | OK | OK',
    'OK | CRITICAL | CRITICAL',
    'CRITICAL | CRITICAL | CRITICAL',
    'DOWNTIME | OK | OK',
    'DOWNTIME | DOWNTIME | DOWNTIME',
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'Results of AND' }))).toEqual([
    'OK | OK | CRITICAL | OK',
    'CRITICAL | CRITICAL | CRITICAL | AND has no result for CRITICAL and DOWNTIME.',
    'DOWNTIME | OK | AND has no result for DOWNTIME and CRITICAL. | DOWNTIME',
  ])
})

test('the calculator combines states step by step, and says which one decides', async () => {
  aServerOfProfiles()
  showPage('/ui/operationsprofiles/standard')
  const calculator = await screen.findByRole('region', { name: 'Calculator' })
  const add = (state: string) => userEvent.click(within(calculator).getByRole('button', { name: state }))
  const result = () => within(calculator).getByRole('status').textContent
  const steps = () =>
    within(within(calculator).getAllByRole('list').at(-1) ?? calculator)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  for (const state of ['DOWNTIME', 'OK', 'CRITICAL']) await add(state)
  expect(result()).toBe('Result CRITICAL')
  expect(steps()).toEqual(['DOWNTIME AND OK = OK', 'OK AND CRITICAL = CRITICAL decides'])
  await add('DOWNTIME')
  expect(result()).toBe('Result AND has no result for CRITICAL and DOWNTIME.')
  await userEvent.click(within(calculator).getByRole('button', { name: 'Remove state 3: CRITICAL' }))
  expect(result()).toBe('Result OK')
  await userEvent.click(within(calculator).getByRole('button', { name: 'Remove all states' }))
  expect(result()).toBe('Add states to see their result.')
})

test('an unknown name leads to the page for missing objects', async () => {
  aServerOfProfiles()
  showPage('/ui/operationsprofiles/constructor')
  expect(await screen.findByText('There is no operations profile named constructor.')).toBeVisible()
})

test.each(['/ui/operationsprofiles', '/ui/operationsprofiles/standard'])(
  '%s says what was last seen, when and why, while the Web API fails',
  async (address) => {
    const stale = { seenAt: '2026-11-22T09:00:00.000Z', reason: 'The Web API answered 503.' }
    const server = aServer(aMember()).answer(gatewayOperationsProfiles, { status, data: [standard], stale })
    showPage(address)
    const notice = await screen.findByText(/The operations profiles could not be loaded: The Web API answered 503\./)
    expect(within(notice).getByRole('time')).toHaveAttribute('datetime', stale.seenAt)
    expect(screen.getAllByText('standard')[0]).toBeVisible()
    answer(server)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument())
    expect(screen.getAllByText('standard')[0]).toBeVisible()
  },
)

test.each(['/ui/operationsprofiles', '/ui/operationsprofiles/standard'])(
  '%s says why nothing can be shown, and tries again',
  async (address) => {
    const detail = 'The Web API cannot be reached.'
    const server = aServer(aMember()).refuse(gatewayOperationsProfiles, 'upstream_failed', {
      source: 'web-api',
      detail,
    })
    showPage(address)
    expect(await screen.findByText(detail)).toBeVisible()
    answer(server)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText('standard'))[0]).toBeVisible()
  },
)

test.each(['/ui/public_operationsprofiles', '/ui/public_operationsprofiles/standard'])(
  'anonymous visitors read %s with the public token',
  async (address) => {
    const key = { id: 'x', name: 'public', token: 'the-public-token', created: '', revoked: false }
    const server = answer(aServer()).answer(publicApiKey, key)
    showPage(address)
    expect((await screen.findAllByText('standard'))[0]).toBeVisible()
    const keys = () => server.callsOf(gatewayOperationsProfiles).map(({ headers }) => headers.get('x-api-key'))
    // The title has the name of the address before the profile is read.
    await waitFor(() => expect(keys()).not.toEqual([]))
    expect(new Set(keys())).toEqual(new Set(['the-public-token']))
  },
)
