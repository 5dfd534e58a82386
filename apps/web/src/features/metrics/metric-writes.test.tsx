import { sessionActive } from '@quatrain/contract/accounts/session.ts'
import {
  addChangeRequest,
  listChangeRequests,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { importableMetrics, importMetrics } from '@quatrain/contract/resources/metric-imports.ts'
import {
  newerPackages,
  previewMetricsVersions,
  updateMetricsVersions,
} from '@quatrain/contract/resources/metric-moves.ts'
import { metricNames } from '@quatrain/contract/resources/metric-names.ts'
import { packages, packageVersions } from '@quatrain/contract/resources/package.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aChangeRequest } from '#test/change-requests.ts'
import { aMember, aServer, aSuperuser, sessionOf, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(metrics)

const aMetric = (changes: Partial<Metric> = {}): Metric => ({
  id: 1,
  name: 'web.http',
  mtype: 'Active',
  tags: [],
  profiles: ['CORE'],
  probeversion: 'http-probe (1.4.0)',
  group: 'NORDIC',
  description: '',
  parent: '',
  probeexecutable: 'check_http',
  config: [
    { key: 'timeout', value: '30' },
    { key: 'path', value: '/usr/lib' },
  ],
  attribute: [],
  dependancy: [],
  flags: [],
  parameter: [],
  ...changes,
})

const member = { ...aMember(), groups: { ...aMember().groups, metrics: ['NORDIC', 'OTHER'] } }
const admin = { ...aSuperuser(), groups: member.groups }
const behind = { name: 'web', versions: ['1.4.0'], newest: '2.0.0', metrics: ['web.http'] }

const serverFor = (user: typeof member, ...all: readonly Metric[]) =>
  aServer(user)
    .answer(api.list, [...all])
    .answer(metricNames, [])
    .answer(newerPackages, [behind])

const documentOf = ({ id: _, profiles: __, ...document }: Metric) => document
const affected = (before: Metric | null, after: Metric | null) => ({
  tenant: 'NORDIC',
  kind: 'metric',
  name: (after ?? before)?.name ?? '',
  action: before ? (after ? ('change' as const) : ('delete' as const)) : ('add' as const),
  before: before && documentOf(before),
  after: after && documentOf(after),
})

const timeout = () => screen.findByLabelText('Config: timeout')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('only group and values are editable; the path is shown with the reason why it is not', async () => {
  serverFor(member).answer(api.get, aMetric(), '"1"')
  showPage('/ui/metrics/web.http')
  expect(await screen.findByRole('heading', { level: 1, name: 'Change metric web.http' })).toBeVisible()
  expect(await timeout()).toHaveValue('30')
  expect(screen.getByLabelText('Group')).toHaveValue('NORDIC')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByLabelText('Config: path')).not.toBeInTheDocument()
  expect(screen.getByText('Comes from the metric template.')).toBeVisible()
  expect(await screen.findByText(/is there in a newer version/)).toHaveTextContent('web-2.0.0')
})

test('an invalid number is marked and not sent', async () => {
  const server = serverFor(member).answer(api.get, aMetric(), '"1"')
  showPage('/ui/metrics/web.http')
  await userEvent.clear(await timeout())
  await userEvent.type(await timeout(), '5m')
  await save()
  expect(await screen.findByText('Must be a whole number')).toBeVisible()
  expect(await timeout()).toBeInvalid()
  expect(server.callsOf(api.change)).toHaveLength(0)
})

test('a change is previewed, and sent with the fields that the tenant may change', async () => {
  const after = aMetric({
    group: 'OTHER',
    config: [
      { key: 'timeout', value: '60' },
      { key: 'path', value: '/usr/lib' },
    ],
  })
  const server = serverFor(member, aMetric())
    .answer(api.get, aMetric(), '"1"')
    .preview(api.change, { preview: 'p', changes: [affected(aMetric(), after)], notices: {} })
    .answer(api.change, after, '"2"')
  showPage('/ui/metrics/web.http')
  await userEvent.clear(await timeout())
  await userEvent.type(await timeout(), '60')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'OTHER')
  await save()
  const question = within(await screen.findByRole('dialog', { name: 'Change metric' }))
  expect(question.getByText('Are you sure you want to change metric?')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Change metric' }))
  expect(await screen.findByText('Metric successfully changed')).toBeVisible()
  expect(server.callsOf(api.change)[0]?.body).toEqual({
    name: 'web.http',
    mtype: 'Active',
    group: 'OTHER',
    config: after.config,
  })
})

test('a delete lists the profiles that contain the metric', async () => {
  const warning = 'Metric web.http is part of profile(s): CORE\nARE YOU SURE you want to delete it?'
  serverFor(member)
    .answer(api.get, aMetric(), '"1"')
    .preview(api.remove, { preview: 'p', changes: [affected(aMetric(), null)], notices: { warning } })
  showPage('/ui/metrics/web.http')
  await timeout()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete metric' }))
  expect(question.getByText('Metric web.http is part of profile(s): CORE')).toBeVisible()
  expect(question.getByText('ARE YOU SURE you want to delete it?')).toBeVisible()
})

test('a bulk change sets a value on several metrics after a preview', async () => {
  const other = aMetric({ id: 2, name: 'web.tls' })
  const value = (timeout: string) => ({
    config: [
      { key: 'timeout', value: timeout },
      { key: 'path', value: '/usr/lib' },
    ],
  })
  const server = serverFor(member, aMetric(), other)
    .preview(changeMetrics, {
      preview: 'p',
      changes: [affected(aMetric(), aMetric(value('9'))), affected(other, { ...other, ...value('9') })],
      notices: {},
    })
    .answer(changeMetrics, { info: '2 metrics successfully changed.' })
  showPage('/ui/metrics')
  expect(await screen.findByText('update')).toBeVisible()
  expect(screen.getByRole('row', { name: /web\.tls/ })).not.toHaveTextContent('update')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change 2 metrics' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change metrics' }))
  expect(dialog.queryByLabelText('path')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Preview changes' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('timeout'), 'x')
  await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }))
  expect(dialog.getByText('Must be a whole number')).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('timeout'))
  await userEvent.type(dialog.getByLabelText('timeout'), '9')
  await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }))
  expect(await screen.findByText('Are you sure you want to change metrics?')).toBeVisible()
  const question = within(screen.getByRole('dialog', { name: 'Change metrics' }))
  expect(question.getByRole('row', { name: 'web.tls timeout: 30 → 9' })).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Change 2 metrics' }))
  expect(await screen.findByText('2 metrics successfully changed.')).toBeVisible()
  expect(server.callsOf(changeMetrics)[0]?.body).toEqual({
    metrics: ['web.http', 'web.tls'],
    config: [{ key: 'timeout', value: '9' }],
  })
  server
    .answer(addChangeRequest, aChangeRequest({ id: 7 }))
    .answer(settleChangeRequest, aChangeRequest({ id: 7, state: 'applied' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Made' }))
  await waitFor(() => expect(server.callsOf(settleChangeRequest).at(-1)?.body).toMatchObject({ action: 'apply' }))
  const writes = ['web.http', 'web.tls'].map((name) => ({
    input: { name, ...value('30') },
    before: { name, ...value('9') },
  }))
  expect(server.callsOf(addChangeRequest).at(-1)?.body).toMatchObject({ writes })
})

test('a bulk change can be added to a change request, with a write of each metric that it changes', async () => {
  const changed = aMetric({ id: 2, name: 'web.tls', config: [{ key: 'timeout', value: '9' }] })
  const server = serverFor(member, aMetric(), changed)
    .preview(changeMetrics, {
      preview: 'p',
      changes: [affected(aMetric(), aMetric({ config: [{ key: 'timeout', value: '9' }] }))],
      notices: {},
    })
    .answer(listChangeRequests, [])
  server.hold(addChangeRequest)
  showPage('/ui/metrics')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Change 2 metrics' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change metrics' }))
  await userEvent.type(dialog.getByLabelText('timeout'), '9')
  await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add to change request' }))
  const adding = within(await screen.findByRole('dialog', { name: 'Add to change request' }))
  await userEvent.type(await adding.findByLabelText('Title'), 'Shorter')
  await userEvent.click(adding.getByRole('button', { name: 'Add to change request' }))
  await waitFor(() => expect(server.callsOf(addChangeRequest)).toHaveLength(1))
  const { name, mtype, group } = aMetric()
  const config = aMetric().config.map(({ key, value }) => ({ key, value: key === 'timeout' ? '9' : value }))
  expect(server.callsOf(addChangeRequest)[0]?.body).toEqual({
    title: 'Shorter',
    description: '',
    link: '',
    writes: [{ kind: 'metric', operation: 'change', input: { name, mtype, group, config } }],
  })
  expect(server.callsOf(changeMetrics)).toEqual([])
})

const record = { id: 1, name: 'web', version: '2.0.0', use_present_version: false, repos: [] }
const moves = {
  preview: 'digest',
  updated: 'Metric web.http will be updated.',
  deleted: 'Metric web.gone will be deleted, since its probe is not part of the chosen package.',
  metrics: [
    {
      name: 'web.gone',
      becomes: 'web.gone',
      from: 'http-probe (1.4.0)',
      outcome: 'deleted' as const,
      config: [],
      profiles: ['CORE'],
    },
    {
      name: 'web.http',
      becomes: 'web.https',
      from: 'http-probe (1.4.0)',
      to: 'http-probe (2.0.0)',
      outcome: 'updated' as const,
      config: [
        { key: 'timeout', from: '99', to: '99', instead: '60' },
        { key: 'interval', from: '5', to: '10' },
      ],
      profiles: [],
    },
  ],
  otherVersions: [{ version: '1.4.0', tenants: 2, repos: ['base (Rocky 9)'] }],
  lostSystems: ['CentOS 7'],
}

test('before metrics are moved to another version, a table shows the changes of each', async () => {
  const server = serverFor(admin)
    .answer(resourceEndpoints(packages).get, record, '"1"')
    .answer(packageVersions, [record, { ...record, id: 2, version: '1.4.0' }])
    .answer(previewMetricsVersions, moves)
    .answer(updateMetricsVersions, {
      updated: 'Metric web.http has been successfully updated.',
      warning: 'Metric web.tls was not updated.',
      deleted: 'Metric web.gone has been deleted.',
    })
    .answer(resourceEndpoints(packages).list, [record])
  showPage('/ui/administration/packages/web-2.0.0/update')
  expect(await screen.findByRole('heading', { level: 1, name: 'Update metrics web-2.0.0' })).toBeVisible()
  expect(await screen.findByText('1 metric will be updated')).toBeVisible()
  expect(screen.getByText('1 metric will be deleted')).toBeVisible()
  expect(screen.getByText('2 other tenants need version 1.4.0 from base (Rocky 9).')).toBeVisible()
  expect(screen.getByText(/^CentOS 7 has no web 2\.0\.0/)).toBeVisible()
  const [, gone, moved] = screen.getAllByRole('row')
  expect(gone).toHaveTextContent(
    'web.gonehttp-probe (1.4.0)will be deletedIts probe is not part of this version.noneCORE',
  )
  expect(moved).toHaveTextContent('is called web.https then')
  expect(moved).toHaveTextContent('timeout: 99 is kept (template: 60)interval: 5 → 10')
  await userEvent.click(screen.getByRole('button', { name: 'Update metrics' }))
  const question = within(await screen.findByRole('dialog', { name: 'Update metrics' }))
  expect(question.getByText(moves.deleted)).toBeVisible()
  expect(question.getByText('ARE YOU SURE you want to update metrics?')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Update metrics' }))
  expect(await screen.findByText('Metric web.http has been successfully updated.')).toBeVisible()
  const warning = within(await screen.findByRole('dialog', { name: 'Warning' }))
  expect(warning.getByText('Metric web.tls was not updated.')).toBeVisible()
  expect(warning.getByText('Metric web.gone has been deleted.')).toBeVisible()
  expect(server.callsOf(updateMetricsVersions)[0]?.headers.get('if-preview-match')).toBe('digest')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/administration/packages'))
})

test('if metrics have changed meanwhile, the preview is shown again, and nothing is changed', async () => {
  serverFor(admin)
    .answer(resourceEndpoints(packages).get, record, '"1"')
    .answer(packageVersions, [record])
    .answer(previewMetricsVersions, moves)
    .refuse(updateMetricsVersions, 'stale_version')
  showPage('/ui/administration/packages/web-2.0.0/update')
  await userEvent.click(await screen.findByRole('button', { name: 'Update metrics' }))
  const question = within(await screen.findByRole('dialog', { name: 'Update metrics' }))
  await userEvent.click(question.getByRole('button', { name: 'Update metrics' }))
  expect(await screen.findByText(/The effects have changed/)).toBeVisible()
  expect(window.location.pathname).toBe('/ui/administration/packages/web-2.0.0/update')
})

const offered = [
  {
    name: 'web.tls',
    mtype: 'Active' as const,
    tags: [],
    description: '',
    probeversion: 'http-probe (1.4.0)',
    newest: 'http-probe (2.0.0)',
    outcome: 'warning' as const,
  },
  {
    name: 'web.new',
    mtype: 'Active' as const,
    tags: [],
    description: '',
    probeversion: '',
    newest: 'http-probe (2.0.0)',
    outcome: 'unavailable' as const,
  },
]

test('templates are imported after a preview with their versions', async () => {
  const server = serverFor(admin)
    .answer(importableMetrics, offered)
    .preview(importMetrics, {
      preview: 'p',
      changes: [affected(null, aMetric({ name: 'web.tls' }))],
      notices: { warning: 'Metric web.http will be missing in metrics: web.tls.' },
    })
    .answer(importMetrics, { warn: 'web.tls has been imported with older probe version.' })
  showPage('/ui/metrics/add')
  expect(await screen.findByRole('heading', { level: 1, name: 'Import metrics' })).toBeVisible()
  const row = await screen.findByRole('row', { name: /web\.tls/ })
  expect(row).toHaveTextContent('version in use')
  expect(screen.getByRole('row', { name: /web\.new/ })).toHaveTextContent('not available')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 metrics' }))
  const question = within(await screen.findByRole('dialog', { name: 'Import metrics' }))
  expect(question.getByRole('row', { name: 'web.tls http-probe (1.4.0) NORDIC' })).toBeVisible()
  expect(question.getByText(/^Not imported, because .* do not have them: 1 metric template \(web\.new\)/)).toBeVisible()
  expect(question.getByText('Metric web.http will be missing in metrics: web.tls.')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Import 1 metric' }))
  expect(await screen.findByText('web.tls has been imported with older probe version.')).toBeVisible()
  expect(server.callsOf(importMetrics)[0]?.body).toEqual({ metrictemplates: ['web.new', 'web.tls'] })
})

/** Adds what the dialog is about to a new request, and returns the writes that were sent. */
async function addedToRequest(server: ReturnType<typeof serverFor>, dialogTitle: string) {
  server.answer(listChangeRequests, []).hold(addChangeRequest)
  const question = within(await screen.findByRole('dialog', { name: dialogTitle }))
  await userEvent.click(question.getByRole('button', { name: 'Add to change request' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to change request' }))
  await userEvent.type(await dialog.findByLabelText(/^Title/), 'Later')
  await userEvent.click(dialog.getByRole('button', { name: 'Add to change request' }))
  await waitFor(() => expect(server.callsOf(addChangeRequest)).toHaveLength(1))
  return server.callsOf(addChangeRequest)[0]?.body
}

test('a move of metrics is added to a change request, the only way if a rule says so', async () => {
  const rule = { kinds: ['metric'], approvals: 1, bypass: false }
  const session = { ...sessionOf(admin), active: true, change_rule: rule }
  const server = serverFor(admin)
    .answer(sessionActive, session as AnswerOf<typeof sessionActive>)
    .answer(resourceEndpoints(packages).get, record, '"1"')
    .answer(packageVersions, [record])
    .answer(previewMetricsVersions, moves)
  showPage('/ui/administration/packages/web-2.0.0/update')
  await userEvent.click(await screen.findByRole('button', { name: 'Update metrics' }))
  const question = within(await screen.findByRole('dialog', { name: 'Update metrics' }))
  expect(question.getByText(/metrics are changed by change requests only/)).toBeVisible()
  expect(question.getByRole('button', { name: 'Update metrics' })).toBeDisabled()
  const input = { name: 'web', version: '2.0.0' }
  expect(await addedToRequest(server, 'Update metrics')).toMatchObject({
    writes: [{ kind: 'metric', operation: 'move', input }],
  })
})

describe('where a rule closes metrics, superusers give a reason', () => {
  const bypassed = () => {
    const rule = { kinds: ['metric'], approvals: 1, bypass: true }
    const session = { ...sessionOf(admin), active: true, change_rule: rule }
    return serverFor(admin).answer(sessionActive, session as AnswerOf<typeof sessionActive>)
  }
  /** Gives the reason in this dialog, whose button this is. */
  async function giveReason(title: string, button: string) {
    const question = within(await screen.findByRole('dialog', { name: title }))
    expect(question.getByText(/As a superuser, you may save with a reason/)).toBeVisible()
    expect(question.getByRole('button', { name: button })).toBeDisabled()
    await userEvent.type(question.getByLabelText('Reason for saving without a change request'), 'It burns')
    await userEvent.click(question.getByRole('button', { name: button }))
  }
  const sent = { past_rule: 'true', remark: 'It burns' }

  test('for a change of several', async () => {
    const server = bypassed()
      .answer(resourceEndpoints(metrics).list, [aMetric()])
      .preview(changeMetrics, {
        preview: 'p',
        changes: [affected(aMetric(), aMetric({ config: [{ key: 'timeout', value: '9' }] }))],
        notices: {},
      })
      .answer(changeMetrics, { info: '1 metric successfully changed.' })
    showPage('/ui/metrics')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
    await userEvent.click(screen.getByRole('button', { name: 'Change 1 metric' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change metrics' }))
    await userEvent.type(dialog.getByLabelText('timeout'), '9')
    await userEvent.click(dialog.getByRole('button', { name: 'Preview changes' }))
    await screen.findByText('Are you sure you want to change metrics?')
    await giveReason('Change metrics', 'Change 1 metric')
    await waitFor(() => expect(server.callsOf(changeMetrics)[0]?.query).toMatchObject(sent))
  })

  test('for an import', async () => {
    const server = bypassed()
      .answer(importableMetrics, offered)
      .preview(importMetrics, { preview: 'p', changes: [affected(null, aMetric({ name: 'web.tls' }))], notices: {} })
      .answer(importMetrics, { imported: 'web.tls has been successfully imported.' })
    showPage('/ui/metrics/add')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import 2 metrics' }))
    await giveReason('Import metrics', 'Import 1 metric')
    await waitFor(() => expect(server.callsOf(importMetrics)[0]?.query).toMatchObject(sent))
  })

  test('for a move to another version of a package', async () => {
    const server = bypassed()
      .answer(resourceEndpoints(packages).get, record, '"1"')
      .answer(packageVersions, [record])
      .answer(previewMetricsVersions, moves)
      .answer(updateMetricsVersions, { updated: 'Metric web.http has been successfully updated.' })
      .answer(resourceEndpoints(packages).list, [record])
    showPage('/ui/administration/packages/web-2.0.0/update')
    await userEvent.click(await screen.findByRole('button', { name: 'Update metrics' }))
    await giveReason('Update metrics', 'Update metrics')
    await waitFor(() => expect(server.callsOf(updateMetricsVersions)[0]?.query).toMatchObject(sent))
  })
})

test('each template that can be imported is a write of a change request', async () => {
  const server = serverFor(admin)
    .answer(importableMetrics, offered)
    .preview(importMetrics, { preview: 'p', changes: [affected(null, aMetric({ name: 'web.tls' }))], notices: {} })
  showPage('/ui/metrics/add')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }))
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 metrics' }))
  expect(await addedToRequest(server, 'Import metrics')).toMatchObject({
    writes: [{ kind: 'metric', operation: 'import', input: { metrictemplates: ['web.tls'] } }],
  })
})

test('users who are not administrators are told that only administrators import', async () => {
  serverFor(member)
  showPage('/ui/metrics/add')
  expect(await screen.findByText('You do not have permission to import metrics.')).toBeVisible()
})
