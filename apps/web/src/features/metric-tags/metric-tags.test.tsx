import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type MetricTag, metricTags, metricTagUsage } from '@quatrain/contract/resources/metric-tag.ts'
import { type MetricTemplateRow, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(metricTags)
const templates = resourceEndpoints(metricTemplates)

const aTag = (name: string, ...metrics: string[]): MetricTag => ({
  id: 3,
  name,
  metrics: metrics.map((name) => ({ name })),
})

const aTemplate = (name: string): MetricTemplateRow => ({
  id: 1,
  name,
  mtype: 'Active',
  tags: [],
  probeversion: 'probe (1.0)',
  description: '',
  parent: '',
  probeexecutable: '',
  config: [],
  attribute: [],
  dependency: [],
  flags: [],
  parameter: [],
  package: 'package (1.0)',
  ostag: [],
})

const names = ['ams.check', 'dns.resolve', 'web.http', 'web.tls']

const aServerOf = (tag = aTag('web', 'web.http', 'web.tls'), user?: Parameters<typeof aSuperTenant>[0]) =>
  aSuperTenant(user)
    .answer(api.list, [tag, aTag('internal', 'ams.check')])
    .answer(api.get, tag, '"5"')
    .answer(templates.list, names.map(aTemplate))
    .answer(metricTagUsage, { tenants: [{ name: 'NORDIC', metrics: 2, profiles: 1 }] })

const affected = (kind: string, tenant: string, name: string): FakePreview['changes'][number] => ({
  tenant,
  kind,
  name,
  action: 'change',
  before: {},
  after: {},
})

const previewOf = (...others: FakePreview['changes']): FakePreview => ({
  preview: 'preview-1',
  changes: [
    {
      tenant: 'all',
      kind: 'metrictag',
      name: 'web',
      action: 'change',
      before: { name: 'web', metrics: ['web.http', 'web.tls'] },
      after: { name: 'web', metrics: ['dns.resolve', 'web.http'] },
    },
    ...others,
  ],
  notices: {},
})

const box = (name: string) => screen.getByRole('checkbox', { name })

test('the list is filtered by tag and by its templates', async () => {
  aServerOf()
  showPage('/ui/metrictags')
  expect(await screen.findByText('2 metric tags')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Filter by metrics'), 'tls')
  expect(await screen.findByText('1 of 2 metric tags')).toBeVisible()
  expect(screen.getByRole('link', { name: 'web' })).toHaveAttribute('href', '/ui/metrictags/web')
})

test('members are selected and cleared, and the dialog shows the side effects', async () => {
  const server = aServerOf()
    .preview(
      api.change,
      previewOf(affected('metrictemplate', 'all', 'web.tls'), affected('metric', 'NORDIC', 'web.tls')),
    )
    .answer(api.change, { ...aTag('web', 'dns.resolve', 'web.http'), warning: 'Metric gone does not exist.' }, '"6"')
  showPage('/ui/metrictags/web')
  expect(await screen.findByText('2 members; 2 of 4 metric templates shown')).toBeVisible()
  expect(await screen.findByText('2 metrics, 1 metric profile')).toBeVisible()

  await userEvent.click(box('web.tls'))
  expect(screen.getByText('Removed')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await userEvent.type(screen.getByLabelText('Search metric templates'), 'dns')
  await userEvent.click(box('dns.resolve'))
  expect(screen.getByText('New')).toBeVisible()
  expect(screen.getByText('2 changes')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change metric tag' }))
  expect(dialog.getByText('Are you sure you want to change metric tag?')).toBeVisible()
  expect(dialog.getByText(/1 metric template will be tagged differently/)).toBeVisible()
  expect(dialog.getByText(/1 metric will be tagged differently/)).toBeVisible()
  await confirm('Change metric tag')

  const warning = within(await screen.findByRole('dialog', { name: 'Warning' }))
  expect(warning.getByText('Metric gone does not exist.')).toBeVisible()
  const [sent] = server.callsOf(api.change)
  expect(sent?.body).toEqual({ id: 3, name: 'web', metrics: ['dns.resolve', 'web.http'] })
  expect(sent?.headers.get('if-match')).toBe('"5"')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/metrictags'))
})

test('a change that several tenants follow is made for a canary first, or only for some tenants', async () => {
  const server = aServerOf()
    .preview(api.change, previewOf(...['EAST', 'SOUTH', 'WEST'].map((tenant) => affected('metric', tenant, 'web.tls'))))
    .answer(api.change, aTag('web', 'web.http'), '"6"')
  showPage('/ui/metrictags/web')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'web.tls' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change metric tag' }))
  const submit = dialog.getByRole('button', { name: 'Change metric tag' })
  expect(dialog.getByRole('radio', { name: 'All tenants now' })).toBeChecked()
  expect(dialog.getByText('3 tenants follow now.')).toBeVisible()

  await userEvent.click(dialog.getByRole('radio', { name: 'A canary first' }))
  expect(submit).toBeDisabled()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Tenants that follow now' }))
  await userEvent.click(await screen.findByRole('option', { name: 'SOUTH', hidden: true }))
  expect(
    dialog.getByText(/^1 tenant follows now; 2 other tenants follow on .* and until then see their old state/),
  ).toBeVisible()
  expect(submit).toBeEnabled()
  const due = dialog.getByLabelText('The other tenants follow at')
  await userEvent.clear(due)
  await userEvent.type(due, '2001-01-01T00:00')
  expect(dialog.getByText('Must be in the future')).toBeVisible()
  expect(submit).toBeDisabled()

  await userEvent.click(dialog.getByRole('radio', { name: 'Only some tenants' }))
  expect(dialog.getByText(/2 other tenants are paused/)).toBeVisible()
  await userEvent.click(submit)
  await waitFor(() => expect(server.callsOf(api.change)).toHaveLength(1))
  const [sent] = server.callsOf(api.change)
  expect(sent?.query).toMatchObject({ tenants_now: 'SOUTH' })
  expect(sent?.query).not.toHaveProperty('others_due')
})

test('all displayed rows can be selected at once, and a range with the shift key', async () => {
  aServerOf()
  showPage('/ui/metrictags/add')
  const all = await screen.findByRole('checkbox', { name: 'All shown' })
  await screen.findByRole('checkbox', { name: 'ams.check' })
  const user = userEvent.setup()
  await user.click(box('ams.check'))
  expect(all).toBePartiallyChecked()
  await user.keyboard('{Shift>}')
  await user.click(box('web.http'))
  await user.keyboard('{/Shift}')
  expect(screen.getByText(/^3 members/)).toBeVisible()
  await user.type(screen.getByLabelText('Search metric templates'), 'web')
  await user.click(all)
  expect(screen.getByText(/^4 members/)).toBeVisible()
  await user.click(all)
  expect(screen.getByText(/^2 members/)).toBeVisible()
})

test('a new tag needs a name, and accepts pasted names', async () => {
  const server = aServerOf()
    .preview(api.add, { preview: 'p', changes: [], notices: {} })
    .answer(api.add, aTag('dns', 'dns.resolve'), '"1"')
  showPage('/ui/metrictags/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Required')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Name'), 'dns')
  await screen.findByRole('checkbox', { name: 'ams.check' })
  await userEvent.click(screen.getByLabelText('Search metric templates'))
  await userEvent.paste('dns.resolve\nno.such\n')
  expect(await screen.findByText('1 metric template pasted')).toBeVisible()
  expect(screen.getByText('Not there: no.such')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add metric tag')
  expect(await screen.findByText('Metric tag successfully added')).toBeVisible()
  expect(server.callsOf(api.add)[0]?.body).toEqual({ name: 'dns', metrics: ['dns.resolve'] })
})

test('an unknown member has to be removed before the tag is saved', async () => {
  aServerOf(aTag('web', 'gone', 'web.http'))
  showPage('/ui/metrictags/web')
  expect(await screen.findByText('Unknown')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Name'), '2')
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('Must be one of predefined metrics')).length).toBeGreaterThan(1)
  await userEvent.click(box('gone'))
  expect(screen.queryByText('Must be one of predefined metrics')).not.toBeInTheDocument()
})

test('tags with a fixed meaning explain it', async () => {
  aServerOf(aTag('internal', 'ams.check'))
  showPage('/ui/metrictags/internal')
  expect(await screen.findByText(/New tenants get the metrics/)).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'eol')
  expect(screen.getByText(/New tenants do not get them/)).toBeVisible()
  expect(screen.getByText(/New tenants get the metrics/)).toBeVisible()
})

test('a file is previewed before it is applied to the form, and can be undone', async () => {
  aServerOf()
  showPage('/ui/metrictags/web')
  await screen.findByText('2 members; 2 of 4 metric templates shown')
  const file = new File(['name\nweb.http\ndns.resolve\nno.such\n'], 'tag.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('CSV file'), file)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import CSV' }))
  expect(dialog.getByText('1 metric template added, 1 removed, 1 unchanged, 1 row rejected')).toBeVisible()
  expect(dialog.getByText('Must be one of predefined metrics')).toBeVisible()
  await userEvent.click(dialog.getByRole('radio', { name: /Merge/ }))
  expect(dialog.getByText('1 metric template added, 0 removed, 1 unchanged, 1 row rejected')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Apply to form' }))
  expect(await screen.findByText(/^3 members/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo import' }))
  expect(screen.getByText(/^2 members/)).toBeVisible()
  expect(screen.getByText('No changes')).toBeVisible()
})

test('after another user has renamed the tag, both changes are merged', async () => {
  const server = aServerOf()
  showPage('/ui/metrictags/web')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'web.tls' }))
  const renamed = aTag('www', 'web.http', 'web.tls')
  server.refuse(api.change, 'stale_version').answer(api.list, [renamed]).answer(api.get, renamed, '"6"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('region', { name: 'Changed by somebody else' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with the result' }))
  expect(screen.getByLabelText('Name')).toHaveValue('www')
  expect(screen.getByText('1 change')).toBeVisible()
})

test('a delete names the stored tag, whatever is in the form', async () => {
  const server = aServerOf()
    .preview(api.remove, { preview: 'p', changes: [affected('metric', 'NORDIC', 'web.tls')], notices: {} })
    .answer(api.remove, {})
  showPage('/ui/metrictags/web')
  await userEvent.type(await screen.findByLabelText('Name'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete metric tag' }))
  expect(dialog.getByText(/1 metric will be tagged differently/)).toBeVisible()
  await confirm('Delete metric tag')
  expect(await screen.findByText('Metric tag successfully deleted')).toBeVisible()
  expect(server.callsOf(api.remove)[0]?.path).toBe('/api/v2/internal/metrictags/web')
})

test('users without permission can read it', async () => {
  aServerOf(aTag('web', 'web.http'), aMember())
  showPage('/ui/metrictags/web')
  expect(await screen.findByText(/This is a read-only instance/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'web.http' })).toHaveAttribute('href', '/ui/metrictemplates/web.http')
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('the list and each tag are public', async () => {
  aServer()
    .answer(api.publicList, [aTag('web', 'web.http')])
    .answer(api.publicGet, aTag('web', 'web.http'))
  showPage('/ui/public_metrictags')
  await userEvent.click(await screen.findByRole('link', { name: 'web' }))
  expect(await screen.findByRole('heading', { level: 1, name: /Metric tag details/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'web.http' })).toHaveAttribute('href', '/ui/public_metrictemplates/web.http')
})

test('a clone has the same members, and needs a name', async () => {
  aServerOf()
  showPage('/ui/metrictags/web')
  await userEvent.click(await screen.findByRole('link', { name: 'Clone' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Clone metric tag/ })).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('')
  expect(await screen.findByRole('checkbox', { name: 'web.http' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'dns.resolve' })).not.toBeChecked()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('an earlier version is shown, compared and restored', async () => {
  const version = (id: number, fields: { name: string; metrics: string[] }) => ({
    id,
    version: String(id),
    object_repr: 'web',
    date_created: '2030-01-01T08:00:00.000Z',
    user: 'ada',
    comment: 'A comment.',
    remark: '',
    fields,
  })
  aServerOf().versions(metricTags, [
    version(2, { name: 'web', metrics: ['web.http', 'web.tls'] }),
    version(1, { name: 'www', metrics: ['web.http'] }),
  ])
  showPage('/ui/metrictags/web/history/compare/2/1')
  expect(await screen.findByText('www')).toBeVisible()
  showPage('/ui/metrictags/web/history/1')
  await userEvent.click(await screen.findByRole('link', { name: 'Restore' }))
  expect(await screen.findByText(/The form contains version 1/)).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('www')
  expect(screen.getByText('2 changes')).toBeVisible()
})

test('a list of two thousand templates is not rendered completely', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => aTemplate(`template.${String(index).padStart(4, '0')}`))
  aServerOf(aTag('web')).answer(templates.list, many)
  showPage('/ui/metrictags/web')
  expect(await screen.findByText('0 members; 2,000 of 2,000 metric templates shown')).toBeVisible()
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(100)
  await userEvent.type(screen.getByLabelText('Search metric templates'), '1999')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'template.1999' }))
  expect(screen.getByText(/^1 member;/)).toBeVisible()
})
