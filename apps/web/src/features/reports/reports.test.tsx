import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { requiredStates } from '@quatrain/contract/reports/readiness.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { type Report, reports } from '@quatrain/contract/resources/report.ts'
import {
  type ChosenEntities,
  type ReportOptions,
  reportNames,
  reportOptions,
  unmatchedReportNames,
} from '@quatrain/contract/resources/report-options.ts'
import { previewReportScope, type ReportScopePreview } from '@quatrain/contract/resources/report-scope.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { aProfile, confirm, api as metricProfileApi, rowOf } from '#test/profiles.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(reports)

const daily: Report = {
  apiid: '5d1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a22',
  name: 'daily',
  groupname: 'ops',
  description: 'Core services',
  disabled: false,
  metric_profile: 'CORE',
  aggregation_profile: 'core',
  operations_profile: 'ops',
  thresholds_profile: '',
  other_profiles: [{ type: 'weights', id: 'w1', name: 'cores' }],
  topology_types: ['NGI', 'SITES'],
  filter_tags: [
    { name: 'certification', value: 'Certified', context: 'argo.group.filter.tags' },
    { name: 'monitored', value: '1', context: 'argo.group.filter.tags' },
    { name: 'lost', value: 'x', context: 'argo.group.filter.tags.array' },
    { name: 'hostname', value: 'h.example.org', context: 'argo.endpoint.filter.fields' },
    { name: 'group', value: 'NGI_A', context: 'argo.group.filter.fields' },
    { name: 'service', value: 'webdav', context: 'argo.endpoint.filter.fields' },
  ],
  availability: 80,
  reliability: 85,
  uptime: 0.8,
  unknown: 0.1,
  downtime: 0.1,
  computes_ar: true,
  computes_status: true,
  trends: ['flapping', 'behaviors'],
  weight: 'hepspec',
}
const row = { ...daily, changed_at: '2026-07-01T08:00:00.000Z' }

const ofGroup = (...names: string[]) => {
  const user = aMember()
  return { ...user, groups: { ...user.groups, reports: names } }
}
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }
const status = { message: 'Success', code: '200' }
const data = <Item,>(...items: Item[]) => ({ status, data: items })

const listScope = (covered: number, gained = 0, lost = 0) => ({ total: 40, covered, gained, lost, sample: [] })
const previewOf = (covered: number, more: object = {}): ReportScopePreview => ({
  state: 'previewed',
  isCompared: true,
  scope: { groups: listScope(3), endpoints: listScope(covered), services: ['webdav'], filters: [], ...more },
})

const tag = (name: string, values: string[], isFlag = false) => ({ name, values, isFlag, isComplete: true })
const topology: ReportOptions = {
  isEmpty: false,
  tags: {
    group: {
      tags: [tag('certification', ['Candidate', 'Certified']), tag('monitored', ['yes', 'no'], true)],
      extensions: [tag('Queue', ['long', 'short'])],
    },
    endpoint: { tags: [tag('production', ['yes', 'no'], true)], extensions: [] },
  },
}

/** The values that match nothing: those that are neither a pattern nor a name of the topology type. */
function unmatchedOf({ topology_type, group, endpoint }: ChosenEntities) {
  const names = { Sites: ['NGI_A', 'NGI_B', 'webdav'], ServiceGroups: ['OPEN'] }[topology_type]
  const unmatched = (values: readonly string[]) =>
    values.filter((value) => !value.endsWith('*') && !names.includes(value.replace('~', '')))
  const inCard = ({ first, second }: ChosenEntities['group']) => ({
    first: unmatched(first),
    second: unmatched(second),
  })
  return { group: inCard(group), endpoint: inCard(endpoint) }
}

const serverWith = (report = daily, user = ofGroup('ops')) =>
  aServer(user)
    .answer(api.list, [row])
    .answer(api.get, report, '"3"')
    .answer(metricProfileApi.list, [])
    .answer(resourceEndpoints(aggregationProfiles).list, [])
    .answer(resourceEndpoints(thresholdsProfiles).list, [])
    .answer(gatewayOperationsProfiles, data())
    .answer(previewReportScope, previewOf(12))
    .answer(reportOptions, topology)
    .answer(reportNames, { names: ['NGI_B'] })
    .answerBy(unmatchedReportNames, ({ body }) => unmatchedOf(unmatchedReportNames.body.parse(body)))

const groups = () => within(screen.getByRole('region', { name: 'Group of groups' }))
const endpoints = () => within(screen.getByRole('region', { name: 'Group of endpoints' }))
const button = (name: string) => screen.getByRole('button', { name })
const open = async (path = '/ui/reports/daily') => {
  showPage(path)
  await screen.findByRole('region', { name: 'Topology configuration' })
}

test('the list shows state, topology, profiles and group', async () => {
  serverWith().answer(api.list, [{ ...row, disabled: true }])
  showPage('/ui/reports')
  expect(await screen.findByRole('link', { name: 'daily' })).toHaveAttribute('href', '/ui/reports/daily')
  const cells = within(screen.getByRole('table')).getAllByRole('row').at(-1)
  for (const text of ['Disabled', 'Sites', 'CORE', 'core', 'Core services']) expect(cells).toHaveTextContent(text)
})

test('a new report requires its fields; the cards appear with the topology type', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, daily)
  await open('/ui/reports/add')
  expect(screen.queryByRole('region', { name: 'Group of groups' })).not.toBeInTheDocument()
  await userEvent.click(button('Save'))
  // Name, group, three profiles, topology type, five thresholds.
  expect(await screen.findAllByText('Required')).toHaveLength(11)

  await userEvent.type(screen.getByLabelText('Name'), 'daily')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  for (const [label, name] of [
    ['Metric profile', 'CORE'],
    ['Aggregation profile', 'core'],
    ['Operations profile', 'ops'],
  ] as const) {
    await userEvent.type(screen.getByLabelText(label), `${name}{Escape}`)
  }
  await userEvent.selectOptions(screen.getByLabelText('Topology type'), 'Sites')
  for (const label of ['Availability', 'Reliability', 'Uptime', 'Unknown', 'Downtime']) {
    await userEvent.type(screen.getByLabelText(label), '80')
  }
  await userEvent.clear(screen.getByLabelText('Downtime'))
  await userEvent.type(screen.getByLabelText('Downtime'), '1,5')
  expect(await screen.findByText('Must be a number')).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Downtime'))
  await userEvent.type(screen.getByLabelText('Downtime'), '10')

  await userEvent.click(groups().getByRole('button', { name: 'Add new tag' }))
  await userEvent.type(groups().getByLabelText('Name of tag 1'), 'monitored{Escape}')
  await userEvent.selectOptions(groups().getByLabelText('Value of tag 1'), 'no')
  await userEvent.click(groups().getByRole('button', { name: 'Add new extension' }))
  await userEvent.type(groups().getByLabelText('Name of extension 1'), 'Queue{Escape}')
  await userEvent.type(groups().getByLabelText('Values of extension 1'), 'short{Enter}')
  await userEvent.type(endpoints().getByLabelText('Service types'), 'webdav{Enter}')
  await userEvent.click(button('Save'))
  await confirm('Add report')
  expect(await screen.findByText('Report successfully added')).toBeVisible()
  expect(server.callsOf(api.add).at(-1)?.body).toMatchObject({
    topology_types: ['NGI', 'SITES'],
    downtime: 10,
    filter_tags: [
      { name: 'monitored', value: '0', context: 'argo.group.filter.tags' },
      { name: 'info_ext_Queue', value: 'short', context: 'argo.group.filter.tags.array' },
      { name: 'service', value: 'webdav', context: 'argo.endpoint.filter.fields' },
    ],
  })
})

test('a change of the description sends everything else as it is stored', async () => {
  const server = serverWith().preview(api.change, nothingElse).answer(api.change, daily)
  await open()
  expect(screen.getByRole('region', { name: 'Kept as stored' })).toHaveTextContent('hostname = h.example.org')
  expect(screen.getByRole('region', { name: 'Kept as stored' })).toHaveTextContent('weights: cores')
  expect(screen.getByLabelText('behaviors')).toBeChecked()
  expect(await screen.findByText('Not in the topology')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Description (optional)'), '!')
  await userEvent.click(button('Save'))
  await confirm('Change report')
  await waitFor(() =>
    expect(server.callsOf(api.change).at(-1)?.body).toEqual({ ...daily, description: 'Core services!' }),
  )
})

test('values are compared with the topology and with each other', async () => {
  serverWith()
  await open()
  await screen.findByText('Not in the topology')
  const ngis = () => groups().getByLabelText('NGIs')
  await userEvent.type(ngis(), 'NOPE{Enter}')
  await userEvent.tab()
  expect(await groups().findByText('Value not matching predefined values')).toBeVisible()
  await userEvent.click(groups().getByRole('button', { name: 'Remove NOPE' }))
  await userEvent.type(ngis(), 'NGI_*{Enter}')
  expect(await groups().findByText('Duplicate values')).toBeVisible()
  await userEvent.click(groups().getByRole('button', { name: 'Remove NGI_*' }))
  await userEvent.type(ngis(), '~NGI_A{Enter}')
  expect(await groups().findByText('You cannot select negated value')).toBeVisible()
  expect(groups().getByText(/a value with ~ stands beside others/)).toBeVisible()
})

test('a change of the topology type asks about the entities, and can be undone', async () => {
  serverWith()
  await open()
  await userEvent.selectOptions(await screen.findByLabelText('Topology type'), 'ServiceGroups')
  expect(groups().getByLabelText('Projects')).toBeVisible()
  expect(await groups().findByText('Value not matching predefined values')).toBeVisible()
  await userEvent.click(button('Clear entities'))
  expect(screen.queryByText('Value not matching predefined values')).not.toBeInTheDocument()
  expect(screen.queryByText(/NGI_A/)).not.toBeInTheDocument()
  await userEvent.click(button('Undo the change of type'))
  expect(groups().getByText('NGI_A')).toBeVisible()
  expect(screen.getByLabelText('Topology type')).toHaveValue('Sites')
})

test('profiles that do not fit together are named, with links', async () => {
  const core = {
    apiid: daily.apiid,
    name: 'core',
    groupname: 'ops',
    description: '',
    endpoint_group: 'servicegroups',
    metric_operation: 'AND',
    profile_operation: 'AND',
    metric_profile: 'OLD',
    groups: [{ name: 'g', operation: 'OR', services: [{ name: 'ftp', operation: 'OR' }] }],
  }
  const aggregations = resourceEndpoints(aggregationProfiles)
  serverWith()
    .answer(metricProfileApi.list, [rowOf(aProfile())])
    .answer(metricProfileApi.get, aProfile(), '"1"')
    .answer(aggregations.list, [core])
    .answer(aggregations.get, core, '"1"')
  await open()
  const finding = await screen.findByText(/^The aggregation profile is made for another metric profile: OLD/)
  expect(within(finding).getByRole('link', { name: 'core' })).toHaveAttribute('href', '/ui/aggregationprofiles/core')
  expect(screen.getByText(/^The endpoint group of the aggregation profile does not fit/)).toBeVisible()
  expect(screen.getByText(/^Service types of covered endpoints that are in no group.*: webdav/)).toBeVisible()
})

test.each([
  ['the form', ofGroup('ops')],
  ['the read-only page', ofGroup('others')],
])('%s says whether a report can be computed', async (where, user) => {
  const core = {
    apiid: daily.apiid,
    name: 'core',
    groupname: 'ops',
    description: '',
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'AND',
    metric_profile: 'CORE',
    groups: [{ name: 'g', operation: 'OR', services: [{ name: 'webdav', operation: 'OR' }] }],
  }
  const ops = {
    id: daily.apiid,
    date: '2026-07-01',
    name: 'ops',
    available_states: [...requiredStates],
    operations: [],
    defaults: { down: 'DOWNTIME', missing: 'MISSING', unknown: 'UNKNOWN' },
  }
  const aggregations = resourceEndpoints(aggregationProfiles)
  const metric = { ...aProfile(), services: [{ service: 'webdav', metric: 'http' }] }
  const server = serverWith(daily, user)
    .answer(metricProfileApi.list, [rowOf(metric)])
    .answer(metricProfileApi.get, metric, '"1"')
    .answer(aggregations.list, [core])
    .answer(aggregations.get, core, '"1"')
    .answer(gatewayOperationsProfiles, data(ops))
  const readiness = () => within(screen.getByRole('region', { name: 'Readiness' }))
  await open()
  expect(await readiness().findByText(/^This report can be computed/)).toBeVisible()
  if (where !== 'the form') return
  await userEvent.clear(screen.getByLabelText('Operations profile'))
  expect(readiness().getByText(/^Choose the metric, aggregation and operations profile/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Operations profile'), 'ops 2{Escape}')
  expect(
    readiness().getByText(
      'There is no operations profile “ops 2”, so it is unknown whether this report can be computed.',
    ),
  ).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Operations profile'))
  await userEvent.type(screen.getByLabelText('Operations profile'), 'ops{Escape}')
  server.answer(previewReportScope, previewOf(12, { services: ['ftp', 'webdav'] }))
  await userEvent.type(groups().getByLabelText('NGIs'), 'NGI_B{Enter}')
  expect(await readiness().findByText(/^Service types of covered endpoints.*: ftp/)).toBeVisible()

  server.answer(previewReportScope, { state: 'no topology' })
  await userEvent.type(groups().getByLabelText('NGIs'), 'NGI_C{Enter}')
  expect(await readiness().findByText(/^The profiles fit together\./)).toBeVisible()
})

test('the readiness of a report whose profiles were deleted elsewhere names them beside what else is known', async () => {
  const metric = { ...aProfile(), services: [{ service: 'webdav', metric: 'http' }] }
  serverWith({ ...daily, thresholds_profile: 'usual' }, ofGroup('others'))
    .answer(metricProfileApi.list, [rowOf(metric)])
    .answer(metricProfileApi.get, metric, '"1"')
  await open()
  const readiness = within(screen.getByRole('region', { name: 'Readiness' }))
  expect(
    await readiness.findByText(
      'There is no aggregation profile “core” and no operations profile “ops” and no thresholds profile “usual”, so it is unknown whether this report can be computed.',
    ),
  ).toBeVisible()
  expect(readiness.queryByText(/^Checking/)).toBeNull()
})

test('without a topology every value is accepted', async () => {
  const server = serverWith()
    .refuse(reportOptions, 'upstream_failed', { detail: 'The Web API is away.' })
    .preview(api.change, nothingElse)
    .answer(api.change, daily)
  await open()
  expect(await screen.findByText(/The topology cannot be read/)).toBeVisible()
  await userEvent.type(groups().getByLabelText('NGIs'), 'ANY{Enter}')
  await userEvent.click(button('Save'))
  await confirm('Change report')
  await waitFor(() =>
    expect(server.callsOf(api.change).at(-1)?.body).toMatchObject({
      filter_tags: expect.arrayContaining([{ name: 'group', value: 'ANY', context: 'argo.group.filter.fields' }]),
    }),
  )
})

test('names are searched on the server, narrowed by what is chosen', async () => {
  const server = serverWith()
  await open()
  await screen.findByText('Not in the topology')
  expect(server.callsOf(reportNames)).toEqual([])
  await userEvent.click(groups().getByLabelText('Sites'))
  expect(await screen.findByRole('option', { name: 'NGI_B', hidden: true })).toBeInTheDocument()
  server.answer(reportNames, { names: ['SITE-A1'] })
  await userEvent.type(groups().getByLabelText('Sites'), 'e-a')
  await waitFor(() =>
    expect(server.callsOf(reportNames).map(({ body }) => body)).toContainEqual({
      topology_type: 'Sites',
      field: { card: 'group', part: 'second' },
      search: 'e-a',
      group: { first: ['NGI_A'], second: [] },
      endpoint: { first: [], second: ['webdav'] },
    }),
  )
  await userEvent.click(await screen.findByRole('option', { name: 'SITE-A1', hidden: true }))
  expect(groups().getByRole('button', { name: 'Remove SITE-A1' })).toBeInTheDocument()
})

test('values that another choice excludes are refused at once', async () => {
  serverWith().answerBy(unmatchedReportNames, ({ body }) => {
    const { group } = unmatchedReportNames.body.parse(body)
    const second = group.first.includes('NGI_A') ? [] : group.second
    return { group: { first: [], second }, endpoint: { first: [], second: [] } }
  })
  await open()
  await screen.findByText('Not in the topology')
  await userEvent.type(groups().getByLabelText('Sites'), 'SITE-A1{Enter}')
  await userEvent.type(groups().getByLabelText('NGIs'), 'NGI_B{Enter}')
  expect(groups().queryByText('Value not matching predefined values')).toBeNull()
  await userEvent.click(groups().getByRole('button', { name: 'Remove NGI_A' }))
  expect(await groups().findByText('Value not matching predefined values')).toBeVisible()
  expect(groups().getByText('SITE-A1 (no match)')).toBeVisible()
})

test('an extension is suggested with its whole name', async () => {
  serverWith()
  await open()
  await screen.findByText('Not in the topology')
  await userEvent.click(groups().getByRole('button', { name: 'Add new extension' }))
  await userEvent.click(groups().getByLabelText('Name of extension 1'))
  expect(await screen.findByRole('option', { name: /^Queue.*info_ext_Queue$/ })).toBeInTheDocument()
})

test('a save waits until the values are compared with the topology', async () => {
  const server = serverWith().preview(api.change, nothingElse).answer(api.change, daily)
  await open()
  await screen.findByText('Not in the topology')
  const release = server.hold(unmatchedReportNames)
  await userEvent.type(groups().getByLabelText('NGIs'), 'NOPE{Enter}')
  await userEvent.click(button('Save'))
  expect(groups().queryByText('Value not matching predefined values')).toBeNull()
  release()
  expect(await groups().findByText('Value not matching predefined values')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()

  await userEvent.click(groups().getByRole('button', { name: 'Remove NOPE' }))
  server.refuse(unmatchedReportNames, 'upstream_failed')
  await userEvent.type(groups().getByLabelText('NGIs'), 'ANY{Enter}')
  await userEvent.click(button('Save'))
  await confirm('Change report')
  await waitFor(() => expect(JSON.stringify(server.callsOf(api.change).at(-1)?.body)).toContain('ANY'))
})

test('other users read a report without fields', async () => {
  serverWith(daily, ofGroup('others'))
  await open()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add new tag' })).not.toBeInTheDocument()
  expect(
    groups()
      .getByText(/certification/)
      .closest('li'),
  ).toHaveTextContent('certification: Certified')
  expect(endpoints().getByText('webdav')).toBeVisible()
})

test('the public page shows the report without asking for the topology', async () => {
  aServer().answer(api.publicGet, daily)
  showPage('/ui/public_reports/daily')
  expect(await screen.findByText('NGI_A')).toBeVisible()
  expect(screen.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/ui/public_metricprofiles/CORE')
})

const scope = () => within(screen.getByRole('region', { name: 'Scope' }))

test('the scope follows the filters, and an older answer never replaces a newer one', async () => {
  const server = serverWith().answerBy(previewReportScope, ({ body }) =>
    JSON.stringify(body).includes('NGI_B') ? previewOf(0, { groups: listScope(7, 4, 1) }) : previewOf(12),
  )
  await open()
  expect(await scope().findByText('12')).toBeVisible()
  expect(scope().getAllByText('same as stored')).toHaveLength(2)
  const { topology_types, filter_tags } = daily
  expect(server.callsOf(previewReportScope).at(-1)?.body).toEqual({
    name: 'daily',
    topology_types,
    filter_tags,
    search: '',
  })

  const release = server.hold(previewReportScope)
  await userEvent.type(groups().getByLabelText('NGIs'), 'NGI_B{Enter}')
  await waitFor(() => expect(JSON.stringify(server.callsOf(previewReportScope).at(-1)?.body)).toContain('NGI_B'))
  expect(screen.getByRole('region', { name: 'Scope' })).toHaveAttribute('aria-busy', 'true')
  await userEvent.click(groups().getByRole('button', { name: 'Remove NGI_B' }))
  release()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Scope' })).toHaveAttribute('aria-busy', 'false'))
  expect(scope().getByText('12')).toBeVisible()

  await userEvent.type(groups().getByLabelText('NGIs'), 'NGI_B{Enter}')
  expect(await scope().findByText('4 gained')).toBeVisible()
  expect(scope().getByText('1 lost')).toBeVisible()
  expect(scope().getByText('The report covers no endpoint.')).toBeVisible()
})

test('the scope names rows and filters as the form does, and can be searched', async () => {
  const filter = (kind: 'groups' | 'endpoints', list: string, name: string, matching: number) => ({
    kind,
    name,
    matching,
    context: list && `argo.${list}`,
  })
  const row = { hostname: 'h.test', service: 'webdav', group: 'SITE-A1', type: 'SITES', change: 'gained' } as const
  const more = {
    endpoints: { ...listScope(30, 1), sample: [row] },
    filters: [
      filter('groups', 'group.filter.fields', 'group', 1200),
      filter('groups', 'group.filter.tags.array', 'info_ext_Queue', 0),
      filter('endpoints', 'endpoint.filter.fields', 'service', 1),
      filter('endpoints', '', 'type', 30),
    ],
  }
  const server = serverWith().answer(previewReportScope, previewOf(30, more))
  await open()
  expect(await scope().findByText('The report covers every endpoint of its topology type.')).toBeVisible()
  const filters = (list: string) =>
    within(scope().getByRole('list', { name: new RegExp(`^${list} that match each filter`, 'i') }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(filters('groups')).toEqual(['NGIs1,200 groups', 'Queueno groups'])
  expect(filters('endpoints')).toEqual(['Service types1 endpoint', 'Topology type30 endpoints'])
  expect(scope().getByRole('list', { name: 'Endpoints' })).toHaveTextContent('h.test webdav in SITE-A1 gained')
  await userEvent.type(scope().getByLabelText('Search groups and endpoints'), 'h.te{Enter}')
  await waitFor(() => expect(server.callsOf(previewReportScope).at(-1)?.body).toMatchObject({ search: 'h.te' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('without a preview the form works, and says why there is none', async () => {
  const server = serverWith().refuse(previewReportScope, 'upstream_failed', { detail: 'The Web API is away.' })
  await open()
  await userEvent.type(screen.getByLabelText('Description (optional)'), '!')
  expect(await scope().findByText(/The preview of the scope could not be loaded: The Web API is away/)).toBeVisible()
  server.answer(previewReportScope, { state: 'unsupported' })
  await userEvent.click(scope().getByRole('button', { name: 'Try again' }))
  expect(await scope().findByText('This Web API cannot preview what a report covers.')).toBeVisible()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Core services!')
})

test('the read-only page shows the scope, without comparing the report with itself', async () => {
  const server = serverWith(daily, ofGroup('others'))
  await open()
  expect(await scope().findByText('12')).toBeVisible()
  expect(server.callsOf(previewReportScope).at(-1)?.body).not.toHaveProperty('name')
})

test('a clone has all filters of the original, and no name', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, daily)
  await open('/ui/reports/daily/clone')
  const name = screen.getByLabelText('Name')
  expect(name).toHaveValue('')
  await userEvent.type(name, 'weekly')
  await userEvent.click(button('Save'))
  await confirm('Add report')
  const { apiid: _, ...content } = daily
  await waitFor(() => expect(server.callsOf(api.add).at(-1)?.body).toEqual({ ...content, name: 'weekly' }))
})

const jsonFile = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'of.json', { type: 'application/json' })
const importing = async (content: unknown) => {
  await userEvent.upload(screen.getByLabelText('JSON file'), jsonFile(content))
  return within(await screen.findByRole('dialog', { name: 'Import JSON' }))
}

test('an export can be imported into another report; the preview shows the changes, which can be undone', async () => {
  const { apiid: _, ...exported } = { ...daily, name: 'other', groupname: 'foreign', description: 'Imported' }
  const server = serverWith().preview(api.change, nothingElse).answer(api.change, daily)
  await open()
  const filter = { name: 'scope', value: 'a', context: 'argo.unknown' }
  const preview = await importing({ ...exported, availability: 'x', color: 'red', filter_tags: [filter] })
  expect(preview.getByText(/^availability is left out\./)).toBeVisible()
  expect(preview.getByText('Ignored: color.')).toBeVisible()
  const filters = within(preview.getByRole('group', { name: 'filters' }))
  const rows = filters.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows.slice(1)).toContainEqual(['+ added', 'argo.unknown', 'scope', '', 'a'])
  expect(rows.slice(1)).toContainEqual(['− removed', 'Group of groups: tag', 'certification', '', 'Certified'])
  expect(rows.slice(1)).toContainEqual(['− removed', 'Group of endpoints: entity', 'service', 'webdav', ''])
  await userEvent.click(preview.getByRole('button', { name: 'Apply to form' }))
  expect(screen.getByLabelText(/^Description/)).toHaveValue('Imported')
  await userEvent.click(button('Undo import'))
  expect(screen.getByLabelText(/^Description/)).toHaveValue('Core services')

  const again = await importing({ ...exported, filter_tags: [filter] })
  await userEvent.click(again.getByRole('button', { name: 'Apply to form' }))
  await userEvent.click(button('Save'))
  await confirm('Change report')
  // The name and the group of the form stay.
  const sent = { ...daily, description: 'Imported', filter_tags: [filter] }
  await waitFor(() => expect(server.callsOf(api.change).at(-1)?.body).toEqual(sent))
})

test.each([
  ['[]', 'The file does not contain an object with the fields of a report.'],
  ['{"color": "red"}', 'The file contains no field of a report.'],
  ['{"name":', 'Line 1, column 9'],
])('a file that is no report changes nothing: %s', async (content, why) => {
  serverWith()
  await open()
  const preview = await importing(content)
  expect(preview.getByText(new RegExp(why))).toBeVisible()
  expect(preview.getByRole('button', { name: 'Apply to form' })).toBeDisabled()
})
