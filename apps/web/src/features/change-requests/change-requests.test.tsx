import { sessionActive, type UserDetails } from '@quatrain/contract/accounts/session.ts'
import {
  actOnChangeRequest,
  addChangeRequest,
  type ChangeRequest,
  changeChangeRequest,
  invertChanges,
  listChangeRequests,
  previewChangeRequest,
  readChangeRequest,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import type { UnconfirmedRequest } from '@quatrain/contract/change-requests/unconfirmed-request.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { documentFromInput } from '@quatrain/contract/kit/stored-document.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aChangeRequest, headOf } from '#test/change-requests.ts'
import { aProfile, api, aServerOf } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, sessionOf, showPage } from '#test/render-page.tsx'

const at = '2026-01-02T03:04:05.000Z'
const { apiid, ...content } = aProfile()
const changedContent = { ...content, description: 'Most sites' }
const document = documentFromInput(metricProfiles, content)
const changedDocument = documentFromInput(metricProfiles, changedContent)
const write = {
  kind: 'metricprofile',
  operation: 'change',
  input: { ...changedContent, apiid },
  name: 'CORE',
  before: document,
  collected_at: at,
} as const

const aRequest = (changes: Partial<ChangeRequest> = {}) => aChangeRequest({ writes: [write], ...changes })

const own = {
  tenant: 'NORTH',
  kind: 'metricprofile',
  name: 'CORE',
  action: 'change',
  before: document,
  after: changedDocument,
} as const
const effectsOf = (preview: string, effect = {}) => ({
  preview,
  writes: [{ refusal: '', isMerged: false, warning: '', changes: [own], groups: [], ...effect }],
})

/** The server of a superuser, ada, with one request. */
const serverWith = (request: ChangeRequest, effects = effectsOf('p-1')) =>
  aServer(aSuperuser())
    .answer(listChangeRequests, [headOf(request)])
    .answer(readChangeRequest, request, '"v1"')
    .answer(previewChangeRequest, effects)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async (name: RegExp | string) => within(await screen.findByRole('dialog', { name }))

test('the list says what waits for the user, and which requests others have overtaken', async () => {
  const others = aRequest({ id: 5, title: 'Of bob', author: 'bob', state: 'in review' })
  aServer(aSuperuser())
    .answer(listChangeRequests, [headOf(aRequest(), { overtaken: ['CORE'] }), headOf(others, { waits: true })])
    .answer(sessionActive, {
      ...sessionOf(aSuperuser()),
      active: true,
      waiting_requests: 1,
    } as AnswerOf<typeof sessionActive>)
  showPage('/ui/changerequests')
  expect(await screen.findByRole('link', { name: '1 change request waits for you' })).toBeVisible()
  const row = async (title: string) => {
    const cell = await screen.findByRole('link', { name: title })
    return cell.closest('tr')?.textContent
  }
  expect(await row('Fewer sites')).toContain('1 changed since')
  expect(await row('Of bob')).toMatch(/in review.*waits for you/)
})

test('a request shows its effect, and is applied with the one that was seen', async () => {
  const server = serverWith(aRequest()).answer(settleChangeRequest, aRequest({ state: 'applied' }))
  showPage('/ui/changerequests/4')
  const region = within(await screen.findByRole('region', { name: 'Change metric profile CORE' }))
  expect(await region.findByText('Most')).toBeVisible()
  expect(screen.getByRole('link', { name: 'https://tickets.example.org/7' })).toBeVisible()
  await press('Apply')
  await userEvent.click((await inDialog('Apply: Fewer sites')).getByRole('button', { name: 'Apply' }))
  await screen.findByText('Applied')
  expect(server.callsOf(settleChangeRequest).map(({ body }) => body)).toEqual([
    { action: 'apply', effects: 'p-1', text: '' },
  ])
})

test('a write says what its save would warn of', async () => {
  serverWith(aRequest(), effectsOf('p-1', { warning: 'Metric disk will be missing in thresholds profiles: LIMITS.' }))
  showPage('/ui/changerequests/4')
  const region = within(await screen.findByRole('region', { name: 'Change metric profile CORE' }))
  expect(await region.findByText('Metric disk will be missing in thresholds profiles: LIMITS.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled()
})

test('what cannot be made as things are now shows what it would change, and is not applied', async () => {
  serverWith(aRequest(), effectsOf('p-1', { refusal: 'It was changed differently meanwhile.', changes: [] }))
  showPage('/ui/changerequests/4')
  const region = within(await screen.findByRole('region', { name: 'Change metric profile CORE' }))
  expect(await region.findByText('It was changed differently meanwhile.')).toBeVisible()
  expect(await region.findByText('Most')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('an applied request still shows what it has changed', async () => {
  const added = { ...write, operation: 'add', input: { ...content, name: 'EDGE' }, name: 'EDGE', before: null } as const
  serverWith(aRequest({ state: 'applied', writes: [write, added] }))
  showPage('/ui/changerequests/4')
  const region = async (name: string) => within(await screen.findByRole('region', { name }))
  expect(await (await region('Change metric profile CORE')).findByText('Most')).toBeVisible()
  const ofAdd = await region('Add metric profile EDGE')
  expect(await ofAdd.findByText(content.services[0]?.metric ?? '')).toBeVisible()
  expect(ofAdd.getByRole('link', { name: 'EDGE' })).toBeVisible()
})

test('a comment on one write is shown at the write', async () => {
  const about = { kind: 'metricprofile', name: 'CORE' }
  const said = { at, author: 'bob', action: 'comment', text: 'Why these?', about } as const
  const server = serverWith(aRequest({ comments: [said] })).answer(actOnChangeRequest, aRequest())
  showPage('/ui/changerequests/4')
  const region = within(await screen.findByRole('region', { name: 'Change metric profile CORE' }))
  expect(region.getByText('Why these?')).toBeVisible()
  expect(screen.getByText(/commented on CORE/)).toBeVisible()
  await userEvent.click(region.getByRole('button', { name: 'Comment on: Change metric profile CORE' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Comment: CORE' }))
  await userEvent.type(dialog.getByLabelText('Comment'), 'See the ticket.')
  await userEvent.click(dialog.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByText('Comment added')).toBeVisible()
  expect(server.callsOf(actOnChangeRequest)[0]?.body).toEqual({ action: 'comment', text: 'See the ticket.', about })
})

test('says what boxes run and reports cover afterwards', async () => {
  const place = { hostname: 'a.test', service: 'web', metric: 'disk' }
  const noChecks = { count: 0, sample: [] }
  const checks = {
    started: { count: 3, sample: [place] },
    stopped: noChecks,
    changed: { count: 3, sample: [place, { ...place, hostname: 'b.test' }, { ...place, metric: 'cpu' }] },
  }
  const reports = [
    { name: 'daily', before: 1, after: 15 },
    { name: 'monthly', before: null, after: 1 },
    { name: 'yearly', before: 2, after: null },
  ]
  const effects = { ...effectsOf('p-1'), operation: { checks, reports, unknown: 'The Web API is slow.' } }
  serverWith(aRequest(), effects)
  showPage('/ui/changerequests/4')
  const heading = await screen.findByText('With the topology of today:')
  const list = within(heading.parentElement ?? heading)
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Checks that boxes start (3): disk for web on a.test and 2 more.',
    'Checks that boxes run in another way (3): disk for web on a.test, b.test; cpu for web on a.test.',
    'Report daily covers 15 endpoints instead of 1.',
    'Report monthly covers 1 endpoint.',
    'Report yearly covered 2 endpoints.',
    'The Web API is slow.',
  ])
})

test('a changed effect has to be seen before the request can be applied', async () => {
  const server = serverWith(aRequest()).answer(actOnChangeRequest, aRequest())
  showPage('/ui/changerequests/4')
  await screen.findByRole('region', { name: 'Change metric profile CORE' })
  server.answer(previewChangeRequest, effectsOf('p-2', { isMerged: true }))
  // Every step reads the effect again.
  await press('Add comment')
  const dialog = await inDialog('Comment: Fewer sites')
  expect(dialog.getByRole('button', { name: 'Comment' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Comment'), 'Why?')
  await userEvent.click(dialog.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByText(/The combined effect has changed/)).toBeVisible()
  expect(screen.getByText('Merged with what others have saved since it was collected.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await press('I have seen it')
  expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled()
  expect(server.callsOf(actOnChangeRequest).map(({ body }) => body)).toEqual([{ action: 'comment', text: 'Why?' }])
})

test('a request is scheduled, and an applied one is taken back by a new one', async () => {
  const server = serverWith(aRequest()).answer(settleChangeRequest, aRequest({ state: 'scheduled', apply_at: at }))
  showPage('/ui/changerequests/4')
  await screen.findByRole('region', { name: 'Change metric profile CORE' })
  await press('Schedule')
  const dialog = await inDialog('Schedule: Fewer sites')
  const time = dialog.getByLabelText('Apply at')
  await userEvent.clear(time)
  await userEvent.type(time, '2001-01-01T00:00')
  expect(dialog.getByText('Must be in the future')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled()
  await userEvent.clear(time)
  await userEvent.type(time, `${new Date().getFullYear() + 1}-01-01T00:00`)
  const applied = aRequest({ state: 'applied', approvals: [{ username: 'bob', at }] })
  server
    .answer(readChangeRequest, applied, '"v2"')
    .answer(invertChanges, aRequest({ id: 5, title: 'Revert: Fewer sites' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Scheduled')
  const [call] = server.callsOf(settleChangeRequest)
  expect(call?.body).toMatchObject({ action: 'schedule', effects: 'p-1', at: expect.stringMatching(/Z$/) })
  expect(await screen.findByText(/approved by bob/)).toBeVisible()
  await press('Revert')
  await screen.findByText('Added as a draft')
  expect(server.callsOf(invertChanges)[0]?.body).toEqual({ request: 4 })
  expect(window.location.pathname).toBe('/ui/changerequests/5')
})

test('what was applied has to be confirmed in the minutes that were chosen, and every page says so', async () => {
  const server = serverWith(aRequest()).answer(settleChangeRequest, aRequest({ state: 'applied' }))
  const page = showPage('/ui/changerequests/4')
  await screen.findByRole('region', { name: 'Change metric profile CORE' })
  expect(screen.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument()
  await press('Apply')
  const dialog = await inDialog('Apply: Fewer sites')
  const minutes = dialog.getByLabelText('Minutes to confirm it (optional)')
  for (const wrong of ['0', '1441', 'ten']) {
    await userEvent.clear(minutes)
    await userEvent.type(minutes, wrong)
    expect(dialog.getByText('Must be a number from 1 to 1440')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  }
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '10')
  const confirm_by = new Date(Date.now() + 600_000).toISOString()
  const unconfirmed = { id: 4, title: 'Fewer sites', confirm_by, revert_problem: '' }
  const withUnconfirmed = (requests: readonly UnconfirmedRequest[]) =>
    server.answer(sessionActive, {
      ...sessionOf(aSuperuser()),
      active: true,
      unconfirmed_requests: requests,
    } as AnswerOf<typeof sessionActive>)
  withUnconfirmed([unconfirmed]).answer(readChangeRequest, aRequest({ state: 'applied', confirm_by }), '"v2"')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect((await screen.findByText(/Unless it is confirmed, it is taken back in 10 minutes/)).textContent).toContain(
    'Change request 4: Fewer sites was applied.',
  )
  expect(server.callsOf(settleChangeRequest)[0]?.body).toMatchObject({ action: 'apply', confirm_within: 10 })
  expect(await screen.findByText(/taken back unless confirmed by/)).toBeVisible()
  page.unmount()

  const revert_problem = 'CORE was changed differently meanwhile.'
  const failed = aRequest({ state: 'applied', revert_problem })
  withUnconfirmed([{ ...unconfirmed, confirm_by: null, revert_problem }])
    .answer(listChangeRequests, [headOf(failed), headOf(aRequest({ id: 5, state: 'applied', confirm_by }))])
    .answer(actOnChangeRequest, failed)
  showPage('/ui/changerequests')
  expect(await screen.findByText(/could not be taken back, although nobody has confirmed it/)).toBeVisible()
  expect(await screen.findByRole('cell', { name: 'not confirmed yet' })).toBeVisible()
  expect(screen.getByRole('cell', { name: 'could not be taken back' })).toBeVisible()
  withUnconfirmed([{ ...unconfirmed, confirm_by, revert_problem: 'The Web API cannot be reached.' }])
  await press('Take back now')
  await userEvent.click((await inDialog('Take back now: Fewer sites')).getByRole('button', { name: 'Take back now' }))
  await screen.findByText('Taken back')
  expect((await screen.findByText(/could not be taken back yet/)).textContent).toMatch(
    /The Web API cannot be reached\. It is tried again in 10 minutes, at /,
  )
  withUnconfirmed([])
  await press('Confirm')
  await userEvent.click((await inDialog('Confirm: Fewer sites')).getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Confirmed')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm' })).not.toBeInTheDocument())
  expect(server.callsOf(actOnChangeRequest).map(({ body }) => body)).toEqual([
    { action: 'take-back', text: '' },
    { action: 'confirm', text: '' },
  ])
})

test('a move of metrics names its package and lists the metrics', async () => {
  const move = { kind: 'metric', operation: 'move', input: { name: 'web', version: '2.0.0' }, name: 'web' } as const
  const affected = { tenant: 'NORTH', kind: 'metric', action: 'change', before: {}, after: {} } as const
  const changes = ['web.http', 'web.tls'].map((name) => ({ ...affected, name }))
  const request = aRequest({ writes: [{ ...move, before: null, collected_at: at }] })
  serverWith(
    request,
    effectsOf('p-1', {
      changes,
      groups: [{ tenant: 'NORTH', kind: 'metric', action: 'change', count: 2, next: null }],
    }),
  )
  showPage('/ui/changerequests/4')
  const view = within(await screen.findByRole('region', { name: 'Move metrics to version 2.0.0 of web' }))
  expect(await view.findByText(/^2 metrics will be changed in NORTH:/)).toHaveTextContent('web.http, web.tls')
  expect(view.queryByRole('link', { name: /^Edit/ })).not.toBeInTheDocument()
})

test('what cannot be made is marked, and can be removed from the request', async () => {
  const refusal = 'Metric profile CORE was changed differently meanwhile: Description.'
  const server = serverWith(aRequest(), effectsOf('p-1', { refusal, changes: [] })).answer(
    changeChangeRequest,
    aRequest({ writes: [] }),
  )
  showPage('/ui/changerequests/4')
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.getByText(/^1 change cannot be made as things are now/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Edit: / })).toHaveAttribute(
    'href',
    '/ui/metricprofiles/CORE?request=4&name=CORE',
  )
  await press('Remove from the request: Change metric profile CORE')
  await screen.findByText('Saved')
  const [call] = server.callsOf(changeChangeRequest)
  expect(call?.body).toMatchObject({ title: 'Fewer sites', writes: [] })
  expect(call?.headers.get('if-match')).toBe('"v1"')
})

test('another superuser approves or refuses a request, with a reason', async () => {
  const request = aRequest({ author: 'bob', state: 'in review' })
  const server = serverWith(request)
    .answer(settleChangeRequest, { ...request, state: 'approved' })
    .answer(actOnChangeRequest, { ...request, state: 'draft' })
  showPage('/ui/changerequests/4')
  await screen.findByRole('region', { name: 'Change metric profile CORE' })
  for (const absent of ['Edit', 'Withdraw', 'Submit for review', 'Apply']) {
    expect(screen.queryByRole('button', { name: absent })).not.toBeInTheDocument()
  }
  await press('Refuse')
  const refusing = await inDialog('Refuse: Fewer sites')
  expect(refusing.getByRole('button', { name: 'Refuse' })).toBeDisabled()
  await userEvent.type(refusing.getByLabelText('Reason'), 'Too many')
  await userEvent.click(refusing.getByRole('button', { name: 'Refuse' }))
  await screen.findByText('Refused')
  await press('Approve')
  await userEvent.click((await inDialog('Approve: Fewer sites')).getByRole('button', { name: 'Approve' }))
  await screen.findByText('Approved')
  expect(server.callsOf(settleChangeRequest)[0]?.body).toEqual({ action: 'approve', effects: 'p-1', text: '' })
})

test('who may review under the rule is offered it: a member of its group, and the author if that counts', async () => {
  const approvers = { kind: 'metricprofiles', name: 'ops' } as const
  const offered = async (reader: UserDetails, changes: Partial<ChangeRequest>) => {
    const request = aRequest({ state: 'in review', approvers, ...changes })
    aServer(reader)
      .answer(listChangeRequests, [headOf(request)])
      .answer(readChangeRequest, request, '"v1"')
      .answer(previewChangeRequest, effectsOf('p-1'))
    const page = showPage('/ui/changerequests/4')
    await screen.findByRole('region', { name: 'Change metric profile CORE' })
    const labels = screen.getAllByRole('button').map(({ textContent }) => textContent)
    page.unmount()
    return ['Approve', 'Refuse', 'Apply', 'Take from the schedule'].filter((label) => labels.includes(label))
  }
  const member = aMember('ops')
  expect(await offered(member, { author: 'bob' })).toEqual(['Approve', 'Refuse'])
  expect(await offered(aMember('others'), { author: 'bob' })).toEqual([])
  expect(await offered(member, { author: member.username })).toEqual([])
  expect(await offered(member, { author: member.username, counts_author: true })).toEqual(['Approve', 'Refuse'])
  expect(await offered(aSuperuser(), { author: 'bob', state: 'scheduled' })).toEqual(['Refuse'])
  const approvals = [{ username: 'ada', at }]
  expect(await offered(aSuperuser(), { author: 'bob', state: 'scheduled', approvals })).toEqual([
    'Refuse',
    'Apply',
    'Take from the schedule',
  ])
})

test('a form adds its change to a new request, and keeps what was typed if that is refused', async () => {
  const server = aServerOf(aProfile()).refuse(addChangeRequest, 'invalid_input', {
    detail: 'Must be a web address',
    fields: { link: 'Must be a web address' },
  })
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  await press('Add to change request')
  const dialog = await inDialog('Add to change request')
  await userEvent.type(dialog.getByLabelText('Title'), 'Fewer sites')
  await userEvent.type(dialog.getByLabelText('Link to a ticket (optional)'), 'ticket 7')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  expect(await dialog.findAllByText('Must be a web address')).not.toEqual([])
  const request = aRequest()
  server
    .answer(addChangeRequest, request)
    .answer(readChangeRequest, request, '"v1"')
    .answer(previewChangeRequest, effectsOf('p-1'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Change request 4: Fewer sites' })).toBeVisible()
  const input = { description: 'All sites!', apiid }
  expect(server.callsOf(addChangeRequest).at(-1)?.body).toMatchObject({
    title: 'Fewer sites',
    writes: [{ kind: 'metricprofile', operation: 'change', input: expect.objectContaining(input), base: '"3"' }],
  })
  expect(server.callsOf(api.change)).toEqual([])
})

test('what is typed before the open requests are known goes into a new request', async () => {
  const request = aRequest()
  const server = aServerOf(aProfile())
    .answerBy(listChangeRequests, ({ query: { kind } }) => (kind ? [] : [headOf(aRequest({ id: 3 }))]))
    .answer(addChangeRequest, request)
    .answer(readChangeRequest, request, '"v1"')
    .answer(previewChangeRequest, effectsOf('p-1'))
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  const listed = server.hold(listChangeRequests)
  await press('Add to change request')
  const dialog = await inDialog('Add to change request')
  await userEvent.type(dialog.getByLabelText('Title'), 'Fewer sites')
  listed()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Add to change request' })).toBeEnabled())
  expect(dialog.getByLabelText('Title')).toHaveValue('Fewer sites')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  await waitFor(() => expect(server.callsOf(addChangeRequest)).toHaveLength(1))
  expect(server.callsOf(addChangeRequest)[0]?.body).toMatchObject({ title: 'Fewer sites' })
})

test('a new request can be added while the open ones cannot be listed', async () => {
  aServerOf(aProfile()).refuse(listChangeRequests, 'internal')
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  await press('Add to change request')
  const dialog = await inDialog('Add to change request')
  expect(await dialog.findByText('Refused: internal.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Title'), 'Fewer sites')
  expect(dialog.getByRole('button', { name: 'Add to change request' })).toBeEnabled()
})

test('a form shows what an own request contains, and replaces it there', async () => {
  const server = aServerOf(aProfile())
    .answer(listChangeRequests, [headOf(aRequest({ state: 'approved' }))])
    .answer(readChangeRequest, aRequest({ state: 'approved' }), '"v1"')
    .answer(previewChangeRequest, effectsOf('p-1'))
    .answer(changeChangeRequest, aRequest())
  showPage('/ui/metricprofiles/CORE?request=4&name=CORE')
  const description = await screen.findByLabelText('Description (optional)')
  await waitFor(() => expect(description).toHaveValue('Most sites'))
  await userEvent.type(description, '!')
  await press('Add to change request')
  const dialog = await inDialog('Add to change request')
  expect(dialog.getByText(/Adding to it voids the approval/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  await waitFor(() => expect(server.callsOf(changeChangeRequest)).toHaveLength(1))
  const [call] = server.callsOf(changeChangeRequest)
  expect(call?.body).toMatchObject({ writes: [{ operation: 'change', input: { description: 'Most sites!' } }] })
})

test('a delete is added to a request from its dialog', async () => {
  const server = aServerOf(aProfile())
    .answer(addChangeRequest, aRequest())
    .answer(readChangeRequest, aRequest(), '"v1"')
    .answer(previewChangeRequest, effectsOf('p-1'))
    .preview(api.remove, { preview: 'p', changes: [], notices: {} })
  showPage('/ui/metricprofiles/CORE')
  await press('Delete')
  await userEvent.click(
    (await inDialog('Delete metric profile')).getByRole('button', { name: 'Add to change request' }),
  )
  const dialog = await inDialog('Add to change request')
  await userEvent.type(dialog.getByLabelText('Title'), 'Without it')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  await waitFor(() => expect(server.callsOf(addChangeRequest)).toHaveLength(1))
  expect(server.callsOf(addChangeRequest)[0]?.body).toMatchObject({
    writes: [{ kind: 'metricprofile', operation: 'remove', input: { key: apiid }, base: '"3"' }],
  })
  expect(server.callsOf(api.remove)).toEqual([])
})

test('a kind that a rule closes is changed by requests only; superusers save with a reason', async () => {
  const user = aMember('ops')
  const rule = { kinds: ['metricprofile'], approvals: 1, bypass: true }
  const closed = (superuser: boolean) =>
    aServerOf(aProfile()).answer(sessionActive, {
      ...sessionOf({ ...user, is_superuser: superuser }),
      active: true,
      change_rule: rule,
    } as AnswerOf<typeof sessionActive>)
  closed(false)
  const page = showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  expect(screen.getByText(/metric profiles are changed by change requests only\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add to change request' })).toBeEnabled()
  page.unmount()
  window.localStorage.clear()
  const server = closed(true)
    .preview(api.change, { preview: 'p', changes: [], notices: {} })
    .answer(api.change, aProfile())
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  await press('Save')
  const dialog = await inDialog('Change metric profile')
  expect(dialog.getByRole('button', { name: 'Change metric profile' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Reason for saving without a change request'), 'It burns')
  await userEvent.click(dialog.getByRole('button', { name: 'Change metric profile' }))
  await waitFor(() => expect(server.callsOf(api.change)).toHaveLength(1))
  expect(server.callsOf(api.change)[0]?.query).toMatchObject({ past_rule: 'true', remark: 'It burns' })
})
