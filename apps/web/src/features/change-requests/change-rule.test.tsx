import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import { listChangeRequests } from '@quatrain/contract/change-requests/change-request.ts'
import {
  type ChangeRule,
  changeChangeRule,
  documentOfRule,
  readChangeRule,
  usualRule,
} from '@quatrain/contract/change-requests/change-rule.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aChangeRequest, headOf } from '#test/change-requests.ts'
import { aServer, aSuperuser, sessionOf, showPage } from '#test/render-page.tsx'

const address = '/ui/administration/changerule'
const at = '2026-01-02T03:04:05.000Z'
const rule: ChangeRule = {
  ...usualRule,
  kinds: ['metricprofile', 'gone'],
  approvers: { kind: 'metricprofiles', name: 'ops' },
}
const request = headOf(aChangeRequest({ state: 'in review', author: 'bob' }), { writes: 1, kinds: ['metricprofile'] })
const others = [
  { ...request, id: 5, kinds: ['report'] },
  { ...request, id: 6, state: 'applied' as const },
]

const serverOf = (stored: ChangeRule, changes: (typeof aChange)[] = []) =>
  aServer(aSuperuser('ops', 'crew'))
    .answer(listChangeRequests, [request, ...others])
    .answer(readChangeRule, { ...stored, changes }, '"one"')
const aChange = {
  number: 9,
  at,
  author: 'grace',
  remark: 'Audit',
  before: documentOfRule(usualRule),
  after: documentOfRule(rule),
}

/** The dry run of a change from one rule to another. */
const preview = (before: ChangeRule, after: ChangeRule) => {
  const [own] = [{ tenant: 'NORTH', kind: 'changerule', name: 'NORTH', action: 'change' as const }]
  return {
    preview: 'p',
    changes: [{ ...own, before: documentOfRule(before), after: documentOfRule(after) }],
    groups: [{ ...own, count: 1, next: null }],
    notices: {},
  }
}

test('a superuser sees what follows from a rule before it is saved, and forms follow it afterwards', async () => {
  const after: ChangeRule = {
    all_kinds: false,
    kinds: ['metricprofile'],
    approvals: 2,
    approvers: { kind: 'metricprofiles', name: 'crew' },
    counts_author: true,
    bypass: false,
  }
  const server = serverOf(usualRule)
    .preview(changeChangeRule, preview(usualRule, after))
    .answer(changeChangeRule, after)
  showPage(address)
  const consequences = within(await screen.findByRole('region', { name: 'What follows' }))
  expect(consequences.getByText(/^Everything can be saved directly\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.click(screen.getByRole('combobox', { name: 'Kinds' }))
  expect(screen.queryByRole('option', { name: 'Users', hidden: true })).not.toBeInTheDocument()
  await userEvent.click(await screen.findByRole('option', { name: 'Metric profiles', hidden: true }))
  await userEvent.selectOptions(screen.getByLabelText('Approvals'), '2')
  await userEvent.selectOptions(screen.getByLabelText('Approvers'), 'metricprofiles/crew')
  await userEvent.click(screen.getByLabelText('The approval of the author counts'))
  await userEvent.click(screen.getByLabelText('Superusers can save without a request'))
  for (const sentence of [
    'Metric profiles are changed by change requests only: in forms, by scripts and by imports.',
    'Such a request is applied after 2 approvals by superusers and members of crew (group of metric profiles). That of its author counts.',
    'Nobody can save directly, not even superusers.',
    '1 open request is concerned.',
  ])
    expect(consequences.getByText(sentence)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change rule of change requests' }))
  expect(await dialog.findByText('Approvers')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Remark'), 'Audit')
  server.answer(readChangeRule, { ...after, changes: [] }, '"two"')
  const starts = server.callsOf(sessionActive).length
  await userEvent.click(dialog.getByRole('button', { name: 'Change rule of change requests' }))
  expect(await screen.findByText('Rule of change requests successfully changed')).toBeVisible()
  const [call] = server.callsOf(changeChangeRule)
  expect([call?.query, call?.body]).toEqual([{ remark: 'Audit' }, after])
  expect(call?.headers.get('if-match')).toBe('"one"')
  await waitFor(() => expect(server.callsOf(sessionActive).length).toBeGreaterThan(starts))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled())
  expect(screen.getByLabelText('Approvals')).toHaveValue('2')
})

test('a rule that another superuser has changed meanwhile is merged with what was chosen', async () => {
  const theirs = { ...rule, approvals: 3 }
  const server = serverOf(rule).refuse(changeChangeRule, 'stale_version')
  showPage(address)
  await userEvent.click(await screen.findByLabelText('The approval of the author counts'))
  server.answer(readChangeRule, { ...theirs, changes: [] }, '"two"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Continue/ }))
  expect(await screen.findByLabelText('Approvals')).toHaveValue('3')
  expect(screen.getByLabelText('The approval of the author counts')).toBeChecked()
})

test('a refused group is shown at its field, and the last changes with their difference', async () => {
  const server = serverOf(rule, [aChange]).preview(changeChangeRule, preview(rule, { ...rule, approvals: 0 }))
  server.refuse(changeChangeRule, 'invalid_input', { fields: { approvers: 'There is no such group' } })
  showPage(address)
  const changes = within(await screen.findByRole('region', { name: 'Last changes of the rule' }))
  expect(changes.getByText('grace')).toBeVisible()
  expect(changes.getByText('Audit')).toBeVisible()
  expect(await changes.findByText('metric profiles')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Approvals'), '0')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('There is no such group')).toBeVisible()
})

test('the list of change requests links to the rule for superusers', async () => {
  serverOf(rule).answer(sessionActive, sessionOf(aSuperuser()))
  showPage('/ui/changerequests')
  expect(await screen.findByRole('link', { name: 'Rule' })).toHaveAttribute('href', address)
})
