import { invertChanges } from '@quatrain/contract/change-requests/change-request.ts'
import { documentOfRule, usualRule } from '@quatrain/contract/change-requests/change-rule.ts'
import {
  type ChangeRow,
  changedObject,
  changeList,
  changesByDay,
  verifyChanges,
} from '@quatrain/contract/console/home.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aChangeRequest } from '#test/change-requests.ts'
import type { Call } from '#test/fake-api.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const all: readonly ChangeRow[] = Array.from({ length: 45 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, 45 - index)).toISOString(),
  actor: index % 2 === 0 ? 'ada' : 'bob',
  action: index === 0 ? 'delete' : index === 1 ? 'change' : 'add',
  kind: 'metricprofile',
  id: 1,
  name: `p${45 - index}`,
  number: 45 - index,
  request: null,
  remark: '',
}))

/** Filters like the server. */
function answerTo({ query: { page = '1', limit = '30', sort = '-at', name = '', actor = '' } }: Call) {
  const found = all.filter((row) => row.name.includes(name) && row.actor.includes(actor))
  const rows = sort === 'at' ? found.toReversed() : found
  const first = (Number(page) - 1) * Number(limit)
  return { rows: rows.slice(first, first + Number(limit)), total: found.length }
}

const serverWith = () => aServer(aMember()).answerBy(changeList, answerTo).answer(changesByDay, { days: [] })
/** The numbers of days are read beside the list, before or after it. */
const lastListCall = ({ calls }: ReturnType<typeof aServer>) => calls.findLast(({ path }) => !path.endsWith('/days'))
const table = () => screen.findByRole('table', { name: 'changes' })

test('a chart shows the changes of each day, with its numbers in a table', async () => {
  const days = [
    { day: '2026-01-01', add: 1, change: 0, delete: 0 },
    { day: '2026-01-02', add: 2, change: 5, delete: 1 },
  ]
  serverWith().answer(changesByDay, { days })
  showPage('/ui/changes')
  const name = 'On 2026-01-02: 2 additions, 5 changes, 1 deletion. The most on one day: 8.'
  expect(await screen.findByRole('img', { name })).toBeVisible()
  await userEvent.click(screen.getByText('As a table'))
  const rows = within(screen.getByRole('table', { name: 'Changes by day, in UTC' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayAddedChangedDeleted',
    '2026-01-02251',
    '2026-01-01100',
  ])
})

test('the server sends one page of the changes; the next ones are requested', async () => {
  const server = serverWith()
  showPage('/ui/changes')
  expect(await screen.findByText('45 changes')).toBeVisible()
  expect(within(await table()).getByRole('link', { name: 'p45' })).toHaveAttribute(
    'href',
    '/ui/metricprofiles/p45/history',
  )
  expect(screen.getByRole('link', { name: 'Difference of p44' })).toHaveAttribute('href', '/ui/changes/44')
  expect(screen.queryByRole('link', { name: 'p15' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByRole('link', { name: 'p15' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?page=2'))
  expect(lastListCall(server)?.query).toMatchObject({ page: '2', limit: '30', sort: '-at' })
})

test('a page after the last one is the last one, and the previous page is before that', async () => {
  const server = serverWith()
  showPage('/ui/changes?page=9')
  expect(await screen.findByRole('link', { name: 'p15' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(await screen.findByRole('link', { name: 'p45' })).toBeVisible()
  expect(lastListCall(server)?.query).toMatchObject({ page: '1' })
})

test('an address sets the filters, and the order can be reversed', async () => {
  const server = serverWith()
  showPage('/ui/changes?name=p4&actor=bob&size=5')
  expect(await screen.findByText('4 changes')).toBeVisible()
  expect(screen.getByLabelText('Filter by object')).toHaveValue('p4')
  expect(lastListCall(server)?.query).toMatchObject({ name: 'p4', actor: 'bob', limit: '5' })
  await userEvent.click(screen.getByRole('button', { name: 'When' }))
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ sort: 'at', page: '1' }))
})

test('fast typing loses no letter, and does not send a request for each', async () => {
  const server = serverWith()
  showPage('/ui/changes')
  await screen.findByText('45 changes')
  const before = server.calls.length
  const text = 'abcdefghijklmnopqrstuvwxyz0123456789-_.x'
  const box = screen.getByLabelText('Filter by object')
  await userEvent.type(box, text)
  expect(box).toHaveValue(text)
  expect(await screen.findByText('No changes match the filters.')).toBeVisible()
  await waitFor(() => expect(lastListCall(server)?.query.name).toBe(text))
  expect(server.calls.length - before).toBeLessThan(text.length / 2)
  await waitFor(() => expect(window.location.search).toBe(`?name=${text}`))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('45 changes')).toBeVisible()
  expect(box).toHaveValue('')
})

test('selected rows are taken back together, also those of other pages, by a change request', async () => {
  const server = serverWith().answerBy(invertChanges, () => aChangeRequest({ id: 7, title: 'Revert: p44' }))
  showPage('/ui/changes')
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select metric profile p44, changed / }))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select metric profile p15, added / }))
  expect(screen.getByText('2 changes selected, 1 of them not on this page')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(window.location.pathname).toBe('/ui/changerequests/7'))
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ changes: [44, 15] })
})

test('a change of the rule of change requests links to its page and to its difference', async () => {
  const change = { at: '2026-01-01T00:00:00.000Z', actor: 'ada', action: 'change', kind: 'changerule' } as const
  const row = { ...change, id: 1, name: 'NORTH', number: 7, request: null, remark: '' }
  const [before, after] = [documentOfRule(usualRule), documentOfRule({ ...usualRule, approvals: 2 })]
  aServer(aSuperuser())
    .answer(changeList, { rows: [row], total: 1 })
    .answer(changedObject, { change: { ...row, before, after } })
  showPage('/ui/changes')
  const page = '/ui/administration/changerule'
  expect(await screen.findByRole('link', { name: 'NORTH' })).toHaveAttribute('href', page)
  expect(screen.getByRole('combobox', { name: 'Filter by kind' })).toHaveTextContent('rule of change requests')
  await userEvent.click(screen.getByRole('link', { name: 'Difference of NORTH' }))
  expect(await screen.findByRole('heading', { name: 'Change of rule of change requests NORTH' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'History of NORTH' })).toHaveAttribute('href', page)
  expect(screen.getByText('Approvals')).toBeVisible()
})

test('days, a request and words of the remark are in the address, and are sent', async () => {
  const server = serverWith()
  showPage('/ui/changes?from=2026-01-01&to=2026-01-02&request=7&remark=disk')
  expect(await screen.findByText('45 changes')).toBeVisible()
  const { since, until, ...query } = lastListCall(server)?.query ?? {}
  expect(query).toMatchObject({ request: '7', remark: 'disk' })
  expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(2 * 86_400_000)
  await userEvent.click(screen.getByRole('button', { name: 'Any time' }))
  await waitFor(() => expect(lastListCall(server)?.query).not.toHaveProperty('since'))
  expect(window.location.search).toBe('?request=7&remark=disk')
})

test('a list that is too long to be counted says so', async () => {
  aServer(aMember()).answerBy(changeList, (call) => ({ ...answerTo(call), total: 10_001 }))
  showPage('/ui/changes')
  expect(await screen.findByText('More than 10,000 changes')).toBeVisible()
})

test('an empty list and a list that cannot be loaded say so', async () => {
  aServer(aMember()).answer(changeList, { rows: [], total: 0 })
  showPage('/ui/changes')
  expect(await screen.findByText('Nothing has been changed yet.')).toBeVisible()
})

test('a file that has only the first of too many rows says so', async () => {
  aServer(aMember()).answerBy(changeList, () => ({
    rows: all.concat(all, all).slice(0, 100),
    total: 10_001,
  }))
  showPage('/ui/changes')
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText(/The file has the first 10,000 changes of the list/)).toBeVisible()
})

test('a superuser verifies the log part by part, with what was covered', async () => {
  const server = aServer(aSuperuser())
    .answerBy(changeList, answerTo)
    .answerBy(verifyChanges, ({ query: { after = '1000' } }) => {
      return { last: Math.min(Number(after) + 5_000, 12_000), newest: 12_000, archived: 1_000, firstBroken: null }
    })
  showPage('/ui/changes')
  await userEvent.click(await screen.findByRole('button', { name: 'Verify log' }))
  expect(await screen.findByText('All 11,000 rows are as written.')).toBeVisible()
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  expect(screen.getByText(/The first 1,000 rows are in archives/)).toBeVisible()
  const asked = server.calls.filter(({ path }) => path.endsWith('verifiedchanges'))
  expect(asked.map(({ query }) => query.after)).toEqual([undefined, '6000', '11000'])
})

test('a broken row is named, and nothing after it is asked for', async () => {
  const server = aServer(aSuperuser())
    .answerBy(changeList, answerTo)
    .answer(verifyChanges, { last: 5_000, newest: 12_000, archived: 0, firstBroken: 77 })
  showPage('/ui/changes')
  await userEvent.click(await screen.findByRole('button', { name: 'Verify log' }))
  expect(await screen.findByText(/Row 77 is not as it was written/)).toBeVisible()
  expect(server.calls.filter(({ path }) => path.endsWith('verifiedchanges'))).toHaveLength(1)
})

test('a member without rights has no button to verify the log', async () => {
  serverWith()
  showPage('/ui/changes')
  await table()
  expect(screen.queryByRole('button', { name: 'Verify log' })).not.toBeInTheDocument()
})
