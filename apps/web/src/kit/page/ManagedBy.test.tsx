import { listManagedObjects, type ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts, replaceDefaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { metricNames } from '@quatrain/contract/resources/metric-names.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aNamedServer } from '#test/named-server.ts'
import { aProfile, api, aServerOf } from '#test/profiles.ts'
import { aMember, showPage } from '#test/render-page.tsx'
import { aSuperTenant } from '#test/super.ts'

const managed = (changes: Partial<ManagedObject> = {}): ManagedObject => ({
  owner: 'monitoring-config',
  link: 'https://git.example.org/monitoring-config',
  commit: '0a1b2c',
  applied_at: '2026-01-01T00:00:00Z',
  state: 'same',
  kind: metricProfiles.kind,
  name: 'CORE',
  ...changes,
})
const profile = '/ui/metricprofiles/CORE'
const serverWith = (object: ManagedObject, user = aMember('ops')) =>
  aServerOf(aProfile(), user).answer(metricNames, []).answer(listManagedObjects, [object])
const factsOf = async () => within((await screen.findByText(/^Managed by/)).closest('span') as HTMLElement)

test('a page that users may only read says who manages the object, and that it was changed here since', async () => {
  const server = serverWith(managed({ state: 'changed' }), aMember('others'))
  showPage(profile)
  const facts = await factsOf()
  expect(facts.getByRole('link', { name: /^monitoring-config/ })).toHaveAttribute('href', managed().link)
  expect(facts.getByText('changed here since')).toBeVisible()
  expect(screen.queryByText(/next apply/)).not.toBeInTheDocument()
  expect(server.callsOf(listManagedObjects).map(({ query }) => query)).toEqual([
    { kind: 'metricprofile', name: 'CORE' },
  ])
})

test('what an owner calls the place of its files is a link only if it is a web address', async () => {
  serverWith(managed({ link: 'javascript:alert(1)' }), aMember('others'))
  showPage(profile)
  const facts = await factsOf()
  expect(facts.getByText('monitoring-config')).toBeVisible()
  expect(facts.queryByRole('link')).not.toBeInTheDocument()
  expect(facts.queryByText('changed here since')).not.toBeInTheDocument()
})

test('a form says it before the first edit, and a save needs one more confirmation', async () => {
  const before = { ...aProfile(), metricinstances: [] }
  const change = { tenant: 'NORDIC', kind: metricProfiles.kind, name: 'CORE', action: 'change', before } as const
  const server = serverWith(managed())
    .preview(api.change, { preview: 'p', changes: [{ ...change, after: before }], notices: {} })
    .answer(api.change, aProfile(), '"4"')
  showPage(profile)
  expect(await screen.findByText(/^This metric profile is managed as code by/)).toBeVisible()
  await userEvent.type(await screen.findByLabelText('Description (optional)'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change metric profile' }))
  const confirm = dialog.getByRole('button', { name: 'Change metric profile' })
  expect(confirm).toBeDisabled()
  const box = dialog.getByRole('checkbox', { name: 'The next apply of monitoring-config will take this back.' })
  await userEvent.click(box)
  await userEvent.click(confirm)
  await screen.findByText('Metric profile successfully changed')
  expect(server.callsOf(api.change)).toHaveLength(1)
  // The page, and nothing more for its form and its dialog.
  expect(server.callsOf(listManagedObjects)).toHaveLength(1)
})

test('a new object needs none', async () => {
  const server = serverWith(managed())
  showPage('/ui/metricprofiles/add')
  await screen.findByRole('button', { name: 'As code' })
  expect(server.callsOf(listManagedObjects)).toEqual([])
})

test('a list that is saved as one names the managed objects in it', async () => {
  const ports = [
    { name: 'SSH_PORT', value: '22' },
    { name: 'WEB_PORT', value: '443' },
  ]
  const { kind } = defaultPorts
  const change = { tenant: 'all', kind, name: 'WEB_PORT', action: 'change', before: ports[1] ?? null } as const
  aSuperTenant()
    .answer(
      resourceEndpoints(defaultPorts).list,
      ports.map((port, index) => ({ id: index + 1, metrictemplates: [], ...port })),
      '"ports-1"',
    )
    .answer(listManagedObjects, [managed({ kind, name: 'SSH_PORT', link: '' }), managed({ kind, name: 'GONE' })])
    .preview(replaceDefaultPorts, { preview: 'p', changes: [{ ...change, after: { value: '8443' } }], notices: {} })
  showPage('/ui/administration/default_ports')
  const notice = await screen.findByText(/^Some default ports are managed as code by/)
  expect(notice).toHaveTextContent('by monitoring-config: SSH_PORT. What is saved here')
  await userEvent.type(await screen.findByLabelText('Port value 2'), '4')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  // The port that changes is not managed as code.
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
})

test('kinds that files cannot have are not asked about', async () => {
  const server = aNamedServer('tenant', ['earlier', 'later'])
  showPage('/ui/administration/probecandidates/1')
  await screen.findByRole('button', { name: 'As code' })
  expect(server.callsOf(listManagedObjects)).toEqual([])
})
