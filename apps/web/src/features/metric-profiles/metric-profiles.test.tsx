import { home } from '@quatrain/contract/console/home.ts'
import { twinLine } from '@quatrain/contract/kit/notices.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricNames, publicMetricNames } from '@quatrain/contract/resources/metric-names.ts'
import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyHome } from '#test/empty-home.ts'
import type { FakePreview } from '#test/fake-api.ts'
import { aProfile, api, aServerOf, confirm, rowOf } from '#test/profiles.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const serverWith = (...given: Parameters<typeof aServerOf>) =>
  aServerOf(...given).answer(metricNames, [{ name: 'http' }])

const documentOf = ({ name, groupname, description, services }: MetricProfile) => ({
  name,
  groupname,
  description,
  metricinstances: services,
})

test('a filter without results says so, and can be cleared', async () => {
  serverWith(aProfile())
  showPage('/ui/metricprofiles?groupname=gone')
  const filter = await screen.findByRole('combobox', { name: 'Filter by group' })
  await screen.findByText('0 of 1 metric profile')
  expect(filter).toHaveDisplayValue('gone (in no row)')
  await userEvent.selectOptions(filter, 'Show all')
  expect(await screen.findByRole('link', { name: 'CORE' })).toBeVisible()
  expect(screen.queryByRole('option', { name: /gone/ })).not.toBeInTheDocument()
})

test('the home page is loaded again after a save, however fresh it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const changed = aProfile({ description: 'Now' })
  const server = serverWith(aProfile()).answer(home, emptyHome)
  showPage('/ui/home')
  await screen.findByText('Nothing has been changed since yesterday.')
  const before = server.callsOf(home).length
  await userEvent.click(screen.getByRole('link', { name: 'Metric profiles' }))
  await userEvent.click(await screen.findByRole('link', { name: 'CORE' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  server.preview(api.change, nothingElse).answer(api.change, changed, '"4"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  await screen.findByText('Metric profile successfully changed')
  await userEvent.click(screen.getByRole('link', { name: 'Quatrain, home' }))
  await waitFor(() => expect(server.callsOf(home).length).toBeGreaterThan(before))
})

test('the list is filtered by the typed text, and shows the number of matches', async () => {
  serverWith(aProfile()).answer(api.list, [
    rowOf(aProfile()),
    rowOf(aProfile({ name: 'CLOUD', groupname: 'cloud', description: 'Cloud sites' })),
  ])
  showPage('/ui/metricprofiles')
  expect(await screen.findByText('2 metric profiles')).toBeVisible()

  await userEvent.keyboard('/')
  expect(screen.getByLabelText('Filter by name')).toHaveFocus()
  await userEvent.keyboard('clo')
  expect(await screen.findByText('1 of 2 metric profiles')).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?name=clo'))
  expect(screen.queryByRole('link', { name: 'CORE' })).not.toBeInTheDocument()
})

test('a list is sorted by a heading, in both directions and back', async () => {
  serverWith(aProfile()).answer(api.list, [rowOf(aProfile()), rowOf(aProfile({ name: 'ALPHA', services: [] }))])
  showPage('/ui/metricprofiles')
  const heading = await screen.findByRole('columnheader', { name: 'Pairs' })
  await userEvent.click(within(heading).getByRole('button'))
  expect(heading).toHaveAttribute('aria-sort', 'ascending')
  expect(screen.getAllByRole('row')[2]).toHaveTextContent('ALPHA')
  await userEvent.click(within(heading).getByRole('button'))
  expect(heading).toHaveAttribute('aria-sort', 'descending')
  await waitFor(() => expect(window.location.search).toBe('?sort=-pairs'))
})

test('without any group the Add button explains why it is disabled', async () => {
  serverWith(aProfile(), aMember())
  showPage('/ui/metricprofiles')
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const messages = screen.getByRole('alert')
  expect(within(messages).getByText('Not allowed')).toBeVisible()
  expect(within(messages).getByText('You do not have permission to add metric profiles.')).toBeVisible()
})

test('a new profile needs a name and a group, and is sent in order without blank rows', async () => {
  const server = serverWith(aProfile())
    .preview(api.add, nothingElse)
    .answer(api.add, { ...aProfile(), imported: 'Metric ping has been imported' })
  showPage('/ui/metricprofiles/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Required')).toHaveLength(2)
  expect(screen.getByLabelText('Metric profile name')).toHaveFocus()

  await userEvent.type(screen.getByLabelText('Metric profile name'), 'CORE')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  await userEvent.type(screen.getByLabelText('Service 1'), 'web{Escape}{Enter}http{Escape}{Enter}')
  await userEvent.type(screen.getByLabelText('Service 2'), 'dns{Escape}{Enter}ping{Escape}{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add metric profile')

  expect(await screen.findByText('Metric profile successfully added')).toBeVisible()
  expect(screen.getByText('Metric ping has been imported')).toBeVisible()
  const [sent] = server.callsOf(api.add)
  expect(sent?.body).toEqual({
    name: 'CORE',
    groupname: 'ops',
    description: '',
    services: [
      { service: 'dns', metric: 'ping' },
      { service: 'web', metric: 'http' },
    ],
  })
  expect(sent?.headers.get('if-preview-match')).toBe('preview-1')
  expect(window.location.pathname).toBe('/ui/metricprofiles')
})

test('a refused name is shown at its field', async () => {
  serverWith(aProfile()).refuse(api.add, 'already_exists', { fields: { name: 'Already exists' } })
  showPage('/ui/metricprofiles/add')
  await userEvent.type(await screen.findByLabelText('Metric profile name'), 'CORE')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Already exists')).toBeVisible()
  expect(screen.getByText('Internal API error')).toBeVisible()
})

test('a duplicate pair and an unknown metric are marked, and cannot be saved', async () => {
  serverWith(aProfile())
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'Insert below row 1' }))
  expect(screen.getByLabelText('Service 2')).toHaveFocus()
  await userEvent.keyboard('dns{Escape}{Enter}resolve{Escape}{Tab}')
  expect(screen.getByText('Duplicated')).toBeVisible()

  await userEvent.clear(screen.getByLabelText('Metric 2'))
  await userEvent.type(screen.getByLabelText('Metric 2'), 'telepathy{Escape}')
  expect(screen.queryByText('Duplicated')).not.toBeInTheDocument()
  expect(screen.getByText('Must be one of predefined metrics')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: '1 problem' }))
  expect(screen.getByLabelText('Metric 2')).toHaveFocus()
})

test('the head of a profile shows its group and its last change, and leads to its parts', async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const version = { id: 1, version: '1', object_repr: 'CORE', date_created: threeDaysAgo, user: 'ann' }
  serverWith(aProfile()).versions(metricProfiles, [{ ...version, comment: '', remark: '', fields: {} }])
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText('3 days ago')).toBeVisible()
  expect(screen.getByText(/^Last saved/)).toHaveTextContent('Last saved 3 days ago by ann')
  expect(screen.getByText('ops', { selector: 'strong' })).toBeVisible()
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the object' }))
  expect(parts.getByRole('link', { name: 'Details' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(parts.getByRole('button', { name: 'Used by' }))
  expect(screen.getByRole('heading', { name: 'Where it is used' })).toHaveFocus()
})

test('the history of a profile has its group too, and leads to where it is used', async () => {
  const version = { id: 1, version: '1', object_repr: 'CORE', date_created: '2030-05-01T10:00:00Z', user: 'ann' }
  serverWith(aProfile()).versions(metricProfiles, [{ ...version, comment: '', remark: '', fields: {} }])
  showPage('/ui/metricprofiles/CORE/history')
  expect(await screen.findByText('ops', { selector: 'strong' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Used by' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Where it is used' })).toHaveFocus())
})

test('a cell is required when the user has left it, or presses Save, which rows with errors disable', async () => {
  serverWith(aProfile())
  showPage('/ui/metricprofiles/add')
  await userEvent.click(await screen.findByLabelText('Metric profile name'))
  await userEvent.tab()
  expect(await screen.findByText('Required')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  await userEvent.type(screen.getByLabelText('Service 1'), 'dns{Escape}{Tab}')
  expect(screen.getByLabelText('Metric 1')).toHaveFocus()
  expect(screen.getByRole('button', { name: '1 problem' })).toBeVisible()
  expect(screen.queryByText(/^(\d+|No) changes?$/)).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: '3 problems' })).toBeVisible()
  expect(screen.getByLabelText('Metric 1')).toHaveAccessibleDescription('Required')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('a metric that is stored already is accepted, even if it is not known any more', async () => {
  serverWith(aProfile({ services: [{ service: 'web', metric: 'gone' }] })).preview(api.change, nothingElse)
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and more')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('dialog', { name: 'Change metric profile' })).toBeVisible()
})

test('a change shows its side effects, and names its base version', async () => {
  const before = aProfile()
  const after = aProfile({ description: 'All sites and more' })
  const server = serverWith(before)
    .preview(api.change, {
      preview: 'preview-2',
      changes: [
        {
          tenant: 'NORDIC',
          kind: 'metricprofile',
          name: 'CORE',
          action: 'change',
          before: documentOf(before),
          after: documentOf(after),
        },
        { tenant: 'NORDIC', kind: 'metric', name: 'ping', action: 'add', before: null, after: { name: 'ping' } },
      ],
      notices: { unavailable: 'Metric old is not available for package used by NORDIC tenant' },
    })
    .answer(api.change, { ...after, unavailable: 'Metric old is not available for package used by NORDIC tenant' })
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and more')
  expect(screen.getByText('1 change')).toBeVisible()
  await userEvent.keyboard('{Control>}s{/Control}')

  const dialog = await screen.findByRole('dialog', { name: 'Change metric profile' })
  expect(within(dialog).getByText('Are you sure you want to change metric profile?')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  expect(within(dialog).getByText('and more')).toBeVisible()
  expect(within(dialog).getByText(/1 metric will be imported in NORDIC/)).toHaveTextContent('ping')
  await userEvent.type(within(dialog).getByLabelText('Remark'), 'as agreed')
  await confirm('Change metric profile')

  expect(await screen.findByText('Metric profile successfully changed')).toBeVisible()
  expect(screen.getByText('Metrics warning')).toBeVisible()
  const [sent] = server.callsOf(api.change)
  expect(sent?.body).toMatchObject({ apiid: aProfile().apiid, description: 'All sites and more' })
  expect(sent?.query).toEqual({ remark: 'as agreed' })
  expect(sent?.headers.get('if-match')).toBe('"3"')
  expect(sent?.headers.get('if-preview-match')).toBe('preview-2')
})

test('after another user has saved, both changes are shown side by side and no input is lost', async () => {
  const server = serverWith(aProfile())
  showPage('/ui/metricprofiles/CORE')
  await userEvent.clear(await screen.findByLabelText('Description (optional)'))
  await userEvent.type(screen.getByLabelText('Description (optional)'), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Remove pair 1: dns, resolve' }))
  const theirs = aProfile({
    description: 'Theirs',
    services: [...aProfile().services, { service: 'web', metric: 'ping' }],
  })
  server.refuse(api.change, 'stale_version').answer(api.get, theirs, '"4"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Both changed it')).toBeVisible()
  expect(screen.getByLabelText('Result for description')).toHaveValue('Mine')
  expect(screen.getByLabelText('Keep dns, resolve')).not.toBeChecked()
  expect(screen.getByLabelText('Keep web, ping')).toBeChecked()
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))

  expect(screen.getByLabelText('Description (optional)')).toHaveValue('Theirs')
  expect(screen.getByText('1 change')).toBeVisible()
  server.preview(api.change, nothingElse).answer(api.change, theirs)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  await waitFor(() => expect(server.callsOf(api.change).at(-1)?.headers.get('if-match')).toBe('"4"'))
})

test('a draft is kept until it is discarded', async () => {
  serverWith(aProfile())
  const { unmount } = showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' unfinished')
  unmount()

  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByText(/These are your unsaved changes/)).toBeVisible()
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('All sites unfinished')
  await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(screen.getByLabelText('Description (optional)')).toHaveValue('All sites')
  expect(screen.getByText('No changes')).toBeVisible()
})

test('pasted cells become rows, without duplicates', async () => {
  serverWith(aProfile())
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByLabelText('Service 2'))
  await userEvent.paste('mail\tping\nweb\thttp\n"ftp"\tping\n')
  expect(screen.getByText('4 pairs')).toBeVisible()
  expect(screen.getByLabelText('Service 3')).toHaveValue('mail')
  expect(screen.getByLabelText('Service 4')).toHaveValue('ftp')
  expect(screen.getAllByText('New')).toHaveLength(2)
})

test('the aggregation profiles that use a profile are listed', async () => {
  const row = { apiid: aProfile().apiid, groupname: 'ops', description: '' }
  serverWith(aProfile()).answer(resourceEndpoints(aggregationProfiles).list, [
    { ...row, name: 'critical', metric_profile: 'CORE' },
    { ...row, name: 'cloud', metric_profile: 'CLOUD' },
  ])
  showPage('/ui/metricprofiles/CORE')
  const used = await screen.findByRole('region', { name: 'Where it is used' })
  expect(await within(used).findByRole('link', { name: 'critical' })).toHaveAttribute(
    'href',
    '/ui/aggregationprofiles/critical',
  )
  expect(within(used).queryByText('cloud')).not.toBeInTheDocument()
})

test('a user without permission can read the profile, and sees the required group', async () => {
  serverWith(aProfile(), aMember('others'))
  showPage('/ui/metricprofiles/CORE')
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric profile details CORE' })).toBeVisible()
  expect(
    screen.getByText(
      'This is a read-only instance, please request the corresponding permissions to perform any changes in this form.',
    ),
  ).toBeVisible()
  expect(screen.getByText(/Changes require membership in the group/)).toHaveTextContent('ops')
  expect(screen.getByRole('cell', { name: 'resolve' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  // The tenant has one of its metrics.
  expect(await screen.findByRole('link', { name: 'http' })).toHaveAttribute('href', '/ui/metrics/http')
  expect(screen.queryByRole('link', { name: 'resolve' })).not.toBeInTheDocument()
})

test('a delete with dependents lists them without asking for confirmation', async () => {
  const [aggregations, reports] = [
    'Metric profile is associated with aggregation profile(s): CLOUD, SITES',
    'Metric profile is associated with report(s): Monthly',
  ]
  const server = serverWith(aProfile()).refuse(api.remove, 'in_use', { detail: `${aggregations}\n${reports}` })
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Unable to delete')).toBeVisible()
  expect(screen.getByText(aggregations)).toBeVisible()
  expect(screen.getByText(reports)).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(server.callsOf(api.remove)).toEqual([])
  expect(screen.getByRole('heading', { level: 1, name: 'Change metric profile CORE' })).toBeVisible()
})

test('a delete whose dependents cannot be determined is not offered for confirmation', async () => {
  const server = serverWith(aProfile()).refuse(api.remove, 'upstream_failed', {
    detail: 'The Web API cannot be reached.',
    source: 'web-api',
  })
  showPage('/ui/metricprofiles/CORE')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Web API error')).toBeVisible()
  expect(screen.getByText('The Web API cannot be reached.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(server.callsOf(api.remove)).toEqual([])
})

test('a clone starts with the name of the original, and is a new profile', async () => {
  const server = serverWith(aProfile())
    .preview(api.add, nothingElse)
    .answer(api.add, aProfile({ name: 'Cloned CORE' }))
  showPage('/ui/metricprofiles/CORE/clone')
  expect(await screen.findByLabelText('Metric profile name')).toHaveValue('Cloned CORE')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add metric profile')
  await waitFor(() => expect(server.callsOf(api.add)[0]?.body).toMatchObject({ name: 'Cloned CORE', groupname: 'ops' }))
})

test('the public page of a profile is read-only', async () => {
  aServer()
    .answer(api.publicGet, aProfile())
    .answer(publicMetricNames, [{ name: 'resolve' }])
  showPage('/ui/public_metricprofiles/CORE')
  expect(await screen.findByRole('cell', { name: 'resolve' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/ui/login')
  expect(screen.queryByText(/read-only instance/)).not.toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'resolve' })).toHaveAttribute('href', '/ui/public_metrics/resolve')
})

test('a warning about a name that looks alike is not titled as one about metrics', async () => {
  const line = twinLine('metric profile', 'core')
  aServer(aMember('ops'))
    .answer(api.list, [])
    .answer(api.get, aProfile(), '"3"')
    .preview(api.change, { preview: 'preview-1', changes: [], notices: { warning: line } })
    .answer(api.change, { ...aProfile(), warning: line })
  showPage('/ui/metricprofiles/CORE')
  await userEvent.type(await screen.findByLabelText('Description (optional)'), ' and more')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric profile')
  expect(await screen.findByText('Metric profile successfully changed')).toBeVisible()
  expect(screen.getByText('Warning')).toBeVisible()
  expect(screen.queryByText('Metrics warning')).toBeNull()
})
