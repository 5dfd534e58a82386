import { gatewayReports } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type AggregationProfile, aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { aProfile, confirm, api as metricProfileApi, rowOf } from '#test/profiles.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(aggregationProfiles)

const critical: AggregationProfile = {
  apiid: '5d1f0e6c-58a1-4d3c-9d5e-0a4f6f1f7a22',
  name: 'critical',
  groupname: 'ops',
  description: '',
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'AND',
  metric_profile: 'CORE',
  groups: [
    {
      name: 'storage',
      operation: 'OR',
      services: [
        { name: 'srm', operation: 'OR' },
        { name: 'web', operation: 'OR' },
      ],
    },
  ],
}

const { groups: _, endpoint_group, metric_operation, profile_operation, ...row } = critical

const withAggregations = (...aggregations: string[]) => {
  const user = aMember()
  return { ...user, groups: { ...user.groups, aggregations } }
}

const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const serverWith = (profile = critical, user = withAggregations('ops')) =>
  aServer(user)
    .answer(api.list, [row])
    .answer(api.get, profile, '"3"')
    .answer(metricProfileApi.list, [rowOf(aProfile())])
    .answer(metricProfileApi.get, aProfile(), '"1"')

const missing = /^Some Service Flavours used in Aggregation profile are not presented in associated Metric profile/
const extra = /^There are some extra Service Flavours in associated metric profile which are not used/
const button = (name: string) => screen.getByRole('button', { name })

test('the list shows names, descriptions and groups', async () => {
  serverWith()
  showPage('/ui/aggregationprofiles')
  expect(await screen.findByRole('link', { name: 'critical' })).toHaveAttribute(
    'href',
    '/ui/aggregationprofiles/critical',
  )
  expect(screen.getByText('1 aggregation profile')).toBeVisible()
})

test('nothing is selected in a new profile, and all fields are required', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, critical)
  showPage('/ui/aggregationprofiles/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Required')).toHaveLength(6)

  await userEvent.type(screen.getByLabelText('Name'), 'critical')
  await userEvent.selectOptions(screen.getByLabelText('Group'), 'ops')
  await userEvent.selectOptions(screen.getByLabelText('Metric operation'), 'AND')
  await userEvent.selectOptions(screen.getByLabelText('Aggregation operation'), 'AND')
  await userEvent.selectOptions(screen.getByLabelText('Endpoint group'), 'sites')
  await userEvent.type(screen.getByLabelText('Metric profile'), 'CORE{Escape}')
  expect(screen.queryByText('Required')).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Group name 1'), 'storage')
  await userEvent.tab()
  // A group with a name needs an operation and a service.
  expect(await screen.findAllByText('Required')).toHaveLength(2)
  expect(screen.getByText('A group must have at least one service')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Group operation 1'), 'OR')
  await userEvent.type(screen.getByLabelText('Group 1: service 1'), 'web{Escape}{Enter}')
  await userEvent.selectOptions(screen.getByLabelText('Group 1: operation 1'), 'OR')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Group 1: operation 2')).toHaveValue('OR')
  await userEvent.type(screen.getByLabelText('Group 1: service 2'), 'SRM{Escape}{Enter}')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button('Save'))
  await confirm('Add aggregation profile')
  expect(await screen.findByText('Aggregation profile successfully added')).toBeVisible()
  const [sent] = server.callsOf(api.add)
  const { apiid, groups, ...fields } = critical
  expect(sent?.body).toEqual({
    ...fields,
    groups: [
      {
        name: 'storage',
        operation: 'OR',
        services: [
          { name: 'SRM', operation: 'OR' },
          { name: 'web', operation: 'OR' },
        ],
      },
    ],
  })
})

test('a profile that differs from its metric profile says so, with marks and suggestions', async () => {
  serverWith()
  showPage('/ui/aggregationprofiles/critical')
  expect(await screen.findByText(missing)).toBeVisible()
  expect(screen.getByText(extra)).toBeVisible()
  expect(screen.getByText('dns', { selector: 'p' })).toBeVisible()
  expect(screen.getByText('Not in metric profile')).toBeVisible()
  await userEvent.click(button('Add service'))
  expect(screen.getByLabelText('Group 1: service 3')).toHaveValue('dns')
  expect(screen.getByLabelText('Group 1: operation 3')).toHaveValue('OR')
  expect(screen.queryByText(extra)).not.toBeInTheDocument()
  await userEvent.click(button('Group 1: Remove dns'))
  expect(screen.getByText(extra)).toBeVisible()
  const service = screen.getByLabelText('Group 1: service 1')
  await userEvent.clear(service)
  await userEvent.type(service, 'dns{Escape}')
  expect(screen.queryByText(missing)).not.toBeInTheDocument()
  expect(screen.queryByText(extra)).not.toBeInTheDocument()
})

test('a changed operation and a moved group are sent', async () => {
  const second = { name: 'web', operation: 'AND', services: [{ name: 'dns', operation: 'OR' }] }
  const server = serverWith({ ...critical, groups: [...critical.groups, second] })
    .preview(api.change, nothingElse)
    .answer(api.change, critical)
  showPage('/ui/aggregationprofiles/critical')
  await userEvent.click(await screen.findByRole('button', { name: 'Service flavour groups: Move up web' }))
  expect(screen.getByText('1 change')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Group operation 2'), 'AND')
  expect(screen.getByText('2 changes')).toBeVisible()
  await userEvent.click(button('Save'))
  await confirm('Change aggregation profile')
  expect(await screen.findByText('Aggregation profile successfully changed')).toBeVisible()
  expect(server.callsOf(api.change)[0]?.body).toMatchObject({
    apiid: critical.apiid,
    groups: [second, { ...critical.groups[0], operation: 'AND' }],
  })
})

test('an error of the server is shown at the service that it names', async () => {
  serverWith().refuse(api.change, 'invalid_input', { fields: { 'groups.0.services.1.name': 'Not known' } })
  showPage('/ui/aggregationprofiles/critical')
  await userEvent.selectOptions(await screen.findByLabelText('Group operation 1'), 'AND')
  await userEvent.click(button('Save'))
  const cell = await screen.findByLabelText('Group 1: service 2')
  await waitFor(() => expect(cell).toHaveAccessibleDescription('Not known'))
  expect(cell).toHaveFocus()
})

test('of two users who change one group, both changes are in the result', async () => {
  const server = serverWith()
  showPage('/ui/aggregationprofiles/critical')
  await userEvent.selectOptions(await screen.findByLabelText('Group operation 1'), 'AND')
  const [group] = critical.groups
  const theirs = { ...critical, groups: group ? [{ ...group, services: group.services.slice(0, 1) }] : [] }
  server.refuse(api.change, 'stale_version').answer(api.get, theirs, '"4"')
  await userEvent.click(button('Save'))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with the result' }))
  expect(screen.getByLabelText('Group operation 1')).toHaveValue('AND')
  expect(screen.queryByLabelText('Group 1: service 2')).not.toBeInTheDocument()
  expect(screen.getByText('1 change')).toBeVisible()
})

test('a draft keeps groups and services', async () => {
  serverWith()
  const { unmount } = showPage('/ui/aggregationprofiles/critical')
  await userEvent.selectOptions(await screen.findByLabelText('Group 1: operation 1'), 'AND')
  unmount()
  showPage('/ui/aggregationprofiles/critical')
  expect(await screen.findByText(/These are your unsaved changes/)).toBeVisible()
  expect(screen.getByLabelText('Group 1: operation 1')).toHaveValue('AND')
  expect(screen.getByText('1 change')).toBeVisible()
})

test('a delete with dependents names them', async () => {
  const sentence = 'Aggregation profile is associated with report(s): Daily'
  serverWith().refuse(api.remove, 'in_use', { detail: sentence })
  showPage('/ui/aggregationprofiles/critical')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Unable to delete')).toBeVisible()
  expect(screen.getByText(sentence)).toBeVisible()
})

const upload = async (text: string) => {
  await userEvent.upload(await screen.findByLabelText('JSON file'), new File([text], 'new.json'))
  return screen.findByRole('dialog', { name: 'Import JSON' })
}

test('a file is shown as a difference before it is in the form, and can be taken back', async () => {
  serverWith()
  showPage('/ui/aggregationprofiles/critical')
  const dialog = await upload(
    JSON.stringify({ metric_operation: 'OR', groups: [{ ...critical.groups[0], operation: 'AND' }], id: 'x' }),
  )
  expect(within(dialog).getByRole('group', { name: 'metric operation' })).toBeVisible()
  expect(within(dialog).getByText(/^Not in the file, so not changed: endpoint_group, profile_operation/)).toBeVisible()
  expect(within(dialog).getByText('Ignored: id.')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply to form' }))
  expect(screen.getByLabelText('Metric operation')).toHaveValue('OR')
  expect(screen.getByLabelText('Group operation 1')).toHaveValue('AND')
  expect(screen.getByText('2 changes')).toBeVisible()
  await userEvent.click(button('Undo import'))
  expect(screen.getByLabelText('Metric operation')).toHaveValue('AND')
  expect(screen.getByText('No changes')).toBeVisible()
})

test.each([
  ['{\n  "groups": [,]\n}', 'The file is not valid JSON. Line 2, column 14: a value is missing.'],
  ['{"groups": [{"name": "a", "operation": "OR"}]}', 'groups 1, services: must be a list'],
  ['[]', 'The content: must be an object'],
  ['{"rules": []}', /^The file has none of the fields endpoint_group/],
])('the file %s is refused with the reason', async (text, reason) => {
  serverWith()
  showPage('/ui/aggregationprofiles/critical')
  const dialog = await upload(text)
  expect(within(dialog).getByText(reason)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Apply to form' })).toBeDisabled()
})

test('a user without permission reads the profile, and sees the required group', async () => {
  serverWith(critical, withAggregations('others'))
  showPage('/ui/aggregationprofiles/critical')
  expect(await screen.findByRole('heading', { level: 1, name: 'Aggregation profile details critical' })).toBeVisible()
  expect(await screen.findByText(missing)).toBeVisible()
  expect(screen.getByRole('cell', { name: /^srm/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('the public page shows the profile only', async () => {
  const server = aServer().answer(api.publicGet, critical)
  showPage('/ui/public_aggregationprofiles/critical')
  expect(await screen.findByRole('cell', { name: 'srm' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/ui/public_metricprofiles/CORE')
  expect(screen.queryByText(missing)).not.toBeInTheDocument()
  expect(server.callsOf(metricProfileApi.get)).toEqual([])
})

const status = { message: 'Success', code: '200' }
const aReport = (name: string, ...profiles: { type: string; id: string }[]) => ({ info: { name }, profiles })

test('the reports that use a profile are shown before it is deleted', async () => {
  const of = (type: string, id: string) => ({ type, id })
  const user = withAggregations('ops')
  serverWith(critical, user).answer(gatewayReports, {
    status,
    data: [
      aReport('Daily', of('aggregation', critical.apiid.toUpperCase())),
      aReport('Other', of('aggregation', 'another'), of('metric', critical.apiid)),
      { info: { name: 'Unset' }, profiles: null },
    ],
  })
  showPage('/ui/aggregationprofiles/critical')
  const used = within(await screen.findByRole('region', { name: 'Where it is used' }))
  expect(await used.findByText('1 report')).toBeVisible()
  expect(used.getByRole('link', { name: 'Daily' })).toHaveAttribute('href', '/ui/reports/Daily')
  expect(used.queryByText('Other')).not.toBeInTheDocument()
})

test('an operation that is missing is asked for', async () => {
  serverWith()
  showPage('/ui/aggregationprofiles/add')
  expect(await screen.findByLabelText('Group operation 1')).toHaveDisplayValue('Choose an operation')
})
