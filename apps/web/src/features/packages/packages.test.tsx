import { osTags } from '@quatrain/contract/catalogue/catalogue.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { newerPackages } from '@quatrain/contract/resources/metric-moves.ts'
import { type Package, packages, packageUsageOf, packageVersions } from '@quatrain/contract/resources/package.ts'
import { yumRepos } from '@quatrain/contract/resources/yum-repo.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(packages)

const aPackage = (changes: Partial<Package> = {}): Package => ({
  id: 7,
  name: 'web-probes',
  version: '1.0',
  use_present_version: false,
  repos: ['base (Rocky 9)'],
  ...changes,
})

const repo = (id: number, name: string, tag: string) => ({ id, name, tag, content: 'x', description: 'x' })
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const serverWith = (found = aPackage(), server = aSuperTenant()) =>
  server
    .answer(osTags, ['CentOS 6', 'CentOS 7', 'Rocky 9'])
    .answer(resourceEndpoints(yumRepos).list, [
      repo(1, 'base', 'CentOS 7'),
      repo(2, 'base', 'Rocky 9'),
      repo(3, 'extra', 'Rocky 9'),
    ])
    .answer(api.list, [found])
    .answer(api.get, found, '"3"')
    .answer(packageVersions, [found])
    .answer(packageUsageOf, { probes: [], templates: [], tenants: [], otherVersions: [], versions: [] })

test('packages are filtered by their repo, and versions sorted as numbers', async () => {
  serverWith().answer(api.list, [
    aPackage({ id: 1, version: '0.10', repos: ['base (CentOS 7)', 'base (Rocky 9)'] }),
    aPackage({ id: 2, version: '0.9' }),
  ])
  showPage('/ui/packages')
  const heading = await screen.findByRole('columnheader', { name: 'Version' })
  await userEvent.click(within(heading).getByRole('button'))
  expect(screen.getAllByRole('row')[2]).toHaveTextContent('0.9')
  await userEvent.selectOptions(screen.getByLabelText('Filter by repo'), 'base (CentOS 7)')
  expect(await screen.findByText('1 of 2 packages')).toBeVisible()
  const link = screen.getByRole('link', { name: 'web-probes' })
  expect(link).toHaveAttribute('href', '/ui/packages/web-probes-0.10')
})

test('a repo can be selected for each OS tag, and one is required', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, aPackage(), '"1"')
  showPage('/ui/packages/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  const repos = screen.getByRole('region', { name: 'Repos' })
  expect(within(repos).getByRole('alert')).toHaveTextContent('You must provide at least one repo')

  await userEvent.type(screen.getByLabelText('Name'), 'web-probes')
  await userEvent.type(screen.getByLabelText('Version'), '1 0')
  expect(screen.getByText('Version cannot contain white spaces')).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Version'))
  await userEvent.type(screen.getByLabelText('Version'), '1.0')
  expect(within(screen.getByLabelText('CentOS 6 repo')).getAllByRole('option')).toHaveLength(1)
  await userEvent.selectOptions(screen.getByLabelText('Rocky 9 repo'), 'extra (Rocky 9)')
  await userEvent.selectOptions(screen.getByLabelText('CentOS 7 repo'), 'base (CentOS 7)')
  await userEvent.selectOptions(screen.getByLabelText('Rocky 9 repo'), 'base (Rocky 9)')
  expect(screen.queryByText('You must provide at least one repo')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add package')
  expect(await screen.findByText('Package successfully added')).toBeVisible()
  expect(server.callsOf(api.add)[0]?.body).toEqual({
    name: 'web-probes',
    version: '1.0',
    use_present_version: false,
    repos: ['base (CentOS 7)', 'base (Rocky 9)'],
  })
})

test('with the flag the version is `present` and locked; without it, what it was before', async () => {
  const server = serverWith().preview(api.change, nothingElse).answer(api.change, aPackage(), '"4"')
  showPage('/ui/packages/web-probes-1.0')
  const flag = await screen.findByRole('checkbox', { name: 'Use version which is present in repo' })
  await userEvent.click(flag)
  expect(screen.getByText('present')).toBeVisible()
  expect(screen.queryByLabelText('Version')).not.toBeInTheDocument()
  await userEvent.click(flag)
  expect(screen.getByLabelText('Version')).toHaveValue('1.0')
  expect(screen.getByText('No changes')).toBeVisible()
  await userEvent.click(flag)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change package')
  await waitFor(() => expect(server.callsOf(api.change)).toHaveLength(1))
  expect(server.callsOf(api.change)[0]?.body).toEqual({
    ...aPackage(),
    version: 'present',
    use_present_version: true,
  })
})

test('dependents are listed before a delete, which the server refuses', async () => {
  serverWith()
    .answer(packageUsageOf, {
      probes: [{ name: 'web-probe', version: '1.0' }],
      templates: ['web.http', 'web.tls'],
      tenants: [{ name: 'NORDIC', metrics: 2, profiles: 1 }],
      otherVersions: [{ version: '0.9', tenants: 1, repos: ['base (Rocky 9)'] }],
      versions: [
        { version: '1.1', tenants: [] },
        {
          version: '1.0',
          tenants: [
            { name: 'NORTH', metrics: 4 },
            { name: 'SOUTH', metrics: 1200 },
          ],
        },
      ],
    })
    .refuse(api.remove, 'in_use', { detail: 'You cannot delete package with associated probes.' })
  showPage('/ui/packages/web-probes-1.0')
  const versions = within(await screen.findByRole('table', { name: 'Versions in use' }))
  expect(versions.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'VersionTenantsMetrics',
    '1.10 of 20',
    '1.02 of 21,204',
  ])
  const byTenant = within(screen.getByRole('table', { name: 'Metrics by tenant and version', hidden: true }))
  expect(byTenant.getByRole('row', { name: 'SOUTH 1200', hidden: true })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'web-probe (1.0)' })).toHaveAttribute(
    'href',
    '/ui/probes/web-probe/history/1.0',
  )
  expect(screen.getByText('2 metric templates')).toBeVisible()
  expect(screen.getByText('1 other tenant needs version 0.9 from base (Rocky 9).')).toBeVisible()
  expect(screen.getByText('2 metrics, 1 metric profile')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('You cannot delete package with associated probes.')).toBeVisible()
})

test('dependents that could not be loaded can be loaded again', async () => {
  const server = serverWith().refuse(packageUsageOf, 'internal', { detail: 'Internal server error' })
  showPage('/ui/packages/web-probes-1.0')
  expect(await screen.findByText(/^What depends on it could not be loaded/)).toBeVisible()
  server.answer(packageUsageOf, { probes: [], templates: [], tenants: [], otherVersions: [], versions: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No probe is in this package.')).toBeVisible()
})

test('a refused repo is reported where repos are selected', async () => {
  serverWith().refuse(api.change, 'invalid_input', {
    detail: 'YUM repo does not exist.',
    fields: { 'repos.0': 'YUM repo does not exist.' },
  })
  showPage('/ui/packages/web-probes-1.0')
  const choice = await screen.findByLabelText('Rocky 9 repo')
  await waitFor(() => expect(choice).toBeEnabled())
  await userEvent.selectOptions(choice, 'extra (Rocky 9)')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const repos = screen.getByRole('region', { name: 'Repos' })
  expect(await within(repos).findByText('YUM repo does not exist.')).toBeVisible()
})

test('a clone keeps name and repos, and needs another version', async () => {
  serverWith()
  showPage('/ui/packages/web-probes-1.0/clone')
  expect(await screen.findByLabelText('Name')).toHaveValue('web-probes')
  expect(screen.getByLabelText('Version')).toHaveValue('')
  await waitFor(() => expect(screen.getByLabelText('Rocky 9 repo')).toHaveValue('base (Rocky 9)'))
})

test('a clone of a deleted package is not found', async () => {
  serverWith().refuse(api.get, 'not_found', { detail: 'Package not found.' })
  showPage('/ui/packages/web-probes-1.0/clone')
  expect(await screen.findByText('There is no package named web-probes-1.0.')).toBeVisible()
})

test('every version of a package links to the others', async () => {
  const versions = ['1.1', '1.0'].map((version) => ({ version, tenants: [] }))
  serverWith().answer(packageUsageOf, { probes: [], templates: [], tenants: [], otherVersions: [], versions })
  showPage('/ui/packages/web-probes-1.0')
  const newer = await screen.findByRole('link', { name: '1.1' })
  expect(newer).toHaveAttribute('href', '/ui/packages/web-probes-1.1')
  expect(screen.getByRole('link', { name: '1.0' })).toHaveAttribute('aria-current', 'page')
})

test('in a tenant a package is read-only in each of its versions', async () => {
  const server = serverWith(aPackage(), aServer(aSuperuser()))
    .answer(packageVersions, [aPackage({ id: 8, version: '1.1', repos: ['extra (Rocky 9)'] }), aPackage()])
    .answer(newerPackages, [{ name: 'web-probes', versions: ['1.0'], newest: '1.1', metrics: ['web.http'] }])
  const update = '/ui/administration/packages/web-probes-1.1/update'
  showPage('/ui/administration/packages')
  expect(await screen.findByRole('link', { name: 'update available' })).toHaveAttribute('href', update)
  await userEvent.click(await screen.findByRole('link', { name: 'web-probes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Package details web-probes-1.0' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'web-probes-1.1' })).toHaveAttribute('href', update)
  expect(screen.getByRole('button', { name: 'Update metrics' })).toBeDisabled()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'base (Rocky 9)' })).toHaveAttribute(
    'href',
    '/ui/administration/yumrepos/base-rocky9',
  )
  await userEvent.selectOptions(screen.getByLabelText('Version'), '1.1')
  expect(await screen.findByRole('link', { name: 'extra (Rocky 9)' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?version=1.1'))
  expect(screen.getByRole('link', { name: 'Update metrics' })).toHaveAttribute('href', update)
  await waitFor(() => expect(server.callsOf(packageUsageOf).at(-1)?.path).toContain('web-probes-1.1'))
})

test('a member of the super-tenant reads, and sees why nothing can be changed', async () => {
  serverWith(aPackage({ version: 'present', use_present_version: true }), aSuperTenant(aMember()))
  showPage('/ui/packages/web-probes-present')
  expect(await screen.findByText(/^This is a read-only instance/)).toBeVisible()
  expect(screen.getByText('Whatever version is in the repo.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Clone' })).not.toBeInTheDocument()
})
