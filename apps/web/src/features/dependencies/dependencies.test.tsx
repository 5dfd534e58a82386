import { type Dependencies, dependenciesOf } from '@quatrain/contract/console/dependencies.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { configurationReferences } from '@quatrain/contract/resources/references.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hasDependencies } from '#kit/page/WhereUsed.tsx'
import { type ConsoleSection, sections } from '#lib/sections.ts'
import { allPages } from '#test/all-pages.ts'
import { namedSample } from '#test/named-sample.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { verbOf } from './dependency-words.ts'

type Node = Dependencies['nodes'][number]

const node = (kind: string, name: string, steps: number, more: Partial<Node> = {}): Node => ({
  kind,
  name,
  key: name,
  owner: 'tenant',
  group: '',
  exists: true,
  steps,
  ...more,
})

const around: Dependencies = {
  nodes: [
    node('metric', 'web.http', 0, { group: 'ops' }),
    node('probe', 'web-probe (1.0)', -1, { key: 'web-probe', owner: 'catalogue' }),
    node('metricprofile', 'CORE', 1),
    node('report', 'Monthly', 2),
    node('metric', 'gone', -1, { exists: false }),
  ],
  edges: [
    { from: 0, to: 1, field: 'probeversion' },
    { from: 0, to: 4, field: 'parent' },
    { from: 2, to: 0, field: 'metricinstances.*.metric' },
    { from: 3, to: 2, field: 'metric_profile' },
  ],
  road: [0, 2, 3],
  isCut: false,
}

const alone: Dependencies = { ...around, nodes: around.nodes.slice(0, 1), edges: [], road: [] }

const serverWith = (answer: Dependencies) => aServer(aMember()).answer(dependenciesOf, answer)
const address = '/ui/metrics/web.http/dependencies'

test('the list says how objects are related, the drawing has the same objects, and a sentence why they are needed', async () => {
  serverWith(around)
  showPage(address)
  const list = within(await screen.findByRole('table', { name: 'Objects' }))
  const rows = list
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(rows[0]).toBe('web.httpmetric of opsthis object')
  expect(rows).toContain('CORE' + 'metric profile' + 'checks this object' + '1 step after')
  expect(rows).toContain('web-probe (1.0)' + 'probe' + 'this object runs it' + '1 step before')
  expect(rows).toContain('gone (missing)' + 'metric' + 'this object gets its results from it' + '1 step before')
  expect(list.getByRole('link', { name: 'web-probe (1.0)' })).toHaveAttribute('href', '/ui/probes/web-probe')
  expect(list.queryByRole('link', { name: 'gone' })).not.toBeInTheDocument()
  const drawn = within(screen.getByRole('group', { name: 'Graph' })).getAllByRole('button')
  expect(drawn.map((element) => element.getAttribute('aria-label')).sort()).toEqual([
    'metric profile CORE',
    'metric web.http',
    'missing metric gone',
    'probe web-probe (1.0)',
    'report Monthly',
  ])
  expect(
    screen.getByText('Why is this here: report Monthly uses metric profile CORE, which checks metric web.http.'),
  ).toBeVisible()
})

test('arrow keys go along edges, the focus shows them, and Enter opens an object', async () => {
  serverWith(around)
  showPage(address)
  const object = (name: string) => screen.findByRole('button', { name })
  const start = await object('metric web.http')
  expect(start).toHaveAttribute('tabindex', '0')
  start.focus()
  await userEvent.keyboard('{ArrowRight}')
  const profile = await object('metric profile CORE')
  expect(profile).toHaveFocus()
  await waitFor(() => expect(profile).toHaveAttribute('aria-pressed', 'true'))
  expect(screen.getByText('uses')).toBeVisible()
  expect(screen.queryByText('runs')).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  expect(await object('report Monthly')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/metricprofiles/CORE'))
})

test('more objects are loaded around one, at their distance', async () => {
  const later: Dependencies = {
    road: [],
    isCut: true,
    nodes: [node('report', 'Monthly', 0), node('operationsprofile', 'ops', -1, { owner: 'topology' })],
    edges: [{ from: 0, to: 1, field: 'operations_profile' }],
  }
  const server = serverWith(around)
  showPage(address)
  ;(await screen.findByRole('button', { name: 'report Monthly' })).focus()
  server.answer(dependenciesOf, later)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more around it' }))
  const row = (await screen.findByRole('link', { name: 'ops' })).closest('tr')
  expect(row).toHaveTextContent('ops' + 'operations profile' + 'Monthly uses it' + '3 steps after')
  expect(await screen.findByRole('button', { name: 'operations profile ops' })).toBeVisible()
  expect(screen.getByText(/^Only the nearest 500 objects are shown/)).toBeVisible()
})

test('many objects that are related in the same way are drawn as one until it is opened, and listed one by one', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `web.${index + 10}`)
  const ofProfile: Dependencies = {
    road: [],
    isCut: false,
    nodes: [
      node('metricprofile', 'CORE', 0),
      ...names.map((name) => node('metric', name, -1)),
      ...names.map((name) => node('probe', `${name} (1.0)`, -2, { owner: 'catalogue' })),
      node('report', 'Monthly', 1),
    ],
    edges: [
      ...names.map((_, index) => ({ from: 0, to: index + 1, field: 'metricinstances.*.metric' })),
      ...names.map((_, index) => ({ from: index + 1, to: index + 13, field: 'probeversion' })),
      { from: 25, to: 0, field: 'metric_profile' },
    ],
  }
  serverWith(ofProfile)
  showPage('/ui/metricprofiles/CORE/dependencies')
  const graph = within(await screen.findByRole('group', { name: 'Graph' }))
  const drawn = () => graph.getAllByRole('button').map((element) => element.getAttribute('aria-label'))
  expect(drawn()).toEqual(['metric profile CORE', '12 metrics', 'report Monthly', '12 probes'])
  expect(screen.getAllByRole('link', { name: /^web\.\d+$/ })).toHaveLength(12)
  graph.getByRole('button', { name: '12 metrics' }).focus()
  expect(
    await screen.findByText(/^12 metrics, related in the same way: needs 1 object shown here, needed by 1$/),
  ).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(drawn()).toHaveLength(26))
  expect(graph.getByRole('button', { name: 'metric web.10' })).toHaveAttribute('aria-pressed', 'true')
  expect(graph.getByRole('button', { name: 'metric web.10' })).toHaveFocus()
})

test('what a delete would do is shown, or why it is refused; nothing is deleted', async () => {
  const { get, remove } = resourceEndpoints(metrics)
  const removed = {
    kind: 'metric',
    tenant: 'NORDIC',
    action: 'delete',
    name: 'web.http',
    before: {},
    after: null,
  } as const
  const profile = { ...removed, kind: 'metricprofile', action: 'change', name: 'CORE', after: {} } as const
  const server = aServer(aSuperuser())
    .answer(dependenciesOf, around)
    .answer(get, metrics.record.parse(namedSample(metrics.record, 'web.http', ['web.http', 'b'])), '"1"')
    .preview(remove, { preview: 'p', changes: [removed, profile], notices: {} })
  const show = async () => userEvent.click(await screen.findByRole('button', { name: 'Show the effects of a delete' }))
  const { unmount } = showPage(address)
  await show()
  expect(await screen.findByText(/^1 metric profile will be changed/)).toHaveTextContent('CORE')
  expect(server.callsOf(remove)).toEqual([])
  unmount()
  server.refuse(remove, 'in_use', { detail: 'It is used.' })
  showPage(address)
  await show()
  expect(await screen.findByText('It cannot be deleted: It is used.')).toBeVisible()
})

test('the drawing can be zoomed and downloaded', async () => {
  serverWith(around)
  showPage(address)
  const graph = await screen.findByRole('group', { name: 'Graph' })
  const before = graph.getAttribute('viewBox')
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(graph.getAttribute('viewBox')).not.toBe(before)
  await userEvent.click(screen.getByRole('button', { name: 'Fit' }))
  expect(graph.getAttribute('viewBox')).toMatch(/^0 0 /)
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await userEvent.click(screen.getByRole('button', { name: 'Download as SVG' }))
  const file = new DOMParser().parseFromString((await blobs[0]?.text()) ?? '', 'image/svg+xml')
  expect(file.documentElement.getAttribute('viewBox')).toMatch(/^0 0 /)
  expect(file.querySelectorAll('[data-id]')).toHaveLength(around.nodes.length)
})

test('an object without references says so; a failure can be tried again', async () => {
  const server = aServer(aMember()).refuse(dependenciesOf, 'unavailable')
  showPage(address)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.answer(dependenciesOf, alone)
  await userEvent.click(retry)
  expect(await screen.findByText(/^It needs nothing else, and nothing needs it/)).toBeVisible()
  expect(screen.getByText('Why is this here: no report needs it.')).toBeVisible()
})

test('every kind with references has the page wherever its objects have one, and its references have words', () => {
  const routes = allPages(['a', 'b']).map(({ route }) => route)
  const ofSections = Object.values<ConsoleSection>(sections).filter(({ names }) => hasDependencies(names?.kind ?? ''))
  expect(ofSections.length).toBeGreaterThan(10)
  const objects = [...ofSections.map(({ at }) => `/ui/${at}/:name`), '/ui/topology/hosts/:hostname']
  const lacking = objects.filter((route) => routes.includes(route) && !routes.includes(`${route}/dependencies`))
  expect(lacking).toEqual([])
  expect(hasDependencies('user')).toBe(false)
  const unnamed = configurationReferences.filter(({ field }) => verbOf(field) === 'uses').map(({ field }) => field)
  expect(unnamed.filter((field) => !field.endsWith('_profile'))).toEqual([])
})
