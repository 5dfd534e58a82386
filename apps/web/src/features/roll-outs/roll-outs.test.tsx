import {
  changeRollOutJobs,
  listRollOuts,
  type RollOutDetails,
  readRollOut,
  revertTenant,
} from '@quatrain/contract/catalogue/roll-outs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const at = '2026-01-02T03:04:05.000Z'
const job = { due: at, attempts: 0, reason: '', done_at: null, reverted_at: null, reverted_by: '' }
const taken = 'A metric of this name, made from another metric template, is there already in: SOUTH.'

const rollOut: RollOutDetails = {
  id: 7,
  at,
  action: 'change',
  actor: 'admin',
  templates: ['a', 'b', 'c', 'd', 'e'],
  template_count: 1_200,
  jobs: { waiting: 1, paused: 0, refused: 1, reverted: 0, done: 1 },
  tenants: [
    { ...job, tenant: 'EAST', state: 'done', attempts: 1, done_at: at },
    { ...job, tenant: 'NORTH', state: 'waiting' },
    { ...job, tenant: 'SOUTH', state: 'refused', attempts: 1, reason: taken },
  ],
}

const { tenants: _, ...listed } = rollOut
const address = '/ui/administration/rollouts'

const serverWith = () => aSuperTenant().answer(listRollOuts, [listed]).answer(readRollOut, rollOut)

test('the list shows what has changed, by whom, and how many tenants have followed', async () => {
  serverWith()
  showPage(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Roll-outs' })).toBeVisible()
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
  if (!row) throw new Error('A row is missing.')
  expect(within(row).getByRole('link', { name: 'Roll-out 7' })).toHaveAttribute('href', `${address}/7`)
  for (const text of ['a, b, c and 1,197 more', 'admin', '1 of 3 tenants', '1 refused']) {
    expect(within(row).getByText(text)).toBeVisible()
  }
})

test('a chart has the tenants of the roll-outs of each of the last days, and a table with its numbers', async () => {
  const today = new Date().toISOString()
  serverWith().answer(listRollOuts, [
    { ...listed, at: today },
    { ...listed, id: 6, at: today },
  ])
  showPage(address)
  expect(await screen.findByTitle(/: 2 followed tenants, 4 other tenants/)).toBeInTheDocument()
  const table = screen.getByRole('table', { name: 'Tenants by the day of the roll-out', hidden: true })
  expect(
    within(table)
      .getAllByRole('cell', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual([today.slice(0, 10), '2', '4'])
})

test('without roll-outs, the page says so', async () => {
  serverWith().answer(listRollOuts, [])
  showPage(address)
  expect(await screen.findByText('No change of the catalogue has concerned a metric of a tenant.')).toBeVisible()
})

test('the tenants of a roll-out are listed with their states, the open ones first, and paused and run', async () => {
  const server = serverWith().answer(changeRollOutJobs, { tenants: ['SOUTH'] })
  showPage(`${address}/7`)
  const select = await screen.findAllByRole('checkbox', { name: /^Select [A-Z]+$/ })
  expect(select.map((box) => box.getAttribute('aria-label'))).toEqual(['Select NORTH', 'Select SOUTH', 'Select EAST'])
  expect(screen.getByText(taken)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Run SOUTH' }))
  // It has followed before it was paused.
  await userEvent.click(screen.getByRole('button', { name: 'Pause all' }))
  expect(await screen.findByText('1 tenant not changed')).toBeVisible()
  expect(screen.getByText('Done or deleted meanwhile: NORTH')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Filter by tenant'), 'nor')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Run SOUTH' })).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select NORTH' }))
  await userEvent.click(screen.getByRole('button', { name: 'Run selected' }))
  expect(server.callsOf(changeRollOutJobs).map(({ body }) => body)).toEqual([
    { tenants: ['SOUTH'], action: 'run' },
    { tenants: ['NORTH'], action: 'pause' },
    { tenants: ['NORTH'], action: 'run' },
  ])
})

test('tenants are not taken back to before a delete of metric templates', async () => {
  const deletion = { ...rollOut, action: 'delete' as const, template_count: 5 }
  const { tenants: __, ...row } = deletion
  serverWith().answer(listRollOuts, [row]).answer(readRollOut, deletion)
  showPage(address)
  await userEvent.click(await screen.findByRole('link', { name: 'Roll-out 7' }))
  expect(await screen.findByText(/The templates are deleted after the last one/)).toBeVisible()
  expect(screen.getByText(/^Delete of/)).toBeVisible()
  const verbs = screen.getAllByRole('button', { name: /^(Pause|Run|Revert) [A-Z]+$/ })
  expect(verbs.map((button) => button.getAttribute('aria-label'))).toEqual(['Pause NORTH', 'Run SOUTH'])
})

test('waiting tenants are deferred until a time in the future', async () => {
  const server = serverWith().answer(changeRollOutJobs, { tenants: ['NORTH'] })
  showPage(`${address}/7`)
  await userEvent.click(await screen.findByRole('button', { name: 'Defer all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Defer NORTH' }))
  const due = dialog.getByLabelText('Follow the roll-out at')
  await userEvent.clear(due)
  await userEvent.type(due, '2001-01-01T00:00')
  expect(dialog.getByText('Must be in the future')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Defer NORTH' })).toBeDisabled()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Defer all' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Defer NORTH' }))
  await waitFor(() => expect(server.callsOf(changeRollOutJobs)).toHaveLength(1))
  const [call] = server.callsOf(changeRollOutJobs)
  expect(call?.body).toMatchObject({ tenants: ['NORTH'], action: 'defer', due: expect.stringMatching(/Z$/) })
})

test('a tenant that has followed is reverted after its changes were shown, and a refusal is told', async () => {
  const metric = { tenant: 'EAST', kind: 'metric', name: 'disk', action: 'change', before: {}, after: {} } as const
  const server = serverWith()
    .preview(revertTenant, { preview: 'p-1', changes: [metric], notices: {} })
    .answer(revertTenant, {})
  showPage(`${address}/7`)
  const revert = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Revert EAST' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revert EAST' }))
    expect(dialog.getByText(/^1 metric will be changed/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Revert EAST' }))
  }
  await revert()
  expect(await screen.findByText('EAST is as it was before the roll-out')).toBeVisible()
  const [sent] = server.callsOf(revertTenant)
  expect([sent?.body, sent?.headers.get('if-preview-match')]).toEqual([{ tenant: 'EAST' }, 'p-1'])
  const detail = 'EAST has followed roll-out 9 since. Revert that one first.'
  server.refuse(revertTenant, 'in_use', { detail })
  await userEvent.click(await screen.findByRole('button', { name: 'Revert EAST' }))
  expect(await screen.findByText(detail)).toBeVisible()
})

test('a roll-out that does not exist is not found', async () => {
  serverWith().refuse(readRollOut, 'not_found')
  showPage(`${address}/8`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
})
