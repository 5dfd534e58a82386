import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type Metric, metrics } from '@quatrain/contract/resources/metric.ts'
import { type MetricOverride, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const api = resourceEndpoints(metricOverrides)
const list = '/ui/administration/metricoverrides'
const host = 'a.example.org'
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const anOverride = (changes: Partial<MetricOverride> = {}): MetricOverride => ({
  id: 4,
  name: 'web',
  global_attributes: [{ attribute: 'VONAME', value: 'ops' }],
  host_attributes: [{ hostname: host, attribute: 'WEB_PORT', value: '8443' }],
  metric_parameters: [],
  ...changes,
})

const aMetric: Metric = {
  id: 1,
  name: 'web.http',
  mtype: 'Active',
  tags: [],
  probeversion: 'web-probe (1.0)',
  group: 'ops',
  description: '',
  parent: '',
  probeexecutable: 'check_http',
  config: [],
  attribute: [{ key: 'WEB_PORT', value: '-p' }],
  dependancy: [],
  flags: [],
  parameter: [{ key: '-u', value: '/' }],
  profiles: [],
}

const aServerWith = (override = anOverride(), others: readonly MetricOverride[] = []) =>
  aServer(aSuperuser())
    .answer(api.list, [override, ...others])
    .answer(api.get, override, '"3"')
    .answer(resourceEndpoints(metrics).list, [aMetric])

const cell = (table: string, what: string, row = 1) => screen.findByLabelText(`${table}: ${what} ${row}`)

test('the list shows the number of rows of each override, and links to it', async () => {
  aServerWith()
  showPage(list)
  expect(await screen.findByRole('link', { name: 'web' })).toHaveAttribute('href', `${list}/web`)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Select metric configuration override to change')
  expect(screen.getByRole('link', { name: 'Effective check' })).toHaveAttribute(
    'href',
    '/ui/administration/effectiveresult',
  )
})

test('only superusers have these pages', async () => {
  aServer(aMember())
  showPage(`${list}/web`)
  expect(await screen.findByText(/Nothing is at this address|not found/i)).toBeVisible()
})

test('an incomplete row is refused, and blank ones are not sent', async () => {
  const server = aServerWith().preview(api.add, nothingElse).answer(api.add, anOverride(), '"1"')
  showPage(`${list}/add`)
  await userEvent.type(await cell('Host attributes', 'hostname'), 'host:80')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Name field is required')).toBeVisible()
  expect(screen.getByText('Invalid hostname')).toBeVisible()
  expect(screen.getByText(/^Attribute can contain alphanumeric/)).toBeVisible()
  expect(screen.getByText('No value')).toBeVisible()

  await userEvent.type(screen.getByLabelText('Name'), 'web')
  await userEvent.clear(await cell('Host attributes', 'hostname'))
  await userEvent.type(await cell('Global attributes', 'attribute'), 'VONAME')
  await userEvent.type(await cell('Global attributes', 'value'), 'ops of all')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add metric configuration override')
  expect(await screen.findByText('Metric configuration override successfully added')).toBeVisible()
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    name: 'web',
    global_attributes: [{ attribute: 'VONAME', value: 'ops of all' }],
    host_attributes: [],
    metric_parameters: [],
  })
})

test('rows are pasted from a spreadsheet; duplicates, and values that another override sets too, are marked', async () => {
  const other = anOverride({ id: 5, name: 'zone', host_attributes: [] })
  const server = aServerWith(anOverride(), [other]).preview(api.change, nothingElse).answer(api.change, anOverride())
  showPage(`${list}/web`)
  expect(await screen.findByText('Also in zone')).toBeVisible()
  await userEvent.click(await cell('Global attributes', 'attribute'))
  await userEvent.paste('A\t1 2\nVONAME\tx\nB_PASSWORD\ty')
  expect(await cell('Global attributes', 'value', 2)).toHaveValue('1 2')
  expect(await screen.findByText('Secret?')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Duplicated')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Remove global attribute 3/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change metric configuration override')
  expect(await screen.findByText('Metric configuration override successfully changed')).toBeVisible()
  const [call] = server.callsOf(api.change)
  expect(call?.headers.get('if-match')).toBe('"3"')
  expect(call?.body).toEqual({
    ...anOverride(),
    global_attributes: [
      { attribute: 'VONAME', value: 'ops' },
      { attribute: 'A', value: '1 2' },
      { attribute: 'B_PASSWORD', value: 'y' },
    ],
  })
})

test('a variable is marked where boxes do not resolve it: in global attributes, not in those of hosts', async () => {
  const of = { attribute: 'API_TOKEN', value: '$MY_TOKEN' }
  aServerWith(anOverride({ global_attributes: [of], host_attributes: [{ hostname: host, ...of }] }))
  showPage(`${list}/web`)
  expect(await cell('Global attributes', 'value')).toHaveValue('$MY_TOKEN')
  expect(screen.getAllByText('Not filled in')).toHaveLength(1)
  expect(screen.getByText(/does not work/)).toHaveTextContent(/^Global attributes: \$NAME does not work/)
})

test("suggests known hosts and metrics, and the parameters of the row's metric", async () => {
  aServerWith()
  showPage(`${list}/web`)
  await userEvent.click(await cell("Metrics' parameters", 'hostname'))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(host) }))
  await userEvent.click(await cell("Metrics' parameters", 'metric'))
  await userEvent.click(await screen.findByRole('option', { name: /web\.http/ }))
  await userEvent.click(await cell("Metrics' parameters", 'parameter'))
  expect(await screen.findByRole('option', { name: /-p.*attribute WEB_PORT/ })).toBeVisible()
  await userEvent.click(await screen.findByRole('option', { name: /-u.*now \// }))
  expect(await cell("Metrics' parameters", 'parameter')).toHaveValue('-u')
})

test('what the server refuses is shown in its row, past blank ones; the first of it has the focus', async () => {
  const server = aServerWith(
    anOverride({ metric_parameters: [{ hostname: host, metric: 'web.http', parameter: '-u', value: '/' }] }),
  )
  server.refuse(api.change, 'invalid_input', {
    fields: {
      'metric_parameters.0.metric': 'No such metric',
      'global_attributes.1.value': 'Must be a whole number',
      'global_attributes.0': 'Another override has it',
    },
  })
  showPage(`${list}/web`)
  await userEvent.type(await cell('Global attributes', 'value'), '{Enter}')
  await userEvent.type(await cell('Global attributes', 'value', 2), '{Enter}B{Enter}x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Another override has it')).toBeVisible()
  expect(await cell('Global attributes', 'attribute', 1)).toHaveFocus()
  expect(await cell('Global attributes', 'value', 3)).toHaveAccessibleDescription('Must be a whole number')
  expect(await cell("Metrics' parameters", 'metric')).toHaveAccessibleDescription('No such metric')

  const next = screen.getByRole('button', { name: '3 problems' })
  await userEvent.click(next)
  expect(await cell('Global attributes', 'attribute', 1)).toHaveFocus()
  await userEvent.click(next)
  expect(await cell('Global attributes', 'value', 3)).toHaveFocus()
  await userEvent.click(next)
  expect(await cell("Metrics' parameters", 'metric')).toHaveFocus()
  await userEvent.click(next)
  expect(await cell('Global attributes', 'attribute', 1)).toHaveFocus()
})

test('a file is previewed before it is applied to the form, and can be undone', async () => {
  aServerWith()
  showPage(`${list}/web`)
  await cell('Global attributes', 'value')
  const content = {
    global_attributes: [
      { attribute: 'VONAME', value: 'new' },
      { attribute: '1', value: 'x' },
    ],
  }
  const file = new File([JSON.stringify(content)], 'sets.json', { type: 'application/json' })
  await userEvent.upload(screen.getByLabelText('JSON file'), file)
  const dialog = await screen.findByRole('dialog', { name: 'Import JSON' })
  expect(await within(dialog).findByText('VONAME')).toBeVisible()
  expect(within(dialog).getByText(/^Global attributes, row 2 is left out/)).toBeVisible()
  expect(within(dialog).getByText(/The file has no host_attributes/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apply to form' }))
  expect(await cell('Global attributes', 'value')).toHaveValue('new')
  expect(await cell('Host attributes', 'value')).toHaveValue('8443')
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  expect(await cell('Global attributes', 'value')).toHaveValue('ops')
})
