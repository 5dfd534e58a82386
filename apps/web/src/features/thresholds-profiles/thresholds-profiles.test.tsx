import { gatewayMetricProfiles, gatewayReports } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { maxSuggestedHosts, topologyHosts } from '@quatrain/contract/reports/topology.ts'
import { metricNames, publicMetricNames } from '@quatrain/contract/resources/metric-names.ts'
import { type ThresholdsProfile, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(thresholdsProfiles)
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }
const status = { message: 'Success', code: '200' }

const aProfile = (changes: Partial<ThresholdsProfile> = {}): ThresholdsProfile => ({
  apiid: '2b1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a11',
  name: 'LIMITS',
  groupname: 'ops',
  description: '',
  rules: [
    { metric: 'http', thresholds: 'time=1s;5:10;10:' },
    { metric: 'http', host: 'web1', thresholds: 'time=5;;  size=1KB;;100' },
  ],
  ...changes,
})

const member = (...thresholdsprofiles: string[]) => ({
  ...aMember(),
  groups: { ...aMember().groups, thresholdsprofiles },
})

function aServerOf(profile = aProfile(), user = member('ops')) {
  const { rules: _, ...row } = profile
  const names = ['http', 'ping'].map((name) => ({ name }))
  return aServer(user)
    .answer(api.list, [row])
    .answer(api.get, profile, '"3"')
    .answer(metricNames, names)
    .answer(publicMetricNames, names)
    .answer(gatewayMetricProfiles, {
      status,
      data: [
        {
          id: '1',
          date: '2026-01-01',
          name: 'CORE',
          description: '',
          services: [{ service: 'web', metrics: ['http'] }],
        },
      ],
    })
    .answer(topologyHosts, {
      hosts: [
        { hostname: 'web1', groups: ['SITE-A'], services: ['web'] },
        { hostname: 'web2', groups: ['SITE-B'], services: ['web'] },
        { hostname: 'dns1', groups: ['SITE-C'], services: ['dns'] },
      ],
    })
}

test('of a topology with more hosts than are sent, others are searched as they are typed', async () => {
  const host = (hostname: string) => ({ hostname, groups: ['SITE-A'], services: ['web'] })
  const first = Array.from({ length: maxSuggestedHosts }, (_, at) => host(`a${at}.test`))
  const server = aServerOf().answerBy(topologyHosts, ({ query }) => ({
    hosts: query.search === undefined ? first : [host(`${query.search}.test`)],
  }))
  showPage('/ui/thresholdsprofiles/add')
  await userEvent.type(await screen.findByLabelText('Metric 1'), 'http{Escape}')
  await userEvent.type(screen.getByLabelText('Host 1'), 'zz')
  expect(await screen.findByRole('option', { name: 'zz.test' })).toBeVisible()
  expect(server.callsOf(topologyHosts).at(-1)?.query).toEqual({ search: 'zz', limit: '200' })
})

test('Add is only shown to superusers and members of a group', async () => {
  aServerOf(aProfile(), member())
  showPage('/ui/thresholdsprofiles')
  expect(await screen.findByRole('link', { name: 'LIMITS' })).toBeVisible()
  expect(screen.queryByText('Add')).not.toBeInTheDocument()
})

test.each([
  ['a member of a group', member('ops')],
  ['a superuser', aSuperuser()],
])('%s can add a profile', async (_, user) => {
  aServerOf(aProfile(), user)
  showPage('/ui/thresholdsprofiles')
  expect(await screen.findByRole('link', { name: 'Add' })).toBeVisible()
})

test('a new profile is sent as rules with their text, without empty hosts and groups', async () => {
  const server = aServerOf().preview(api.add, nothingElse).answer(api.add, aProfile())
  showPage('/ui/thresholdsprofiles/add')
  await userEvent.type(await screen.findByLabelText('Name'), 'LIMITS')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  await userEvent.type(screen.getByLabelText('Metric 1'), 'http{Escape}')
  const cells = {
    label: 'time',
    value: '2',
    'warning from': '@5',
    'warning to': '10',
    'critical from': '~',
    'critical to': '5',
  }
  for (const [cell, text] of Object.entries(cells)) {
    await userEvent.type(screen.getByLabelText(`Rule 1: ${cell} 1`), text)
  }
  await userEvent.selectOptions(screen.getByLabelText('Rule 1: unit 1'), 'ms')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add thresholds profile')
  expect(await screen.findByText('Thresholds profile successfully added')).toBeVisible()
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    name: 'LIMITS',
    groupname: 'ops',
    description: '',
    rules: [{ metric: 'http', thresholds: 'time=2ms;@5:10;~:5' }],
  })
})

test('a blank form says what is required; a rule needs a metric and a threshold', async () => {
  aServerOf()
  showPage('/ui/thresholdsprofiles/add')
  await userEvent.type(await screen.findByLabelText('Host 1'), 'web1')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  // Name, group, metric, label, and both lower limits.
  expect(screen.getAllByText('Required')).toHaveLength(6)
})

test('limits are checked in their cells, with the specified messages', async () => {
  aServerOf()
  showPage('/ui/thresholdsprofiles/LIMITS')
  const lower = await screen.findByLabelText('Rule 1: warning from 1')
  await userEvent.clear(lower)
  await userEvent.type(lower, '11')
  await userEvent.type(screen.getByLabelText('Rule 1: max 1'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText('Rule 1: warning to 1')).toHaveAccessibleDescription(
    'Should be greater than lower warning limit',
  )
  expect(screen.getByLabelText('Rule 1: max 1')).toHaveAccessibleDescription('Must be a number.')
  expect(screen.getByLabelText('Rule 1: min 1')).toHaveAccessibleDescription('Required with a max value')
})

test('what was not touched is sent byte for byte, also where the form would refuse it', async () => {
  const profile = aProfile()
  const server = aServerOf(profile).preview(api.change, nothingElse).answer(api.change, profile, '"4"')
  showPage('/ui/thresholdsprofiles/LIMITS')
  const upper = await screen.findByLabelText('Rule 1: warning to 1')
  expect(screen.getAllByText('Kept as stored')).toHaveLength(2)
  await userEvent.clear(upper)
  await userEvent.type(upper, '8')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change thresholds profile')
  await screen.findByText('Thresholds profile successfully changed')
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({
    rules: [{ metric: 'http', thresholds: 'time=1s;5:8;10:' }, profile.rules[1]],
  })
})

test('another metric empties host and group, which are suggested from the topology', async () => {
  aServerOf(aProfile({ rules: [{ metric: 'ping', host: 'h', endpoint_group: 'g', thresholds: 'time=1s;5:10;10:' }] }))
  showPage('/ui/thresholdsprofiles/LIMITS')
  const metric = await screen.findByLabelText('Metric 1')
  await userEvent.clear(metric)
  await userEvent.type(metric, 'http{Escape}')
  expect(screen.getByLabelText('Host 1')).toHaveValue('')
  expect(screen.getByLabelText('Group 1')).toHaveValue('')
  await userEvent.click(screen.getByLabelText('Host 1'))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['web1', 'web2']),
  )
  await userEvent.keyboard('web2{Escape}')
  await userEvent.click(screen.getByLabelText('Group 1'))
  expect(screen.getByRole('option', { name: 'SITE-B' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'SITE-A' })).not.toBeInTheDocument()
})

test('rules that are never used, unknown metrics and overlapping ranges are marked', async () => {
  aServerOf(
    aProfile({
      rules: [
        { metric: 'http', thresholds: 'entries=100c;1:20;~:2' },
        { metric: 'gone', thresholds: 'time=1s;5:10;10:' },
        { metric: 'http', thresholds: 'time=1s;5:10;10: time=1s;5:10;10:' },
      ],
    }),
  )
  showPage('/ui/thresholdsprofiles/LIMITS')
  expect(await screen.findByText('Unknown metric')).toBeVisible()
  expect(screen.getByText('Replaced by rule 3')).toBeVisible()
  expect(screen.getByText('Ranges overlap')).toBeVisible()
  expect(screen.getByText('WARNING hides CRITICAL between 1 c and 2 c')).toBeVisible()
  expect(screen.getByText('Repeated label')).toBeVisible()
})

test('a value is tested against the rule that is used for a host', async () => {
  aServerOf(
    aProfile({
      rules: [
        { metric: 'http', thresholds: 'time=1s;5:10;10:' },
        { metric: 'http', host: 'web1', thresholds: 'time=1s;1:2;2:' },
      ],
    }),
  )
  showPage('/ui/thresholdsprofiles/LIMITS')
  const tester = within(await screen.findByRole('region', { name: 'Test' }))
  expect(tester.getByText('Rule 1 is used.')).toBeVisible()
  const value = tester.getByLabelText('time (s)')
  await userEvent.clear(value)
  await userEvent.type(value, '7 s')
  expect(tester.getByText('WARNING')).toBeVisible()
  await userEvent.selectOptions(tester.getByLabelText('On host'), 'web1')
  expect(tester.getByText('Rule 2 is used. Rule 1 matches too, but applies less specifically.')).toBeVisible()
  await userEvent.clear(tester.getByLabelText('time (s)'))
  await userEvent.type(tester.getByLabelText('time (s)'), '7')
  expect(tester.getByText('CRITICAL')).toBeVisible()
  await userEvent.type(tester.getByLabelText('time (s)'), 'ms')
  expect(tester.getByText('The limits are in s.')).toBeVisible()
})

test('who may not change a profile reads it, with the meaning of its limits', async () => {
  aServerOf(aProfile(), member('others'))
  showPage('/ui/thresholdsprofiles/LIMITS')
  expect(await screen.findByRole('heading', { name: /Thresholds profile details/ })).toBeVisible()
  expect(screen.getByText('between 5 s and 10 s')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('a profile that a report uses cannot be deleted', async () => {
  const detail = 'Thresholds profile is associated with report: Critical'
  aServerOf().refuse(api.remove, 'in_use', { detail })
  showPage('/ui/thresholdsprofiles/LIMITS')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Unable to delete')).toBeVisible()
  expect(screen.getByText(detail)).toBeVisible()
})

test.each([
  ['a member of its group', member('ops')],
  ['a reader', member()],
])('%s sees which reports use a profile, or why that is not known', async (_, user) => {
  const { apiid } = aProfile()
  const server = aServerOf(aProfile(), user).refuse(gatewayReports, 'upstream_failed', { detail: 'It is away.' })
  showPage('/ui/thresholdsprofiles/LIMITS')
  const used = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await used.findByText(/It is away\./)).toBeVisible()
  expect(used.queryByText(/No report/)).not.toBeInTheDocument()
  server.answer(gatewayReports, {
    status,
    data: [{ info: { name: 'Daily' }, profiles: [{ type: 'thresholds', id: apiid }] }],
  })
  await userEvent.click(used.getByRole('button', { name: /again|Retry/ }))
  expect(await used.findByText('Daily')).toBeVisible()
})
