import { gatewayOperationsProfiles } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { topologyHosts } from '@quatrain/contract/reports/topology.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricNames } from '@quatrain/contract/resources/metric-names.ts'
import { probes } from '@quatrain/contract/resources/probe.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { blankUser, userPage, users } from '@quatrain/contract/resources/user.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { declaredKinds } from '#lib/declared-kinds.ts'
import { sectionsOfMembers } from '#lib/sections.ts'
import { aNamedServer } from '#test/named-server.ts'
import { aProfile, aServerOf } from '#test/profiles.ts'
import { showPage } from '#test/render-page.tsx'

const probeList = resourceEndpoints(probes).list

/** A tenant with one profile and nothing else that has a name. */
const aTenant = () =>
  [aggregationProfiles, reports, serviceTypes, thresholdsProfiles]
    .map((resource) => resourceEndpoints(resource).list)
    .reduce((server, list) => server.answer(list, []), aServerOf(aProfile()).answer(metricNames, []))
    .answer(gatewayOperationsProfiles, { status: { message: 'Success', code: '200' }, data: [] })

async function search(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
  await userEvent.type(await screen.findByRole('combobox', { name: 'Name of a section or an object' }), text)
}

test('the search says that names are being loaded, and only afterwards that nothing was found', async () => {
  const server = aTenant().answer(probeList, [])
  const answer = server.hold(probeList)
  showPage('/ui/about')
  await search('nowhere')
  expect(await screen.findByText('Names are being loaded.')).toBeVisible()
  expect(screen.queryByText(/^No results/)).not.toBeInTheDocument()
  answer()
  expect(await screen.findByText('No results for “nowhere”')).toBeVisible()
})

test('the search says that some names could not be loaded', async () => {
  aTenant().refuse(probeList, 'internal')
  showPage('/ui/about')
  await search('CORE')
  expect(await screen.findByText(/^Some names could not be loaded\./)).toBeVisible()
  expect(screen.getByRole('option', { name: /CORE/ })).toBeVisible()
})

test('the search finds hosts of the topology, which the server searches', async () => {
  const host = { hostname: 'ce01.test', groups: ['SITE'], services: ['ARC-CE'] }
  const server = aTenant()
    .answer(probeList, [])
    .answer(topologyHosts, { hosts: [host] })
  showPage('/ui/about')
  await search('CE01')
  expect(await screen.findByRole('option', { name: /^ce01\.test\s*host, ARC-CE$/ })).toBeVisible()
  const asked = () => server.callsOf(topologyHosts).map(({ query }) => query)
  // The option may come from the search for the letters before the last one.
  await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'CE01', limit: '24' }))
  expect(asked().every(({ search = '' }) => search.length > 1)).toBe(true)
})

test('the search finds users on the server, and never reads all of them', async () => {
  const rows = [{ ...blankUser, username: 'ann.lee', pk: 7, date_joined: '2026-01-01T00:00:00Z', last_login: '' }]
  const server = aNamedServer('super', ['other']).answer(userPage, { rows, total: 1 })
  showPage('/ui/about')
  await search('ann')
  await waitFor(() => expect(server.callsOf(userPage).at(-1)?.query).toMatchObject({ username: 'ann', limit: '24' }))
  await userEvent.click(await screen.findByRole('option', { name: /^ann\.lee\s*user$/ }))
  await waitFor(() => expect(window.location.pathname).toBe('/ui/administration/users/ann.lee'))
  expect(server.callsOf(resourceEndpoints(users).list)).toEqual([])
})

test('the search finds operations profiles, which only the Web API has', async () => {
  aNamedServer('tenant', ['worse state wins'])
  showPage('/ui/about')
  await search('worse state wins')
  const found = await screen.findByRole('option', { name: /operations profile$/ })
  await userEvent.click(found)
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Operations profile details worse state wins' }),
  ).toBeVisible()
})

test('the search says that operations profiles could not be loaded', async () => {
  aTenant().refuse(gatewayOperationsProfiles, 'internal')
  showPage('/ui/about')
  await search('CORE')
  expect(await screen.findByText(/^Some names could not be loaded\./)).toBeVisible()
})

describe.each(['tenant', 'super'] as const)('in the console of a %s', (deployment) => {
  test('the search finds every kind that has a section', async () => {
    aNamedServer(deployment, ['somewhere'])
    showPage('/ui/about')
    await search('somewhere')
    await waitFor(() => expect(screen.queryByText('Names are being loaded.')).not.toBeInTheDocument())
    const kinds = declaredKinds.filter(({ section }) => sectionsOfMembers(deployment, true).has(section))
    expect(kinds.length).toBeGreaterThan(5)
    await waitFor(() => {
      const found = screen.getAllByRole('option').map(({ textContent }) => textContent)
      for (const { resource } of kinds) {
        const expected = new RegExp(`^somewhere.*${resource.label.one}`)
        expect(found, resource.kind).toContainEqual(expect.stringMatching(expected))
      }
    })
  })
})
