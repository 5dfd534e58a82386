import { listManagedObjects } from '@quatrain/contract/configuration/configuration.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const page = '/ui/administration/managed'
const applied = { commit: '0a1b2c', applied_at: '2026-01-01T00:00:00Z' }
const git = { ...applied, owner: 'monitoring-config', link: 'https://git.example.org/monitoring-config' }
const objects = [
  { ...git, kind: 'metricprofile', name: 'CORE', state: 'changed' },
  { ...git, kind: 'report', name: 'Critical', state: 'missing' },
  { ...applied, owner: 'ops', link: '', kind: 'thresholdsprofile', name: 'LIMITS', state: 'same' },
] as const

const rowWith = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement)

test('the list links to owners and objects, and says what was changed or deleted here since', async () => {
  aServer(aSuperuser()).answer(listManagedObjects, [...objects])
  showPage(page)
  expect(await screen.findByRole('heading', { name: 'Managed as code' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'CORE' })).toHaveAttribute('href', '/ui/metricprofiles/CORE')
  const [core, critical, limits] = ['CORE', 'Critical', 'LIMITS'].map(rowWith)
  expect(core?.getByText('Metric profile')).toBeVisible()
  expect(core?.getByText('changed here since')).toBeVisible()
  expect(core?.getByRole('link', { name: /^monitoring-config/ })).toHaveAttribute('href', git.link)
  expect(critical?.getByText('deleted here since')).toBeVisible()
  expect(critical?.queryByRole('link', { name: 'Critical' })).not.toBeInTheDocument()
  expect(limits?.getByText('as in the files')).toBeVisible()
  expect(limits?.getAllByRole('link')).toHaveLength(1)

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by owner' }), 'ops')
  expect(await screen.findByText('1 of 3 objects')).toBeVisible()
  expect(screen.queryByText('CORE')).not.toBeInTheDocument()
})

test('without managed objects it says how to begin', async () => {
  aServer(aSuperuser()).answer(listManagedObjects, [])
  showPage(page)
  expect(await screen.findByText('quatrain export')).toBeVisible()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'documentation' })).toHaveAttribute(
    'href',
    '/ui/documentation',
  )
})

test('users who are no superusers have no such page', async () => {
  const server = aServer(aMember()).answer(listManagedObjects, [...objects])
  showPage(page)
  expect(await screen.findByText('Not found')).toBeVisible()
  expect(server.callsOf(listManagedObjects)).toEqual([])
})
