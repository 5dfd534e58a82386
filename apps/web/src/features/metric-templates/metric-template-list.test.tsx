import {
  addChangeRequest,
  previewWrites,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { isTenantSchema } from '@quatrain/contract/console/options.ts'
import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { deleteMetricTemplates, templatesOfTenant } from '@quatrain/contract/resources/metric-template.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aChangeRequest } from '#test/change-requests.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aPassive, api, aSuperServer, aTemplate, documentOf, rowOf } from '#test/templates.ts'

const many = Array.from({ length: 60 }, (_, place) =>
  rowOf(aTemplate({ id: place, name: `check.${String(place).padStart(2, '0')}`, tags: place < 4 ? ['web'] : [] })),
)

const rows = () => screen.getAllByRole('row').slice(2)
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' })
/** What is said about the selection. */
const selected = () => screen.getByText(/^\d+ metric templates? selected/)
const bar = () => within(screen.getByRole('toolbar', { name: 'Selected metric templates' }))

const gone = (kind: string, name: string, tenant = 'super'): AffectedObject => ({
  tenant,
  kind,
  name,
  action: 'delete',
  before: documentOf(aTemplate({ name })),
  after: null,
})

test('an administrator of the super-tenant sees the tenants of each template, and can select rows', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select metric template to change' })).toBeVisible()
  await screen.findByText('2 metric templates')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Delete',
    'Name',
    'Probe version',
    'Type',
    'Tag',
    'Tenants',
  ])
  expect(rows()[0]).toHaveTextContent('web.httphttp-probe (1.4.0)Activeinternal web ALPINE NORDIC')
  expect(rows()[1]).toHaveTextContent('web.passivePassivedeprecated none')
  expect(screen.getByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/probes/http-probe/history/1.4.0',
  )
  expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute('href', '/ui/metrictemplates/add')
})

test('many tenants of a template are counted, and a filter by tenant requests the templates of this tenant', async () => {
  const tenants = Array.from({ length: 1_200 }, (_, index) => `TENANT${index}`)
  const server = aSuperServer()
    .answer(api.list, [
      rowOf(aTemplate(), tenants),
      rowOf(aTemplate({ id: 13, name: 'web.other' }), tenants),
      rowOf(aPassive(), ['NORDIC']),
    ])
    .answer(templatesOfTenant, ['web.http', 'web.passive'])
  showPage('/ui/metrictemplates')
  expect((await screen.findAllByRole('link', { name: '1,200 tenants' }))[0]).toHaveAttribute(
    'href',
    '/ui/metrictemplates/web.http',
  )
  const filter = screen.getByLabelText('Filter by tenants')
  await within(filter).findByRole('option', { name: 'ALPINE' })
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Show all', 'ALPINE', 'NORDIC'])
  expect(server.callsOf(templatesOfTenant)).toEqual([])
  await userEvent.selectOptions(filter, 'NORDIC')
  await screen.findByText('2 of 3 metric templates')
  expect(rows().map((row) => within(row).getAllByRole('link')[0]?.textContent)).toEqual(['web.http', 'web.passive'])
  await userEvent.selectOptions(filter, 'ALPINE')
  await screen.findByText('1 of 3 metric templates')
})

test('if the templates of a tenant cannot be loaded, the list says that it is not filtered', async () => {
  aSuperServer()
    .answer(api.list, [
      rowOf(
        aTemplate(),
        Array.from({ length: 30 }, (_, index) => `TENANT${index}`),
      ),
    ])
    .refuse(templatesOfTenant, 'internal', { detail: 'Something went wrong.' })
  showPage('/ui/metrictemplates?tenants=NORDIC')
  expect(await screen.findByText(/The metric templates of the tenant could not be loaded/)).toBeVisible()
  expect(screen.getByText('1 metric template')).toBeVisible()
})

test('users who may not delete see the same list without check boxes', async () => {
  aSuperServer(aTemplate(), aMember())
  showPage('/ui/metrictemplates')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select metric template for details' })).toBeVisible()
  await screen.findByText('2 metric templates')
  expect(screen.getAllByRole('columnheader')[0]).toHaveTextContent('#')
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('in a tenant and in public it shows operating systems, and no tenants', async () => {
  aServer(aSuperuser()).answer(api.list, [rowOf(aTemplate())])
  const { unmount } = showPage('/ui/administration/metrictemplates')
  expect(await screen.findByRole('link', { name: 'web.http' })).toHaveAttribute(
    'href',
    '/ui/administration/metrictemplates/web.http',
  )
  expect(screen.getByRole('cell', { name: 'CentOS 7, Rocky 9' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Tenants' })).not.toBeInTheDocument()
  unmount()
  aServer().answer(api.publicList, [rowOf(aTemplate())])
  showPage('/ui/public_metrictemplates')
  expect(await screen.findByRole('link', { name: 'web.http' })).toHaveAttribute(
    'href',
    '/ui/public_metrictemplates/web.http',
  )
  expect(screen.getByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/public_probes/http-probe/history/1.4.0',
  )
})

test('in public the super-tenant shows operating systems as well, and no tenants', async () => {
  aServer()
    .answer(isTenantSchema, { isTenantSchema: false })
    .answer(api.publicList, [rowOf(aTemplate())])
  showPage('/ui/public_metrictemplates')
  expect(await screen.findByRole('cell', { name: 'CentOS 7, Rocky 9' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Tenants' })).not.toBeInTheDocument()
})

test('the check box of the heading selects the displayed rows, then all matching rows, and shows a partial selection', async () => {
  aSuperServer().answer(api.list, many)
  showPage('/ui/metrictemplates')
  await screen.findByText('60 metric templates')
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument()
  expect(screen.queryByText(/ selected/)).not.toBeInTheDocument()
  await userEvent.click(selectAll())
  expect(selected()).toHaveTextContent('50 metric templates selected')
  await userEvent.click(bar().getByRole('button', { name: 'Select all 60 that match' }))
  expect(selected()).toHaveTextContent('60 metric templates selected, 10 of them on other pages')
  await userEvent.click(box('check.07'))
  expect(selectAll().indeterminate).toBe(true)
  expect(bar().queryByRole('button', { name: /that match/ })).not.toBeInTheDocument()
  await userEvent.selectOptions(screen.getByLabelText('Filter by tag'), 'web')
  await screen.findByText('4 of 60 metric templates')
  expect(selected()).toHaveTextContent('59 metric templates selected, 55 of them hidden by the filters')
  expect(selectAll()).toBeChecked()
  await userEvent.click(bar().getByRole('button', { name: 'Clear selection' }))
  expect(selectAll()).not.toBeChecked()
})

test('shift selects a range of rows in the displayed order', async () => {
  aSuperServer().answer(api.list, many)
  showPage('/ui/metrictemplates?sort=-name')
  await screen.findByText('60 metric templates')
  const user = userEvent.setup()
  await user.click(box('check.50'))
  await user.keyboard('{Shift>}')
  await user.click(box('check.47'))
  await user.keyboard('{/Shift}')
  expect(selected()).toHaveTextContent('4 metric templates selected')
  for (const name of ['check.50', 'check.49', 'check.48', 'check.47']) expect(box(name)).toBeChecked()
})

test('with nothing chosen there is nothing to delete', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates')
  await screen.findByText('2 metric templates')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const result = within(await screen.findByRole('alert'))
  expect(result.getByText('Error')).toBeVisible()
  expect(result.getByText('No metric templates were selected!')).toBeVisible()
})

test('the confirmation of a bulk delete lists the templates and side effects; afterwards nothing is selected', async () => {
  const server = aSuperServer()
    .preview(deleteMetricTemplates, {
      preview: 'digest',
      changes: [
        gone('metrictemplate', 'web.http'),
        gone('metrictemplate', 'web.passive'),
        gone('metric', 'web.http', 'NORDIC'),
        { ...gone('metricprofile', 'CORE', 'NORDIC'), action: 'change', after: {} },
      ],
      notices: {},
    })
    .answer(deleteMetricTemplates, {
      info: 'Metric templates web.http, web.passive successfully deleted.',
      warning: 'nordic: Metric web.http not deleted from profile CORE: it is gone\nalpine: nothing done',
    })
  showPage('/ui/metrictemplates')
  await screen.findByText('2 metric templates')
  await userEvent.click(box('web.http'))
  await userEvent.click(box('web.passive'))
  await userEvent.click(bar().getByRole('button', { name: 'Delete 2 metric templates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete metric templates' }))
  expect(dialog.getByText('Are you sure you want to delete metric templates?')).toBeVisible()
  expect(
    within(dialog.getByRole('list', { name: 'Metric templates to delete' })).getAllByRole('listitem'),
  ).toHaveLength(2)
  expect(dialog.getByText(/1 metric will be deleted in NORDIC/)).toBeVisible()
  expect(dialog.getByRole('link', { name: /^CORE/ })).toHaveAttribute(
    'href',
    'http://nordic.example.org:3000/ui/metricprofiles/CORE',
  )
  server.answer(api.list, [])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete metric templates' }))
  expect(await screen.findByText('Metric templates web.http, web.passive successfully deleted.')).toBeVisible()
  expect(screen.getByText('nordic: Metric web.http not deleted from profile CORE: it is gone')).toBeVisible()
  expect(screen.getByText('alpine: nothing done')).toBeVisible()
  const [call] = server.callsOf(deleteMetricTemplates)
  expect(call?.body).toEqual({ metrictemplates: ['web.http', 'web.passive'] })
  expect(call?.headers.get('if-preview-match')).toBe('digest')
  expect(await screen.findByText('No metric templates')).toBeVisible()
})

test('a delete that tenants follow by jobs asks which of them follow now, and marks the templates', async () => {
  const later = { next: null, later: true } as const
  const sentence = 'Metric template web.http is being deleted: 2 tenants follow by roll-out 7.'
  const server = aSuperServer()
    .preview(deleteMetricTemplates, {
      preview: 'digest',
      changes: [],
      groups: [
        { tenant: 'ALPINE', kind: 'metric', action: 'delete', count: 1, ...later },
        { tenant: 'NORDIC', kind: 'metric', action: 'delete', count: 1, ...later },
        { tenant: 'Super', kind: 'metrictemplate', action: 'delete', count: 1, ...later },
      ],
      notices: {},
    })
    .answer(deleteMetricTemplates, { later: sentence })
  showPage('/ui/metrictemplates')
  await screen.findByText('2 metric templates')
  await userEvent.click(box('web.http'))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete metric template' }))
  expect(dialog.getByText(/1 metric will be deleted in ALPINE later, by a job/)).toBeVisible()
  expect(dialog.getByText('2 tenants follow now.')).toBeVisible()
  await userEvent.click(dialog.getByRole('radio', { name: 'Only some tenants' }))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Tenants that follow now' }), 'NORDIC{ArrowDown}{Enter}')
  server.answer(api.list, [{ ...rowOf(aTemplate(), ['ALPINE']), deleted_by: 7 }, rowOf(aPassive())])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete metric template' }))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.queryByText('Deleted')).not.toBeInTheDocument()
  expect(server.callsOf(deleteMetricTemplates)[0]?.query).toMatchObject({ tenants_now: 'NORDIC' })
  expect(await screen.findByRole('link', { name: 'Being deleted' })).toHaveAttribute(
    'href',
    '/ui/administration/rollouts/7',
  )
})

test('if one is unknown the server names it, nothing is deleted, and the others stay selected', async () => {
  const server = aSuperServer().refuse(deleteMetricTemplates, 'not_found', {
    detail: 'Metric template web.passive does not exist.',
  })
  showPage('/ui/metrictemplates')
  await screen.findByText('2 metric templates')
  await userEvent.click(selectAll())
  server.answer(api.list, [rowOf(aTemplate())])
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Metric template web.passive does not exist.')).toBeVisible()
  expect(screen.getByText('Error deleting metric templates')).toBeVisible()
  await waitFor(() => expect(selected()).toHaveTextContent('1 metric template selected'))
  expect(server.callsOf(deleteMetricTemplates)).toEqual([])
})

test('deleting more than twenty requires typing their number', async () => {
  const server = aSuperServer()
    .answer(api.list, many)
    .preview(deleteMetricTemplates, { preview: 'digest', changes: [], notices: {} })
    .answer(deleteMetricTemplates, { info: 'Deleted.' })
  showPage('/ui/metrictemplates')
  await screen.findByText('60 metric templates')
  await userEvent.click(selectAll())
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete metric templates' }))
  expect(dialog.getByRole('button', { name: 'Delete metric templates' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Type 50 to confirm'), '50{Enter}')
  await waitFor(() => expect(server.callsOf(deleteMetricTemplates)).toHaveLength(1))
})

test('an empty list explains what templates are for', async () => {
  aSuperServer().answer(api.list, [])
  showPage('/ui/metrictemplates')
  expect(await screen.findByText('No metric templates')).toBeVisible()
  expect(screen.getByText(/says how a check is run/)).toBeVisible()
})

test('selected templates are changed together: tags are added and removed, and an attribute is set', async () => {
  const server = aSuperServer()
    .answer(resourceEndpoints(metricTags).list, [{ id: 1, name: 'known', metrics: [] }])
    .answer(addChangeRequest, aChangeRequest({ id: 7 }))
    .answer(previewWrites, { preview: 'effect-1', writes: [] })
    .answer(settleChangeRequest, aChangeRequest({ id: 7, state: 'applied' }))
  showPage('/ui/metrictemplates')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select web.http' }))
  await userEvent.click(bar().getByRole('button', { name: 'Change 1 metric template' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Change metric templates' }))
  await userEvent.type(asking.getByRole('combobox', { name: 'Tags to add' }), 'fresh{Enter}')
  await userEvent.type(asking.getByRole('combobox', { name: 'Tags to remove' }), 'internal{Enter}')
  await userEvent.type(asking.getByRole('textbox', { name: 'Attribute (optional)' }), 'PORT')
  await userEvent.type(asking.getByRole('textbox', { name: 'Value of the attribute' }), '-p')
  await userEvent.click(asking.getByRole('button', { name: 'Preview changes' }))
  const preview = within(await screen.findByRole('dialog', { name: 'Change 1 metric template' }))
  const [previewed] = server.callsOf(previewWrites)
  expect(previewed?.body).toMatchObject({
    writes: [
      {
        kind: 'metrictemplate',
        input: { tags: ['web', 'fresh'], attribute: expect.arrayContaining([{ key: 'PORT', value: '-p' }]) },
      },
    ],
  })
  await userEvent.click(preview.getByRole('button', { name: 'Change 1 metric template' }))
  expect(await screen.findByRole('button', { name: 'Undo: Made' })).toBeVisible()
})
