import { dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aPassive, api, aSuperServer, aTemplate, aVersion, rowOf } from '#test/templates.ts'

const nordic = () =>
  aServer(aSuperuser())
    .answer(api.list, [rowOf(aTemplate()), rowOf(aPassive())])
    .answer(api.get, aTemplate())

test('a tenant reads a template as text, with links to its probe and its history', async () => {
  nordic().answer(dependentsOf, [{ kind: 'metrictemplate', name: 'web.tls', field: 'parent', count: 1 }])
  showPage('/ui/administration/metrictemplates/web.http')
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric template details web.http' })).toBeVisible()
  const config = within(screen.getByRole('table', { name: 'Config' }))
  expect(config.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'KeyValue',
    'maxCheckAttempts3',
    'timeout30',
    'path/usr/libexec/web',
    'interval5',
    'retryInterval3',
  ])
  expect(screen.getByText('probe-http (1.4.0)')).toBeVisible()
  expect(screen.getByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/probes/http-probe/history/1.4.0',
  )
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    '/ui/administration/metrictemplates/web.http/history',
  )
  expect(screen.queryByText('Dependency')).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  const usage = within(screen.getByRole('region', { name: 'Where it is used' }))
  expect(await usage.findByRole('link', { name: 'web.tls' })).toHaveAttribute(
    'href',
    '/ui/administration/metrictemplates/web.tls',
  )
})

test('the public page in a tenant is below the probe, without a history', async () => {
  aServer(aMember())
    .answer(api.list, [rowOf(aTemplate())])
    .answer(api.get, aTemplate())
  showPage('/ui/probes/http-probe/web.http')
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric template details web.http' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'History' })).not.toBeInTheDocument()
})

test('users who are not administrators find no list of templates in a tenant', async () => {
  aServer(aMember())
  showPage('/ui/administration/metrictemplates')
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
})

test('of a passive template only flags and parent are shown', async () => {
  nordic().answer(api.get, aPassive())
  showPage('/ui/administration/metrictemplates/web.passive')
  expect(await screen.findByRole('rowheader', { name: 'PASSIVE' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'web.http' })).toHaveAttribute(
    'href',
    '/ui/administration/metrictemplates/web.http',
  )
  for (const title of ['Probe executable', 'Config', 'Attributes', 'Parameter']) {
    expect(screen.queryByText(title), title).not.toBeInTheDocument()
  }
})

test('public pages link to public pages, and every version has an address', async () => {
  aServer()
    .answer(api.publicList, [rowOf(aTemplate())])
    .answer(api.publicGet, aTemplate())
    .publishedVersions(metricTemplates, [
      aVersion(2, aTemplate(), '1.4.0'),
      aVersion(1, aTemplate({ tags: [] }), '1.3.0'),
    ])
  showPage('/ui/public_metrictemplates/web.http')
  expect(await screen.findByRole('link', { name: 'http-probe (1.4.0)' })).toHaveAttribute(
    'href',
    '/ui/public_probes/http-probe/history/1.4.0',
  )
  await userEvent.click(screen.getByRole('link', { name: 'History' }))
  await userEvent.click(await screen.findByRole('link', { name: '1.3.0' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric template version 1.3.0 web.http' })).toBeVisible()
  expect(screen.getByText(/There is a newer one/)).toBeVisible()
  expect(window.location.pathname).toBe('/ui/public_metrictemplates/web.http/history/1.3.0')
  expect(screen.queryByText('ada')).not.toBeInTheDocument()
})

const before = aTemplate({
  probeversion: 'http-probe (1.3.0)',
  tags: ['internal', 'old'],
  description: 'The first page of all answers in time',
  config: aTemplate().config.map((pair) => (pair.key === 'timeout' ? { ...pair, value: '10' } : pair)),
  parameter: [...aTemplate().parameter.toReversed(), { key: '-x', value: '' }],
})
const after = aTemplate({ description: 'The front page of all answers in time', attribute: [] })

test('two versions are compared key by key: added, removed, changed or moved', async () => {
  aSuperServer().versions(metricTemplates, [aVersion(2, after, '1.4.0'), aVersion(1, before, '1.3.0')])
  showPage('/ui/metrictemplates/web.http/history')
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  const config = within(await screen.findByRole('region', { name: 'config' }))
  expect(config.getByRole('row', { name: '≠ changed timeout 10 → 30' })).toBeVisible()
  expect(config.getAllByRole('row')).toHaveLength(2)
  const attribute = within(screen.getByRole('region', { name: 'attribute' }))
  expect(attribute.getByRole('row', { name: '− removed URL -u' })).toBeVisible()
  const parameter = within(screen.getByRole('region', { name: 'parameter' }))
  expect(parameter.getByText('1 removed, 1 moved')).toBeVisible()
  expect(parameter.getByRole('row', { name: /^↕ moved -[cw]$/ })).toBeVisible()
  expect(within(screen.getByRole('region', { name: 'tags' })).getByText('1 removed, 1 added')).toBeVisible()
  expect(screen.getByRole('region', { name: 'probe version' })).toHaveTextContent(
    'http-probe (1.3.0) → http-probe (1.4.0)',
  )
  expect(within(screen.getByRole('region', { name: 'description' })).getByText('front')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'flags' })).not.toBeInTheDocument()
})

test('a version is found by its number and restored through the form', async () => {
  aSuperServer(after)
    .versions(metricTemplates, [aVersion(2, after, '1.4.0'), aVersion(1, before, '1.3.0')])
    .preview(api.change, { preview: 'digest', changes: [], notices: {} })
    .answer(api.change, before, '"5"')
  showPage('/ui/metrictemplates/web.http/history/1.3.0')
  expect(await screen.findByRole('heading', { level: 1, name: 'Metric template version 1.3.0 web.http' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Compare with now' })).toHaveAttribute(
    'href',
    '/ui/metrictemplates/web.http/history/compare/1.4.0/1.3.0',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Restore' }))
  expect(await screen.findByText(/^The form contains version 1.3.0/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Config: timeout').value).toBe('10')
  expect(await screen.findByText(/Saving restores the earlier version/)).toBeVisible()
})

test('a missing version is not found', async () => {
  aSuperServer()
  showPage('/ui/metrictemplates/web.http/history/9.9')
  expect(await screen.findByText('web.http has no version 9.9.')).toBeVisible()
})

test('a template that is being deleted cannot be changed, and links to its roll-out', async () => {
  aSuperServer(aTemplate({ deleted_by: 7 }))
  showPage('/ui/metrictemplates/web.http')
  expect(await screen.findByText(/^This metric template is being deleted/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'roll-out 7' })).toHaveAttribute('href', '/ui/administration/rollouts/7')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a tenant, which has no roll-outs, reads that a template is being deleted', async () => {
  nordic()
    .answer(api.list, [{ ...rowOf(aTemplate()), deleted_by: 7 }])
    .answer(api.get, aTemplate({ deleted_by: 7 }))
  showPage('/ui/administration/metrictemplates')
  expect(await screen.findByText('Being deleted')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'web.http' }))
  expect(await screen.findByText(/^This metric template is being deleted by/)).toBeVisible()
  expect(screen.getByText('roll-out 7')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'roll-out 7' })).not.toBeInTheDocument()
})
