import { logIn, sessionActive } from '@quatrain/contract/accounts/session.ts'
import {
  actOnChangeRequest,
  addChangeRequest,
  invertChanges,
  previewWrites,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Report, reports } from '@quatrain/contract/resources/report.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aChangeRequest } from '#test/change-requests.ts'
import { aMember, aServer, sessionOf, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(reports)

const aReport = (name: string, disabled: boolean): Report => ({
  apiid: `5d1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a2${name.length}`,
  name,
  groupname: 'ops',
  description: '',
  disabled,
  metric_profile: 'CORE',
  aggregation_profile: 'core',
  operations_profile: 'ops',
  thresholds_profile: '',
  other_profiles: [],
  topology_types: ['NGI', 'SITES'],
  filter_tags: [],
  availability: 80,
  reliability: 85,
  uptime: 0.8,
  unknown: 0.1,
  downtime: 0.1,
  computes_ar: true,
  computes_status: true,
  trends: [],
  weight: '',
})

const effectOf = (names: readonly string[]) => ({
  preview: 'effect-1',
  writes: names.map((name) => ({
    refusal: '',
    isMerged: false,
    warning: '',
    changes: [
      {
        tenant: 'NORTH',
        kind: 'report',
        name,
        action: 'change' as const,
        before: { ...aReport(name, false) },
        after: { ...aReport(name, true) },
      },
    ],
    groups: [{ tenant: 'NORTH', kind: 'report', action: 'change' as const, count: 1, next: null }],
  })),
})

const aWrite = {
  kind: 'report',
  operation: 'change',
  input: {},
  name: 'daily',
  before: null,
  collected_at: '2026-07-01T08:00:00.000Z',
} as const

const user = aMember()

function aServerOfReports() {
  const all = [aReport('hourly', false), aReport('daily', false), aReport('old', true)]
  return aServer({ ...user, groups: { ...user.groups, reports: ['ops'] } })
    .answer(
      api.list,
      all.map((report) => ({ ...report, changed_at: '2026-07-01T08:00:00.000Z' })),
    )
    .answerBy(api.get, ({ path }) => all.find(({ name }) => path.endsWith(`/${name}`)))
    .answer(addChangeRequest, aChangeRequest({ id: 7 }))
    .answer(previewWrites, effectOf(['hourly', 'daily']))
    .answer(settleChangeRequest, aChangeRequest({ id: 7, state: 'applied', writes: [aWrite, aWrite] }))
    .answer(actOnChangeRequest, aChangeRequest({ id: 7, state: 'withdrawn' }))
    .answer(invertChanges, aChangeRequest({ id: 8 }))
}

const sentTo = (server: ReturnType<typeof aServerOfReports>, endpoint: Endpoint) => {
  const call = server.callsOf(endpoint).at(-1)
  if (!call) throw new Error(`Nothing was sent to ${endpoint.path}`)
  return call
}

async function disableAll() {
  showPage('/ui/reports')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
}

test('selected reports are disabled together after one preview, and enabled again by one undo', async () => {
  const server = aServerOfReports()
  await disableAll()
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable 2 reports' }))
  for (const name of ['hourly', 'daily']) expect(dialog.getByRole('group', { name })).toBeVisible()
  expect(dialog.getByText('Unchanged, because they are so already: 1 report.')).toBeVisible()
  expect(server.callsOf(addChangeRequest)).toEqual([])
  expect(sentTo(server, previewWrites).body).toMatchObject({
    writes: ['daily', 'hourly'].map((name) => ({
      kind: 'report',
      operation: 'change',
      input: { ...aReport(name, true) },
    })),
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Disable 2 reports' }))
  expect(await screen.findByText('The change of 2 reports was made.')).toBeVisible()
  expect(sentTo(server, addChangeRequest).body).toMatchObject({ title: 'Disable 2 reports' })
  expect(sentTo(server, settleChangeRequest).body).toMatchObject({ action: 'apply', effects: 'effect-1' })
  expect(screen.queryByText('3 reports selected')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Made' }))
  await waitFor(() => expect(sentTo(server, invertChanges).body).toEqual({ request: 7 }))
  await waitFor(() => expect(screen.queryByText('The change of 2 reports was made.')).not.toBeInTheDocument())
})

test('a change that is not confirmed leaves nothing, and the selection stays; one that is refused then is withdrawn', async () => {
  const server = aServerOfReports()
  await disableAll()
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable 2 reports' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Leave them' }))
  expect(screen.getByText('3 reports selected')).toBeVisible()
  expect(server.callsOf(addChangeRequest)).toEqual([])
  server.refuse(settleChangeRequest, 'not_allowed', {})
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Disable 2 reports' }))
  await waitFor(() => expect(sentTo(server, actOnChangeRequest).body).toMatchObject({ action: 'withdraw' }))
})

test('what cannot be changed is said by name before anything is asked', async () => {
  const server = aServerOfReports()
  server.refuse(previewWrites, 'invalid_input', { fields: { 'writes.1': 'The profile does not exist.' } })
  await disableAll()
  expect(await screen.findByText('hourly: The profile does not exist.')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Disable 2 reports' })).not.toBeInTheDocument()
})

test('what somebody else has deleted is said by name, and the others stay selected', async () => {
  const server = aServerOfReports()
  showPage('/ui/reports')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  const rest = ['hourly', 'old'].map((name) => ({ ...aReport(name, false), changed_at: '2026-07-01T08:00:00.000Z' }))
  server
    .answerBy(api.get, ({ path }) =>
      path.endsWith('/daily') ? undefined : rest.find(({ name }) => path.endsWith(name)),
    )
    .answer(api.list, rest)
  await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
  expect(
    await screen.findByText('The selected report daily does not exist any more. Nothing was changed.'),
  ).toBeVisible()
  expect(await screen.findByText('2 reports selected')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'daily' })).not.toBeInTheDocument())
  expect(server.callsOf(previewWrites)).toEqual([])
})

test('a double click on the button that confirms makes the change once', async () => {
  const server = aServerOfReports()
  await disableAll()
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Disable 2 reports' }))
  expect(await screen.findByText('The change of 2 reports was made.')).toBeVisible()
  expect([server.callsOf(addChangeRequest), server.callsOf(settleChangeRequest)].map(({ length }) => length)).toEqual([
    1, 1,
  ])
})

test.each([
  ['the same user finds what was selected', user, 1],
  ['another user selects anew', { ...user, pk: user.pk + 1, username: 'ben' }, 0],
] as const)('after the session has ended behind an open dialog, %s', async (_, next, found) => {
  const server = aServerOfReports()
  await disableAll()
  const confirm = await screen.findByRole('button', { name: 'Disable 2 reports' })
  server.refuse(addChangeRequest, 'not_authenticated').answer(logIn, { detail: '' })
  await userEvent.click(confirm)
  await userEvent.type(await screen.findByLabelText('Username'), next.username)
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  server.answer(sessionActive, sessionOf({ ...next, is_superuser: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('link', { name: 'daily' })
  expect(screen.queryAllByText('3 reports selected')).toHaveLength(found)
  expect(server.callsOf(settleChangeRequest)).toEqual([])
})

test('users without rights to change reports select none', async () => {
  aServer(aMember()).answer(api.list, [{ ...aReport('daily', false), changed_at: '2026-07-01T08:00:00.000Z' }])
  showPage('/ui/reports')
  await screen.findByRole('link', { name: 'daily' })
  expect(screen.queryByRole('checkbox', { name: 'Select all rows shown' })).not.toBeInTheDocument()
})
