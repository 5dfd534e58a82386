import { osTags } from '@quatrain/contract/catalogue/catalogue.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type YumRepo, yumRepos, yumRepoUsage } from '@quatrain/contract/resources/yum-repo.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { confirm } from '#test/profiles.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(yumRepos)

const aRepo = (changes: Partial<YumRepo> = {}): YumRepo => ({
  id: 4,
  name: 'base',
  tag: 'Rocky 9',
  content: '[base]\nbaseurl=https://a.example/\n',
  description: 'Base packages',
  ...changes,
})

const noUsage = { packages: [], probes: [], templates: [], tenants: [] }
const nothingElse: FakePreview = { preview: 'preview-1', changes: [], notices: {} }

const serverWith = (repo = aRepo(), server = aSuperTenant()) =>
  server
    .answer(osTags, ['CentOS 7', 'Rocky 9'])
    .answer(api.list, [repo])
    .answer(api.get, repo, '"3"')
    .answer(yumRepoUsage, noUsage)

test('repos with the same name are distinguished by their OS tag, and filtered by it', async () => {
  serverWith().answer(api.list, [aRepo({ id: 3, tag: 'CentOS 7' }), aRepo()])
  showPage('/ui/yumrepos')
  const [first, second] = await screen.findAllByRole('link', { name: 'base' })
  expect(first).toHaveAttribute('href', '/ui/yumrepos/base-centos7')
  expect(second).toHaveAttribute('href', '/ui/yumrepos/base-rocky9')
  await userEvent.selectOptions(screen.getByLabelText('Filter by tag'), 'Rocky 9')
  expect(await screen.findByText('1 of 2 YUM repos')).toBeVisible()
})

test('a new repo requires all fields; warnings about its file do not prevent saving', async () => {
  const server = serverWith().preview(api.add, nothingElse).answer(api.add, aRepo(), '"1"')
  showPage('/ui/yumrepos/add')
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(screen.getAllByText('Required')).toHaveLength(4)
  expect(screen.getByLabelText('Name')).toHaveFocus()

  await userEvent.type(screen.getByLabelText('Name'), 'new repo')
  expect(screen.getByText('Name cannot contain white spaces')).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'base')
  await userEvent.selectOptions(screen.getByLabelText('Tag'), 'Rocky 9')
  await userEvent.type(screen.getByLabelText('File content'), '[[base]')
  expect(screen.getByText('The section [base] has neither baseurl nor mirrorlist.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Description'), 'Base')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Add YUM repo')
  expect(await screen.findByText('YUM repo successfully added')).toBeVisible()
  const sent = { name: 'base', tag: 'Rocky 9', content: '[base]', description: 'Base' }
  expect(server.callsOf(api.add)[0]?.body).toEqual(sent)
})

test('a repo is read and deleted by name and OS tag, which a change contains too', async () => {
  const server = serverWith()
    .preview(api.change, {
      ...nothingElse,
      changes: [
        { tenant: 'all', kind: 'yumrepo', name: 'main-rocky9', action: 'change', before: null, after: null },
        { tenant: 'all', kind: 'package', name: 'web-1.0', action: 'change', before: null, after: null },
      ],
    })
    .answer(api.change, aRepo({ name: 'main' }), '"4"')
  showPage('/ui/yumrepos/base-rocky9')
  const name = await screen.findByLabelText('Name')
  expect(server.calls.map(({ path }) => path)).toContain('/api/v2/internal/yumrepos/base/rocky9')
  await userEvent.clear(name)
  await userEvent.type(name, 'main')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change YUM repo' })
  expect(within(dialog).getByText(/^1 package will be changed/)).toBeVisible()
  expect(within(dialog).getByText('base-rocky9'), 'what it is called up to now').toBeVisible()
  const asking = screen.getByRole('button', { name: 'Save', hidden: true })
  expect(asking, 'nothing goes on while it is asked').not.toHaveAttribute('data-loading')
  await confirm('Change YUM repo')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/yumrepos'))
  expect(server.callsOf(api.change)[0]?.body).toEqual({ ...aRepo(), name: 'main' })
})

test('a repo shows its own OS tag, even if the others are loaded later', async () => {
  serverWith()
  showPage('/ui/yumrepos/base-rocky9')
  const tag = await screen.findByLabelText('Tag')
  await within(tag).findByRole('option', { name: 'CentOS 7' })
  expect(tag).toHaveValue('Rocky 9')
})

test('a delete with dependent packages lists them', async () => {
  const server = serverWith()
    .answer(yumRepoUsage, { ...noUsage, packages: [{ name: 'web-probes', version: '1.0' }] })
    .refuse(api.remove, 'in_use', { detail: 'You cannot delete YUM repo with associated packages: web-probes-1.0.' })
  showPage('/ui/yumrepos/base-rocky9')
  expect(await screen.findByText('1 package')).toBeVisible()
  expect(screen.getByRole('link', { name: 'web-probes (1.0)' })).toHaveAttribute('href', '/ui/packages/web-probes-1.0')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error')).toBeVisible()
  expect(server.callsOf(api.remove)).toEqual([])
  const call = server.calls.find(({ method }) => method === 'DELETE')
  expect(call?.path).toBe('/api/v2/internal/yumrepos/base/rocky9')
})

test('failures are shown as errors, because there is only one store', async () => {
  serverWith().refuse(api.remove, 'internal', { detail: 'Internal server error' })
  showPage('/ui/yumrepos/base-rocky9')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error')).toBeVisible()
})

test('a user who edits a repo that was renamed meanwhile sees both states, and loses nothing', async () => {
  const server = serverWith().refuse(api.change, 'stale_version')
  showPage('/ui/yumrepos/base-rocky9')
  const description = await screen.findByLabelText('Description')
  await userEvent.clear(description)
  await userEvent.type(description, 'Mine')
  const renamed = aRepo({ name: 'main' })
  server.answer(api.list, [renamed]).answer(api.get, renamed, '"4"')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const conflict = await screen.findByRole('region', { name: 'Changed by somebody else' })
  expect(within(conflict).getByRole('row', { name: /^name main/ })).toBeVisible()
  await userEvent.click(within(conflict).getByRole('button', { name: 'Continue with the result' }))
  expect(screen.getByLabelText('Name')).toHaveValue('main')
  expect(screen.getByLabelText('Description')).toHaveValue('Mine')
})

test('a clone is a new repo and needs an OS tag', async () => {
  serverWith()
  showPage('/ui/yumrepos/base-rocky9/clone')
  expect(await screen.findByLabelText('Name')).toHaveValue('base')
  expect(screen.getByLabelText('Tag')).toHaveValue('')
  expect(screen.getByLabelText('File content')).toHaveValue(aRepo().content)
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('in a tenant a repo is read-only', async () => {
  serverWith(aRepo(), aServer(aSuperuser()))
  showPage('/ui/administration/yumrepos')
  await userEvent.click(await screen.findByRole('link', { name: 'base' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'YUM repo details base-rocky9' })).toBeVisible()
  expect(screen.getByText('baseurl=https://a.example/')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'History' })).not.toBeInTheDocument()
  expect(await screen.findByText('No package is in this repo.')).toBeVisible()
})

test('a member of the super-tenant reads, and sees why nothing can be changed', async () => {
  serverWith(aRepo(), aSuperTenant(aMember()))
  showPage('/ui/yumrepos/base-rocky9')
  expect(await screen.findByText(/^This is a read-only instance/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Clone' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'History' })).toBeVisible()
})

test('an earlier version is compared with the current one and restored', async () => {
  const aVersion = (id: number, name: string, content: string) => ({
    id,
    version: String(id),
    object_repr: `${name}-rocky9`,
    date_created: `2026-01-0${id}T10:00:00Z`,
    user: 'ada',
    comment: 'Changed content.',
    remark: '',
    fields: { name, tag: 'Rocky 9', content, description: 'Base packages' },
  })
  const server = serverWith()
    .versions(yumRepos, [aVersion(2, 'base', aRepo().content), aVersion(1, 'base', '[old]\nbaseurl=x\n')])
    .preview(api.change, nothingElse)
    .answer(api.change, aRepo(), '"4"')
  showPage('/ui/yumrepos/base-rocky9/history/1')
  expect(await screen.findByText('[old]')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Restore' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Compare with now' }))
  expect(await screen.findByRole('columnheader', { name: 'Text' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Restore version 2' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Restore version 1' }))
  expect(await screen.findByRole('heading', { name: 'Compared with now' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await confirm('Change YUM repo')
  await waitFor(() => expect(server.callsOf(api.change)[0]?.query).toEqual({ restored_from: '1' }))
  expect(server.callsOf(api.change)[0]?.body).toEqual({ ...aRepo(), content: '[old]\nbaseurl=x\n' })
})
