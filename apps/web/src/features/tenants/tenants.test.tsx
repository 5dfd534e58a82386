import { dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { type TenantOverview, tenants } from '@quatrain/contract/resources/tenant.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakePreview } from '#test/fake-api.ts'
import { aMember, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const api = resourceEndpoints(tenants)

const aTenant = (name: string, more: Partial<TenantOverview> = {}): TenantOverview => ({
  name,
  schema_name: name.toLowerCase(),
  domain_url: `${name.toLowerCase()}.example.org`,
  created_on: '2030-05-01',
  nr_metrics: 42,
  nr_probes: 17,
  combined: false,
  ...more,
})

const alpine = aTenant('ALPINE')
const nordic = aTenant('NORDIC')
const both = aTenant('BOTH', { combined: true, combined_from: ['ALPINE'] })
const own = aTenant('all', { schema_name: 'public', domain_url: 'example.org', nr_metrics: 350 })

const aServerOfTenants = (tenant = nordic, user = undefined as Parameters<typeof aSuperTenant>[0]) =>
  aSuperTenant(user).answer(api.list, [own, alpine, both, nordic]).answer(api.get, tenant, '"4"')

const deleted = 'Deleted with it: 42 metrics, 3 metric profiles, 5 users, 5 groups and 2 API keys.'
const kept = 'A file of its data will be in /var/lib/quatrain/tenants on the server; it can be imported again.'
const preview: FakePreview = { preview: 'preview-1', changes: [], notices: { deleted, info: kept } }

test('every tenant has a card with its address, its size and the tenants that feed it', async () => {
  aServerOfTenants()
  showPage('/ui/tenants')
  expect(await screen.findByRole('heading', { level: 1, name: 'Select tenant for details' })).toBeVisible()
  const cardOf = async (name: string) => {
    const card = (await screen.findByRole('heading', { level: 2, name: new RegExp(name) })).closest('li')
    if (!card) throw new Error(`No card of ${name}.`)
    return within(card)
  }
  const card = await cardOf('NORDIC')
  expect(card.getByText('nordic')).toBeVisible()
  expect(card.getByRole('link', { name: /nordic.example.org/ })).toHaveAttribute('target', '_blank')
  const metrics = card.getByRole('link', { name: 'Metrics 42 of NORDIC' })
  expect(metrics).toHaveAttribute('href', expect.stringMatching(/nordic\.example\.org.*\/ui\/public_metrics$/))
  expect(card.getByRole('link', { name: 'Probes 17 of NORDIC' })).toBeVisible()

  const combined = within((await screen.findByText('Combined tenant')).closest('li') ?? document.body)
  expect(combined.getByRole('link', { name: 'ALPINE' })).toHaveAttribute('href', '/ui/tenants/ALPINE')
  const templates = screen.getByRole('link', { name: 'Metric templates 350 of Super-tenant' })
  expect(templates).toHaveAttribute('href', expect.stringMatching(/\/ui\/public_metrictemplates$/))
  expect(screen.queryByLabelText('Search tenants')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('more than twelve can be searched, and the address contains the search', async () => {
  const many = Array.from({ length: 13 }, (_, index) => aTenant(`T${index + 10}`))
  aSuperTenant().answer(api.list, many)
  showPage('/ui/tenants')
  expect(await screen.findByText('13 tenants')).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('t21')
  expect(await screen.findByText('1 of 13 tenants')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  await userEvent.keyboard('x')
  expect(await screen.findByText('No tenant has that in its name or address.')).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?name=t21x'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await screen.findByText('13 tenants')).toBeVisible()
})

test('a list that cannot be loaded says so, and can be loaded again', async () => {
  const server = aSuperTenant().refuse(api.list, 'internal')
  showPage('/ui/tenants')
  expect(await screen.findByText('Refused: internal.')).toBeVisible()
  server.answer(api.list, [nordic])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 2, name: /NORDIC/ })).toBeVisible()
})

test('fast typing in the search loses no letter', async () => {
  aSuperTenant().answer(
    api.list,
    Array.from({ length: 13 }, (_, index) => aTenant(`T${index + 10}`)),
  )
  showPage('/ui/tenants')
  const search = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search tenants' })
  // All letters before the page shows the result of the first one.
  await act(async () => {
    for (const letter of 'the tenant t21 and more') {
      fireEvent.change(search, { target: { value: search.value + letter } })
    }
  })
  expect(search).toHaveValue('the tenant t21 and more')
  await waitFor(() => expect(window.location.search).toBe('?name=the+tenant+t21+and+more'))
})

test('deleting a tenant requires typing its name', async () => {
  const server = aServerOfTenants().preview(api.remove, preview).answer(api.remove, { deleted })
  showPage('/ui/tenants/NORDIC')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete tenant' }))
  expect(dialog.getByText('Are you sure you want to delete tenant?')).toBeVisible()
  expect(dialog.getByText(deleted)).toBeVisible()
  expect(dialog.getByText(kept)).toBeVisible()
  expect(dialog.getByText(/What the Web API has of it stays there too/)).toBeVisible()
  const sure = dialog.getByRole('button', { name: 'Delete tenant' })
  expect(sure).toBeDisabled()
  expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await userEvent.type(dialog.getByLabelText('Type NORDIC to delete it'), 'NORDI{Enter}')
  expect(sure).toBeDisabled()
  expect(server.callsOf(api.remove)).toHaveLength(0)
  await userEvent.type(dialog.getByLabelText('Type NORDIC to delete it'), 'C{Enter}')

  expect(await screen.findByText('Tenant successfully deleted')).toBeVisible()
  await waitFor(() => expect(window.location.pathname).toBe('/ui/tenants'))
  const [sent] = server.callsOf(api.remove)
  expect(sent?.headers.get('if-match')).toBe('"4"')
  expect(sent?.headers.get('if-preview-match')).toBe('preview-1')
})

test("a refusal shows the server's message", async () => {
  const detail = 'The tenant NORDIC feeds the combined tenant NEW.'
  aServerOfTenants().refuse(api.remove, 'in_use', { detail })
  showPage('/ui/tenants/NORDIC')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Error')).toBeVisible()
  expect(screen.getByText(detail)).toBeVisible()
})

test('a tenant that feeds another cannot be deleted, with a reason', async () => {
  aServerOfTenants(alpine).answer(dependentsOf, [{ kind: 'tenant', name: 'BOTH', field: 'combinedFrom.*', count: 1 }])
  showPage('/ui/tenants/ALPINE')
  expect(await screen.findByText('It cannot be deleted as long as it feeds a combined tenant.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  expect(await screen.findByRole('link', { name: 'BOTH' })).toBeVisible()
})

test.each([
  ['the super-tenant itself', own, undefined, 'This is the super-tenant itself, which cannot be deleted.'],
  ['what somebody may only read', nordic, aMember(), /This is a read-only instance/],
] as const)('%s has no delete button', async (_, tenant, user, says) => {
  aServerOfTenants(tenant, user)
  showPage(`/ui/tenants/${tenant.name}`)
  expect(await screen.findByText(says)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('a version shows all fields of the tenant', async () => {
  const fields = {
    name: 'NORDIC',
    schemaName: 'nordic',
    domain: 'nordic.example.org',
    combined: true,
    combinedFrom: ['ALPINE', 'BALTIC'],
    useServiceTitle: true,
    termsUrl: '',
    privacyUrl: '',
    samlLoginString: '',
  }
  const version = { id: 1, version: '1', object_repr: 'NORDIC', user: 'root', comment: 'Initial version.', remark: '' }
  aServerOfTenants().versions(tenants, [{ ...version, date_created: '2030-01-01T08:00:00Z', fields }])
  showPage('/ui/tenants/NORDIC/history/1')
  expect(await screen.findByText('ALPINE, BALTIC')).toBeVisible()
  showPage('/ui/tenants/NORDIC/history')
  expect(await screen.findByText('Initial version.')).toBeVisible()
  showPage('/ui/tenants/NORDIC/history/9')
  expect(await screen.findByText('NORDIC has no version 9.')).toBeVisible()
})
