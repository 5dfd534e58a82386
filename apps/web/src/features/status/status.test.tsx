import { type InstallationStatus, readStatus } from '@quatrain/contract/console/status.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aSuperuser, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const address = '/ui/administration/status'
const started = { machine: 'console-1', version: '0.1.0', started_at: '2030-06-01T08:00:00.000Z' }

const status: InstallationStatus = {
  checked_at: '2030-06-01T12:00:00.000Z',
  checks: [
    { subject: 'Database', level: 'ok', text: 'PostgreSQL 17.' },
    { subject: 'Backup', level: 'warning', text: 'No backup is known: run `quatrain backup create` every night.' },
    { subject: 'Mail', level: 'error', text: 'The mail server cannot be used.' },
  ],
  processes: [
    { ...started, pid: 71, seen_at: '2030-06-01T11:59:50.000Z' },
    { ...started, pid: 72, version: '0.2.0', seen_at: '2030-06-01T11:30:00.000Z' },
  ],
  comparisons: {
    every_hours: 24,
    compared: 3,
    waiting: 1,
    count: 2,
    first: [
      { tenant: 'ALPINE', compared_at: '2030-06-01T03:00:00.000Z', differences: 1, failure: '' },
      {
        tenant: 'COAST',
        compared_at: '2030-06-01T03:00:00.000Z',
        differences: null,
        failure: 'The Web API refused the key (401).',
      },
    ],
  },
}

const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1)

test('errors come first, and processes that have ended and tenants that differ are named', async () => {
  const server = aSuperTenant(aSuperuser()).answer(readStatus, status)
  showPage(address)
  await screen.findByRole('table', { name: 'Table of checks' })
  expect(rowsOf('Table of checks').map((row) => row.textContent)).toEqual([
    expect.stringContaining('MailError'),
    expect.stringContaining('BackupWarning'),
    expect.stringContaining('DatabaseOK'),
  ])
  expect(rowsOf('Table of processes').map((row) => row.lastElementChild?.textContent)).toEqual(['Running', 'Ended'])
  expect(screen.getByText('quatrain backup create').tagName).toBe('CODE')
  expect(screen.getByText(/different versions/)).toBeVisible()
  expect(rowsOf('Table of tenants with differences').map((row) => row.lastElementChild?.textContent)).toEqual([
    '1 object differs',
    'The Web API refused the key (401).',
  ])
  server.answer(readStatus, { ...status, checks: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(rowsOf('Table of checks')).toEqual([])
})

test.each([
  [{ every_hours: 0, compared: 0, waiting: 3, count: 0, first: [] }, /QUATRAIN_COMPARE_HOURS is 0/],
  [{ every_hours: 24, compared: 3, waiting: 0, count: 0, first: [] }, /3 tenants have no differences/],
  [{ every_hours: 1, compared: 0, waiting: 0, count: 0, first: [] }, /There are no tenants/],
])('a summary says what is compared', async (comparisons, words) => {
  aSuperTenant(aSuperuser()).answer(readStatus, { ...status, processes: [], comparisons })
  showPage(address)
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText(/No process has reported itself/)).toBeVisible()
})
