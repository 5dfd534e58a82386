import { gatewayOperationsProfiles, gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { catalogueHome, changedObject, home } from '@quatrain/contract/console/home.ts'
import { isTenantSchema } from '@quatrain/contract/console/options.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyHome } from '#test/empty-home.ts'
import { aMember, aServer, aSuperuser, showPage } from '#test/render-page.tsx'

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

function server() {
  const api = aServer(aMember('NORDIC'))
  return api.answer(resourceEndpoints(metricProfiles).list, [])
}

test('lists the changes since yesterday with their authors, and no older ones', async () => {
  const change = { actor: 'tuva.brekken', kind: 'metricprofile', id: 1, others: 0, number: 1 } as const
  // Changes of one time stay in the order of the server.
  const today = daysAgo(0)
  server().answer(home, {
    ...emptyHome,
    changes: [
      { ...change, at: today, action: 'change', name: 'NORDIC_CLOUD', others: 3, number: 7 },
      { ...change, at: today, action: 'delete', name: 'GONE' },
      { ...change, at: today, actor: '', action: 'add', name: 'NEW' },
      { ...change, at: daysAgo(3), action: 'add', name: 'OLDER' },
    ],
  })
  showPage('/ui/home')
  const changes = await region('Changed since yesterday')
  const [changed, deleted, added, ...rest] = await changes.findAllByRole('listitem')
  expect(changed).toHaveTextContent('tuva.brekken changed the metric profile NORDIC_CLOUD, and with it 3 other objects')
  expect(deleted).toHaveTextContent('tuva.brekken deleted the metric profile GONE')
  expect(added).toHaveTextContent('unknown (imported) added the metric profile NEW')
  expect(rest).toEqual([])
  expect(changes.getByRole('link', { name: 'NORDIC_CLOUD' })).toHaveAttribute('href', '/ui/metricprofiles/NORDIC_CLOUD')
  expect(changes.getByRole('link', { name: 'Difference of NORDIC_CLOUD' })).toHaveAttribute('href', '/ui/changes/7')
  expect(changes.getByRole('link', { name: 'History of GONE' })).toHaveAttribute(
    'href',
    '/ui/metricprofiles/GONE/history',
  )
})

test('lists the last ten changes if nothing has changed since yesterday', async () => {
  const change = { actor: 'tuva.brekken', kind: 'probecandidate', action: 'change', others: 0, number: 2 } as const
  const changes = Array.from({ length: 12 }, (_, index) => ({
    ...change,
    id: index,
    at: daysAgo(3),
    name: `c${index}`,
  }))
  server().answer(home, { ...emptyHome, changes })
  showPage('/ui/home')
  const latest = await region('Latest changes')
  expect(latest.getByText('Nothing has been changed since yesterday.')).toBeVisible()
  expect(latest.getAllByRole('listitem')).toHaveLength(10)
  // Several candidates can have one name: their address contains their id.
  expect(latest.getByRole('link', { name: 'c4' })).toHaveAttribute('href', '/ui/administration/probecandidates/4')
  expect(latest.getByRole('link', { name: 'Difference of c4' })).toHaveAttribute('href', '/ui/changes/2')
})

test('a change shows its differences, even if it made no version', async () => {
  const before = { name: 'http-probe', version: '1.0', package: 'web (1.0)', repository: '', docurl: '', comment: '' }
  const change = {
    at: daysAgo(1),
    actor: 'admin',
    action: 'change',
    kind: 'probe',
    id: 4,
    request: null,
    name: 'http-probe',
  } as const
  server().answer(changedObject, {
    change: {
      ...change,
      number: 7,
      before: { ...before, description: 'Asks servers.' },
      after: { ...before, description: 'Asks web servers.' },
    },
  })
  showPage('/ui/changes/7')
  expect(await screen.findByRole('heading', { level: 1, name: 'Change of probe http-probe' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'description' })).toHaveTextContent('web')
  expect(screen.queryByRole('region', { name: 'package' })).toBeNull()
  expect(screen.getByRole('link', { name: 'History of http-probe' })).toHaveAttribute(
    'href',
    '/ui/probes/http-probe/history',
  )
})

test('a change that does not exist, or that the user may not see, is not found', async () => {
  server().answer(changedObject, { change: null })
  showPage('/ui/changes/9')
  expect(await screen.findByText('Change 9 does not exist, or you may not see it.')).toBeVisible()
})

test('every number links to the list that it counts', async () => {
  server().answer(home, {
    ...emptyHome,
    counts: { metric: 12, metricprofiles: 4, aggregations: 3, thresholdsprofiles: 2, reports: 5 },
    findings: [{ rule: 'metric/eol', title: 'Metric that is at its end of life', severity: 'error', count: 2 }],
    submittedCandidates: 1,
    unusedKeys: 2,
    expiringOwnKeys: 1,
  })
  showPage('/ui/home')
  const attention = await region('Needs attention')
  const links = (await attention.findAllByRole('link')).map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/ui/administration/probecandidates?status=submitted',
    '/ui/administration/apikey?last_used_at=never&revoked=no&used_by=poem',
    '/ui/profile',
    '/ui/findings?rule=metric%2Feol&state=open',
    '/ui/findings',
  ])
  const counts = await region('How many')
  expect(counts.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'All metrics12',
    'All metric profiles4',
    'All aggregation profiles3',
    'All thresholds profiles2',
    'All reports5',
    'All operations profiles…',
    'All service types…',
  ])
  const linked = counts.getAllByRole('link').map((link) => link.getAttribute('href'))
  const profiles = ['metric', 'aggregation', 'thresholds'].map((kind) => `/ui/${kind}profiles`)
  expect(linked).toEqual(['/ui/metrics', ...profiles, '/ui/reports', '/ui/operationsprofiles', '/ui/servicetypes'])
})

test('counts at most ten rules with findings, and says so if they were not counted', async () => {
  const rules = Array.from({ length: 12 }, (_, at) => ({
    rule: `metric/rule-${at}`,
    title: `Rule ${at}`,
    severity: 'error' as const,
    count: 1,
  }))
  const api = server().answer(home, { ...emptyHome, findings: rules })
  const { unmount } = showPage('/ui/home')
  expect(await (await region('Needs attention')).findAllByRole('listitem')).toHaveLength(10)
  unmount()
  api.answer(home, emptyHome)
  showPage('/ui/home')
  expect(await screen.findByText('Findings will be counted within minutes.')).toBeVisible()
})

test('says so if nothing was changed', async () => {
  server().answer(home, emptyHome)
  showPage('/ui/home')
  await screen.findByText('Nothing has been changed since yesterday.')
  expect(screen.getByText('Nothing waits for you.')).toBeVisible()
})

test('the super-tenant sees its catalogue, and the pending deliveries to the Web API', async () => {
  aServer(aSuperuser())
    .answer(isTenantSchema, { isTenantSchema: false })
    .answer(catalogueHome, {
      changes: [],
      counts: {
        tenants: 4,
        yumrepos: 17,
        packages: 151,
        probes: 140,
        metrictags: 85,
        metrictemplates: 287,
        default_ports: 37,
      },
      deprecated: 0,
      eol: 3,
      undelivered: [
        { tenant: 'NORDIC', kind: 'metricprofile', name: 'CORE', since: daysAgo(0), reason: 'The Web API is away.' },
        { tenant: 'all', kind: 'metrictagsync', name: 'all', since: daysAgo(0), reason: 'It refused.' },
      ],
    })
  showPage('/ui/home')
  const attention = await region('Needs attention')
  const [templates] = await attention.findAllByRole('link')
  expect(templates).toHaveAttribute('href', '/ui/metrictemplates?tags=eol')
  expect(attention.getByText('The metric profile CORE of NORDIC')).toBeVisible()
  expect(attention.getByText('The tags of the metric templates')).toBeVisible()
  const counts = await region('How many')
  expect(counts.getByRole('link', { name: 'Packages' })).toHaveAttribute('href', '/ui/packages')
  expect(counts.getAllByRole('listitem')).toHaveLength(7)
})

test('counts what only the Web API stores, and says so if it is away', async () => {
  const status = { message: 'Success', code: '200' }
  const types = ['web', 'dns'].map((name) => ({ date: '2026-01-01', name, title: '', description: '', tags: ['poem'] }))
  server()
    .answer(home, emptyHome)
    .answer(gatewayServiceTypes, { status, data: types })
    .refuse(gatewayOperationsProfiles, 'upstream_failed')
  showPage('/ui/home')
  const counts = await region('How many')
  const numberOf = (name: string) => counts.getByRole('link', { name }).closest('li')
  expect(await counts.findByText('2')).toBeVisible()
  expect(numberOf('All service types')).toHaveTextContent('2')
  expect(await counts.findByText('not available')).toBeVisible()
  expect(numberOf('All operations profiles')).toHaveTextContent('not available')
})
