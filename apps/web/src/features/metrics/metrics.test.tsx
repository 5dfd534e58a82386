import { dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { home } from '@quatrain/contract/console/home.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { newerPackages } from '@quatrain/contract/resources/metric-moves.ts'
import { metricNames, publicMetricNames } from '@quatrain/contract/resources/metric-names.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { emptyHome } from '#test/empty-home.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(metrics)

const aMetric = (changes: Partial<Metric> = {}): Metric => ({
  id: 1,
  name: 'web.http',
  mtype: 'Active',
  tags: ['ams publisher', 'internal'],
  profiles: ['CORE', 'EDGE'],
  probeversion: 'http-probe (1.4.0)',
  group: 'NORDIC',
  description: 'The front page answers',
  parent: 'web.tls',
  probeexecutable: 'check_http',
  config: [
    { key: 'timeout', value: '30' },
    { key: 'interval', value: '5' },
  ],
  attribute: [],
  dependancy: [],
  flags: [{ key: 'OBSESS', value: '1' }],
  parameter: [{ key: '-u', value: '/health' }],
  ...changes,
})

const passive = aMetric({
  id: 2,
  name: 'web.passive',
  mtype: 'Passive',
  tags: [],
  profiles: [],
  probeversion: '',
  group: '',
  parent: 'gone',
  probeexecutable: '',
  config: [],
  flags: [{ key: 'PASSIVE', value: '1' }],
  parameter: [],
})

const named = (...names: readonly string[]) => names.map((name) => ({ name }))

const serverWith = (...all: readonly Metric[]) =>
  aServer(aMember('ops'))
    .answer(api.list, [...all])
    .answer(metricNames, named('web.http', 'web.passive', 'web.tls'))
    .answer(dependentsOf, [])
    .answer(newerPackages, [])

const rows = () => screen.getAllByRole('row').slice(2)

test('the list shows the probe, group and profiles of each metric', async () => {
  serverWith(aMetric(), passive)
  showPage('/ui/metrics')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select metric for details' })).toBeVisible()
  expect(await screen.findByText('2 metrics')).toBeVisible()
  const [active, other] = rows()
  expect(active).toHaveTextContent(/^1web\.httphttp-probe \(1\.4\.0\)ActiveNORDICinternal ams publisher CORE EDGE/)
  expect(other).toHaveTextContent('2web.passivePassivenonenone')
  expect(screen.getByRole('link', { name: 'web.http' })).toHaveAttribute('href', '/ui/metrics/web.http')
  expect(screen.getByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/probes/http-probe/history/1.4.0',
  )
  expect(screen.getByRole('heading', { level: 1 }).parentElement).not.toHaveTextContent('Add')
})

test('a filter by choice matches exactly, also among several tags and profiles', async () => {
  serverWith(aMetric(), aMetric({ id: 3, name: 'ams.check', tags: ['ams'], profiles: ['CORE'] }), passive)
  showPage('/ui/metrics')
  await screen.findByText('3 metrics')
  await userEvent.selectOptions(screen.getByLabelText('Filter by tag'), 'ams')
  expect(await screen.findByText('1 of 3 metrics')).toBeVisible()
  expect(screen.getByRole('link', { name: 'ams.check' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await userEvent.selectOptions(screen.getByLabelText('Filter by metric profile'), 'EDGE')
  expect(await screen.findByRole('link', { name: 'web.http' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?profiles=EDGE'))
  expect(screen.getByText('1 of 3 metrics')).toBeVisible()
})

test('an empty list explains where metrics come from, and has no Add button', async () => {
  serverWith()
  showPage('/ui/metrics')
  expect(await screen.findByText('No metrics')).toBeVisible()
  expect(screen.getByText(/Metrics come with the metric profiles that name them/)).toBeVisible()
  expect(screen.queryByText('Add')).not.toBeInTheDocument()
})

test('a list that cannot be loaded says why, and can be loaded again', async () => {
  const server = serverWith().refuse(api.list, 'internal', { detail: 'Internal server error' })
  showPage('/ui/metrics')
  expect(await screen.findByRole('heading', { name: 'Internal server error' })).toBeVisible()
  expect(screen.getByText('Request request-1')).toBeVisible()
  server.answer(api.list, [aMetric()])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 metric')).toBeVisible()
})

test('a metric is shown as text, with links to related objects', async () => {
  serverWith().answer(api.get, aMetric({ profiles: ['A / B'] }))
  showPage('/ui/metrics/web.http')
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric details web.http' })).toBeVisible()
  const config = within(screen.getByRole('table', { name: 'Config' }))
  expect(config.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'KeyValue',
    'timeout30',
    'interval5',
  ])
  expect(screen.getByRole('link', { name: 'A / B' })).toHaveAttribute('href', '/ui/metricprofiles/A%20%2F%20B')
  expect(await screen.findByRole('link', { name: 'web.tls' })).toHaveAttribute('href', '/ui/metrics/web.tls')
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute('href', '/ui/metrics/web.http/history')
  expect(screen.getByText(/This is a read-only instance/)).toBeVisible()
  expect(screen.getByText(/Changes require membership in the group/)).toHaveTextContent('NORDIC')
  expect(screen.queryByText('Dependency')).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a dependency is shown if there is one', async () => {
  serverWith().answer(api.get, aMetric({ dependancy: [{ key: 'web.tls', value: '0' }] }))
  showPage('/ui/metrics/web.http')
  expect(await screen.findByRole('table', { name: 'Dependency' })).toBeVisible()
})

test('of a passive metric only flags and parent are shown; a missing parent is no link', async () => {
  const server = serverWith().answer(api.get, passive)
  showPage('/ui/metrics/web.passive')
  expect(await screen.findByRole('rowheader', { name: 'PASSIVE' })).toBeVisible()
  for (const title of ['Probe executable', 'Config', 'Attributes', 'Parameter']) {
    expect(screen.queryByText(title), title).not.toBeInTheDocument()
  }
  await waitFor(() => expect(server.callsOf(metricNames)).not.toHaveLength(0))
  expect(screen.getByText('gone')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'gone' })).not.toBeInTheDocument()
})

test('a missing metric is not found', async () => {
  serverWith().refuse(api.get, 'not_found')
  showPage('/ui/metrics/no.such')
  expect(await screen.findByText('There is no metric named no.such.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to all metrics' })).toHaveAttribute('href', '/ui/metrics')
})

test('public pages link to public pages, and to no history', async () => {
  aServer()
    .answer(api.publicList, [aMetric()])
    .answer(api.publicGet, aMetric())
    .answer(publicMetricNames, named('web.tls'))
  showPage('/ui/public_metrics')
  await userEvent.click(await screen.findByRole('link', { name: 'web.http' }))
  expect(window.location.pathname).toBe('/ui/public_metrics/web.http')
  expect(await screen.findByRole('link', { name: 'web.tls' })).toHaveAttribute('href', '/ui/public_metrics/web.tls')
  expect(screen.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/ui/public_metricprofiles/CORE')
  expect(screen.getByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/public_probes/http-probe/history/1.4.0',
  )
  expect(screen.queryByText('History')).not.toBeInTheDocument()
  expect(screen.queryByText(/read-only instance/)).not.toBeInTheDocument()
})

const aVersion = (id: number, { id: _, profiles: __, ...fields }: Metric) => ({
  id,
  version: String(id),
  object_repr: fields.name,
  date_created: `2026-01-0${id}T10:00:00Z`,
  user: 'ada',
  comment: id === 1 ? 'Initial version.' : 'Changed config field "timeout".',
  remark: '',
  fields,
})

test('versions are compared by their differences, including tags and type, and read one by one', async () => {
  const before = aMetric({ tags: ['internal', 'web'], config: [{ key: 'timeout', value: '60' }], mtype: 'Passive' })
  const after = aMetric({ config: [{ key: 'timeout', value: '30' }] })
  serverWith().versions(metrics, [aVersion(2, after), aVersion(1, before)])
  showPage('/ui/metrics/web.http/history')
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  const config = within(await screen.findByRole('region', { name: 'config' }))
  expect(config.getByText('1 changed')).toBeVisible()
  expect(config.getByRole('row', { name: '≠ changed timeout 60 → 30' })).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'tags' })).getByText('1 removed, 1 added')).toBeVisible()
  expect(screen.getByRole('region', { name: 'type' })).toHaveTextContent('Passive')
  expect(screen.queryByRole('region', { name: 'parameter' })).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('link', { name: 'Version 1' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric version 1 web.http' })).toBeVisible()
  expect(screen.getByText(/^As saved by ada/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Compare with now' })).toHaveAttribute(
    'href',
    '/ui/metrics/web.http/history/compare/2/1',
  )
})

test('the last opened metric is listed on the home page', async () => {
  serverWith().answer(api.get, aMetric()).answer(home, emptyHome)
  showPage('/ui/metrics/web.http')
  await screen.findByRole('heading', { level: 1, name: 'Metric details web.http' })
  await userEvent.click(screen.getByRole('link', { name: 'Home' }))
  const last = within(await screen.findByRole('region', { name: 'Opened last' }))
  expect(last.getByRole('link', { name: 'web.http' })).toHaveAttribute('href', '/ui/metrics/web.http')
})

const probeVersion = {
  id: 9,
  version: '1.4.0',
  object_repr: 'http-probe (1.4.0)',
  date_created: '2026-01-01T00:00:00Z',
  fields: {
    name: 'http-probe',
    version: '1.4.0',
    package: 'web-probes (1.4.0)',
    description: 'Asks web servers.',
    comment: '',
    repository: 'https://example.org/source',
    docurl: 'https://example.org/manual',
  },
}

test.each(['/ui/metrics/web.http', '/ui/public_metrics/web.http'])(
  '%s names the package of the probe, and its state',
  async (address) => {
    const version = { ...probeVersion, user: 'admin', comment: '', remark: '' }
    serverWith(aMetric())
      .answer(api.get, aMetric(), '"1"')
      .answer(api.publicGet, aMetric())
      .versions(probes, [version])
      .publishedVersions(probes, [probeVersion])
    showPage(address)
    const probe = within(await screen.findByRole('region', { name: 'Probe metadata' }))
    expect(probe.getByText('web-probes (1.4.0)')).toBeVisible()
    expect(probe.getByText('Asks web servers.')).toBeVisible()
    expect(probe.getByRole('link', { name: /source/ })).toHaveAttribute('href', 'https://example.org/source')
    expect(probe.getByRole('link', { name: /manual/ })).toHaveAttribute('href', 'https://example.org/manual')
  },
)

test('what refers to a metric is listed', async () => {
  serverWith()
    .answer(api.get, aMetric())
    .answer(dependentsOf, [
      { kind: 'groupofmetrics', name: 'ops', field: 'items.*', count: 1 },
      { kind: 'metric', name: 'web.tls', field: 'dependancy.*.key', count: 1 },
      { kind: 'metric', name: 'web.tls', field: 'parent', count: 1 },
      { kind: 'metricoverride', name: 'local', field: 'metric_parameters.*.metric', count: 1 },
      { kind: 'thresholdsprofile', name: 'DAY', field: 'rules.*.metric', count: 2 },
    ])
  showPage('/ui/metrics/web.http')
  const used = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await used.findByRole('link', { name: 'DAY' })).toHaveAttribute('href', '/ui/thresholdsprofiles/DAY')
  expect(used.getByText('2 rules')).toBeVisible()
  const override = used.getByRole('link', { name: 'local' })
  expect(override).toHaveAttribute('href', '/ui/administration/metricoverrides/local')
  expect(used.getByText('1 parameter')).toBeVisible()
  expect(used.getByRole('link', { name: 'web.tls' })).toHaveAttribute('href', '/ui/metrics/web.tls')
  expect(used.getByText('depends on it, has it as parent')).toBeVisible()
  expect(used.queryByText('ops')).toBeNull()
})
