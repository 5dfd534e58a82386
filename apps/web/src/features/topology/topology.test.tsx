import {
  allTopologyEndpoints,
  type TopologyEndpoint,
  topologyCoverage,
  topologyCoveredEndpoints,
  topologyEndpointDifferences,
  topologyEndpoints,
  topologyGroups,
  topologyHost,
  topologyLeftOut,
} from '@quatrain/contract/reports/topology.ts'
import { type CheckOnHost, checksOnHost, hostsOfMetric } from '@quatrain/contract/resources/checks-in-topology.ts'
import type { CommandPart } from '@quatrain/contract/resources/effective-check.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const endpoint = (hostname: string): TopologyEndpoint => ({
  type: 'SITES',
  group: 'QUAY-1',
  service: 'web.portal',
  hostname,
  tags: [
    { name: 'info_ext_PORT', value: '8443' },
    { name: 'monitored', value: '1' },
  ],
})
const group = { type: 'NGI', group: 'NORTH', subgroup: 'QUAY-1', tags: [{ name: 'scope', value: 'core' }] }
const page = { rows: [endpoint('a.test'), endpoint('b.test')], total: 2 }

/** The rows that were left out are read beside the list, before or after it. */
const lastListCall = ({ calls }: ReturnType<typeof aServer>) => calls.findLast(({ path }) => !path.endsWith('/leftout'))

test('endpoints are listed with their tags and extensions; filters and the day are in the address', async () => {
  const server = aServer(aMember()).answer(topologyEndpoints, page)
  showPage('/ui/topology')
  const table = await screen.findByRole('table', { name: 'endpoints' })
  const row = within(await within(table).findByRole('row', { name: /a\.test/ }))
  expect(row.getByText('PORT')).toBeVisible()
  expect(row.getByRole('link', { name: 'a.test' })).toHaveAttribute('href', '/ui/topology/hosts/a.test')
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-11-20' } })
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ date: '2026-11-20', page: '1' }))
  await userEvent.type(await screen.findByLabelText('Filter by tags'), 'monitored:1')
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ date: '2026-11-20', tags: 'monitored:1' }))
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('date')).toBe('2026-11-20'))
  await userEvent.click(screen.getByRole('button', { name: 'Host' }))
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ sort: 'hostname', tags: 'monitored:1' }))
})

test('rows that were left out of a list are named with the reason', async () => {
  const fields = { group: 'QUAY-1', type: 'SITES', service: 'web.portal', hostname: '' }
  aServer(aMember())
    .answer(topologyEndpoints, page)
    .answer(topologyLeftOut, {
      leftOut: { date: '2026-11-20', count: 3, rows: [{ index: 16, problem: 'hostname is required', fields }] },
    })
  showPage('/ui/topology')
  await userEvent.click(await screen.findByText(/^3 rows of the list that was sent for 2026-11-20/))
  expect(screen.getByText(/^Row 17: hostname is required/)).toHaveTextContent('service web.portal, hostname empty')
  expect(screen.getByText('2 more')).toBeVisible()
})

test('all endpoints that match the filters are downloaded', async () => {
  const server = aServer(aMember()).answer(topologyEndpoints, page).answer(allTopologyEndpoints, { rows: page.rows })
  showPage('/ui/topology?group=quay')
  await screen.findByRole('link', { name: 'a.test' })
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByText(/^2 endpoints in /)).toBeVisible()
  expect(lastListCall(server)).toMatchObject({ query: { group: 'quay' } })
})

test('a tenant without a topology, and a list that is too long, say so', async () => {
  aServer(aMember())
    .answer(topologyGroups, { rows: [], total: 0, unlisted: 'missing' })
    .answer(topologyEndpoints, { rows: [], total: 0, unlisted: 'too long' })
  showPage('/ui/topology/groups')
  expect(await screen.findByText('No topology for this day.')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Endpoints' }))
  expect(await screen.findByText('There are too many rows to list them all. Enter a filter.')).toBeVisible()
  expect(screen.getByLabelText('Filter by group')).toBeVisible()
})

test('groups lead to their endpoints', async () => {
  aServer(aMember())
    .answer(topologyGroups, { rows: [group], total: 1 })
    .answer(topologyEndpoints, page)
  showPage('/ui/topology/groups?date=2026-11-20')
  expect(await screen.findByRole('link', { name: 'QUAY-1' })).toHaveAttribute(
    'href',
    '/ui/topology?group=QUAY-1&date=2026-11-20',
  )
})

test('the differences between two days show what was added, removed and changed', async () => {
  const [a, b, c] = [endpoint('a.test'), endpoint('b.test'), endpoint('c.test')]
  const server = aServer(aMember()).answer(topologyEndpointDifferences, {
    rows: [
      { change: 'added', row: a },
      { change: 'removed', row: b },
      { change: 'changed', row: c, tagsBefore: [{ name: 'monitored', value: '0' }, ...c.tags.slice(0, 1)] },
    ],
    total: 3,
    counts: { added: 1, removed: 1, changed: 1 },
  })
  showPage('/ui/topology/changedendpoints?from=2026-11-01&to=2026-11-20')
  const row = within(await screen.findByRole('row', { name: /changed .*c\.test/ }))
  expect(row.getByText('0').tagName).toBe('DEL')
  expect(row.getByText('1').tagName).toBe('INS')
  expect(lastListCall(server)?.query).toMatchObject({ from: '2026-11-01', to: '2026-11-20' })
  await userEvent.selectOptions(screen.getByLabelText('Filter by change'), 'removed')
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ change: 'removed' }))
})

test('a host is shown with its endpoints and groups', async () => {
  aServer(aMember())
    .answer(topologyHost, { endpoints: [endpoint('a.test')], groups: [group] })
    .answer(checksOnHost, { checks: [] })
  showPage('/ui/topology/hosts/a.test')
  const endpoints = within(await screen.findByRole('table', { name: 'Endpoints' }))
  expect(endpoints.getByRole('link', { name: 'web.portal' })).toBeVisible()
  expect(endpoints.getByText('8443', { exact: false })).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Groups' })).getByText('NORTH')).toBeVisible()
})

test('a host that the topology does not have is not found', async () => {
  aServer(aMember()).refuse(topologyHost, 'not_found')
  showPage('/ui/topology/hosts/z.test')
  expect(await screen.findByText('The topology of this day has no host z.test.')).toBeVisible()
  expect(screen.getByLabelText('Day')).toBeVisible()
})

const command: CommandPart[] = [
  {
    kind: 'executable',
    name: 'executable',
    option: '',
    value: '/usr/bin/check',
    openEnds: [],
    replaced: [],
    origin: { kind: 'template', name: '' },
  },
  {
    kind: 'attribute',
    name: 'WEB_PORT',
    option: '-p',
    value: '9443',
    openEnds: [],
    origin: { kind: 'topology', name: 'info_ext_WEB_PORT' },
    replaced: [{ value: '443', origin: { kind: 'default port', name: '' } }],
  },
]

test('a host shows its checks with their commands and the extensions in them', async () => {
  const check: CheckOnHost = { service: 'web.portal', metric: 'web.http', mtype: 'Active', profiles: ['CORE'] }
  aServer(aMember())
    .answer(topologyHost, { endpoints: [endpoint('a.test')], groups: [] })
    .answer(checksOnHost, {
      checks: [
        { ...check, command },
        { ...check, metric: 'web.result', mtype: 'Passive' },
        { ...check, metric: 'web.tls' },
      ],
    })
  showPage('/ui/topology/hosts/a.test')
  const checks = within(await screen.findByRole('table', { name: 'Checks' }))
  const row = within(checks.getByRole('row', { name: /web\.http/ }))
  expect(row.getByText('-p 9443', { exact: false })).toHaveAttribute('data-origin', 'topology')
  expect(row.getByText(/info_ext_WEB_PORT/)).toBeVisible()
  expect(row.getByRole('link', { name: 'CORE' })).toBeVisible()
  expect(checks.getByText('Passive: nothing is run')).toBeVisible()
  expect(checks.getByText('Visible to superusers')).toBeVisible()
})

test('a metric has a list of the hosts on which it runs', async () => {
  const server = aServer(aMember()).answer(hostsOfMetric, {
    mtype: 'Active',
    total: 1,
    rows: [{ hostname: 'a.test', service: 'web.portal', groups: ['QUAY-1'], profiles: ['CORE'], command }],
  })
  showPage('/ui/topology/metrics/web.http')
  expect(await screen.findByText('1 host')).toBeVisible()
  expect(screen.getByRole('link', { name: '/usr/bin/check -p 9443' })).toHaveAttribute(
    'href',
    '/ui/metrics/web.http/preview?host=web.portal__a.test',
  )
  await userEvent.type(screen.getByLabelText('Filter by groups'), 'quay')
  await waitFor(() => expect(lastListCall(server)?.query).toMatchObject({ group: 'quay' }))
})

test('the coverage says in which state the endpoints of each check are, and leads to them', async () => {
  const counts = { unmonitored: 0, unreported: 4, reported: 2 }
  const server = aServer(aMember()).answer(topologyCoverage, {
    groups: ['QUAY-1', 'QUAY-2'],
    endpoints: { ...counts, unmonitored: 3 },
    checks: [
      { service: 'ftp', metric: '', unmonitored: 3, unreported: 0, reported: 0 },
      { service: 'web', metric: 'org.web.http', ...counts },
    ],
  })
  showPage('/ui/topology/coverage')
  expect(await screen.findByText('9 endpoints: 2 in a report, 4 in no report, 3 not monitored.')).toBeVisible()
  const row = within(await screen.findByRole('row', { name: /^web / }))
  expect(row.getByRole('link', { name: '4 endpoints of web org.web.http: in no report' })).toHaveAttribute(
    'href',
    '/ui/topology/coverage/endpoints?type=web&metric=org.web.http&state=unreported&site=',
  )
  expect(within(screen.getByRole('row', { name: /^ftp / })).getByText('no metric')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Group of endpoints'), 'QUAY-2')
  await waitFor(() => expect(lastListCall(server)?.query).toEqual({ group: 'QUAY-2' }))
})

test('the coverage says what to do without a topology', async () => {
  const endpoints = { unmonitored: 0, unreported: 0, reported: 0 }
  aServer(aMember()).answer(topologyCoverage, { unlisted: 'missing', groups: [], endpoints, checks: [] })
  showPage('/ui/topology/coverage')
  expect(await screen.findByText(/^Connectors write it to the Web API/)).toBeVisible()
})

test('the endpoints behind a number of the coverage are those of its check, state and group', async () => {
  const server = aServer(aMember()).answer(topologyCoveredEndpoints, page)
  showPage('/ui/topology/coverage/endpoints?type=web&metric=org.web.http&state=unreported&site=QUAY-1')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Endpoints in no report web org.web.http')
  await screen.findByRole('row', { name: /a\.test/ })
  expect(server.calls.at(-1)?.query).toMatchObject({
    service: 'web',
    metric: 'org.web.http',
    state: 'unreported',
    group: 'QUAY-1',
  })
})
