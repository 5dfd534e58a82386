import { publicSearch, type SearchAnswer, search as searchEndpoint } from '@quatrain/contract/console/search.ts'
import { marked, wordsOf } from '@quatrain/contract/console/search-words.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { matchRoutes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { memberRoutes } from '#app/routes.tsx'
import { declaredKinds } from '#lib/declared-kinds.ts'
import { sectionsOfMembers } from '#lib/sections.ts'
import { store } from '#lib/storage.ts'
import { aNamedServer } from '#test/named-server.ts'
import { aProfile, aServerOf } from '#test/profiles.ts'
import { aServer, showPage } from '#test/render-page.tsx'

beforeEach(() => localStorage.clear())

const answerOf = (...kinds: readonly (readonly [kind: string, name: string, about?: string])[]) => ({
  groups: kinds.map(([kind, name, about = '']) => ({
    kind,
    results: [{ key: name, name: marked(name, wordsOf('core')), about: marked(about, wordsOf('core')) }],
  })),
  late: [],
  failed: [],
})

const nothing: SearchAnswer = { groups: [], late: [], failed: [] }

async function type(text: string) {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Words of a name or a description' }), text)
}
async function search(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Search' }))
  await type(text)
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const optionsOf = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('one request finds objects of all kinds, whose matches are marked', async () => {
  const server = aServerOf(aProfile()).answer(
    searchEndpoint,
    answerOf(['metricprofile', 'CORE', 'the core'], ['host', 'core.test', 'web'], ['operationsprofile', 'core ops']),
  )
  showPage('/ui/about')
  await search('core')
  expect(await screen.findByRole('option', { name: /^CORE\s*the core$/ })).toBeVisible()
  expect(optionsOf('Metric profiles')).toEqual(['COREthe core'])
  expect(optionsOf('Hosts')).toEqual(['core.testweb'])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'CORE',
    'core',
    'core',
    'core',
  ])
  await waitFor(() => expect(server.callsOf(searchEndpoint).at(-1)?.query).toEqual({ q: 'core' }))
  // One at the first letter, and one after the pause.
  expect(server.callsOf(searchEndpoint).length).toBeLessThanOrEqual(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/topology/hosts/core.test'))
})

test('results for an earlier text are shown only as far as they have the words of the new one', async () => {
  const server = aServerOf(aProfile()).answer(searchEndpoint, answerOf(['report', 'core'], ['metric', 'core.http']))
  showPage('/ui/about')
  await search('c')
  await screen.findByRole('option', { name: 'core.http' })
  server.hold(searchEndpoint)
  await type('ore.h')
  expect(screen.queryByRole('option', { name: 'core' })).not.toBeInTheDocument()
  expect(screen.getByRole('option', { name: 'core.http' })).toBeVisible()
  expect(screen.getByText('Searching')).toBeVisible()
})

test('a search without results says so, and only when the server has answered', async () => {
  const server = aServerOf(aProfile()).answer(searchEndpoint, nothing)
  const answer = server.hold(searchEndpoint)
  showPage('/ui/about')
  await search('nowhere')
  expect(await screen.findByText('Searching')).toBeVisible()
  expect(screen.queryByText(/^Nothing is named/)).not.toBeInTheDocument()
  answer()
  expect(await screen.findByText('Nothing is named “nowhere”.')).toBeVisible()
})

test('a search that fails can be repeated', async () => {
  const server = aServerOf(aProfile()).refuse(searchEndpoint, 'internal')
  showPage('/ui/about')
  await search('core')
  await screen.findByText(/^What the server finds could not be loaded/)
  server.answer(searchEndpoint, answerOf(['report', 'CORE']))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'CORE' })).toBeVisible()
})

test('what the Web API tells late is asked for once more, and what it cannot tell is named', async () => {
  const late = { ...answerOf(['report', 'CORE']), late: ['host', 'servicetype'] }
  const server = aServerOf(aProfile()).answer(searchEndpoint, late)
  showPage('/ui/about')
  server.answerBy(searchEndpoint, ({ query }) =>
    query.complete ? { ...answerOf(['report', 'CORE'], ['host', 'core.test']), failed: ['servicetype'] } : late,
  )
  const release = server.hold(searchEndpoint)
  await search('core')
  release()
  expect(await screen.findByRole('option', { name: 'core.test' })).toBeVisible()
  expect(await screen.findByText(/^Service types could not be searched\./)).toBeVisible()
  expect(server.callsOf(searchEndpoint).at(-1)?.query).toEqual({ q: 'core', complete: 'true' })
})

test('before typing, the objects opened last and the pages are offered, and nothing is asked', async () => {
  store('recent.ada', [{ kind: 'report', name: 'CORE', title: 'CORE', at: '2026-01-01T00:00:00Z' }])
  store('recent.other', [{ kind: 'report', name: 'OTHER', at: '2026-01-01T00:00:00Z' }])
  const server = aServerOf(aProfile())
  showPage('/ui/about')
  await search(' ')
  expect(optionsOf('Opened last')).toEqual(['COREreport'])
  expect(optionsOf('Pages')).toContain('ChangesWho changed what, and when')
  expect(server.callsOf(searchEndpoint)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/ui/reports/CORE'))
})

test('what was opened last comes after names that begin with the text, before the others, and once', async () => {
  const at = '2026-01-01T00:00:00Z'
  store('recent.ada', [
    { kind: 'report', name: 'the core', at },
    { kind: 'report', name: 'CORE-last', at },
    { kind: 'metricprofile', name: 'old core', at },
  ])
  aServerOf(aProfile()).answer(
    searchEndpoint,
    answerOf(['report', 'CORE-1'], ['report', 'a core'], ['report', 'the core'], ['report', 'CORE-last']),
  )
  showPage('/ui/about')
  await search('core')
  expect(optionsOf('Metric profiles')).toEqual(['old coremetric profile'])
  await screen.findByRole('option', { name: 'CORE-1' })
  expect(optionsOf('Opened last')).toEqual(['CORE-lastreport'])
  expect(optionsOf('Reports')).toEqual(['CORE-1', 'the corereport', 'a core'])
})

describe.each(['tenant', 'super'] as const)('in the console of a %s', (deployment) => {
  test.each([
    ['who changed', 'Changes'],
    ['audit', 'Changes'],
    ['restore', 'Changes'],
    ['invite', 'Users'],
    ['invite', 'Add user'],
    ['sign out', 'Log out'],
    ['dark', 'Dark colours'],
    ...(deployment === 'tenant'
      ? [
          ['what runs', 'Effective check'],
          ['what runs', 'Show what runs on a host'],
          ['coverage', 'Show what is not monitored'],
          ['new metric profile', 'Add metric profile'],
          ['import', 'Import metrics'],
        ]
      : [['new repo', 'Add YUM repo']]),
  ])('%j finds %s', async (text = '', name = '') => {
    aNamedServer(deployment, ['somewhere']).answer(searchEndpoint, nothing)
    showPage('/ui/about')
    await search(text)
    await waitFor(() => expect(offered()).toContainEqual(expect.stringMatching(new RegExp(`^${name}`))))
  })

  test('an object of every kind with a section has a page, and others are not offered', async () => {
    const kinds = declaredKinds.map(({ resource }) => resource.kind)
    aNamedServer(deployment, ['somewhere']).answer(
      searchEndpoint,
      answerOf(...kinds.map((kind) => [kind, `core of ${kind}`] as const)),
    )
    showPage('/ui/about')
    await search('core of')
    await screen.findByRole('option', { name: 'core of package' })
    const sections = sectionsOfMembers(deployment, true)
    const found = offered()
    for (const { resource, section } of declaredKinds) {
      if (sections.has(section)) expect(found).toContain(`core of ${resource.kind}`)
    }
    expect(found.includes('core of metricprofile')).toBe(deployment === 'tenant')
    await userEvent.click(screen.getByRole('option', { name: 'core of package' }))
    await waitFor(() => expect(window.location.pathname).toMatch(/packages/))
    const { pathname } = window.location
    expect(matchRoutes(memberRoutes(deployment, true), pathname)?.at(-1)?.route.path).toMatch(/packages\/:name$/)
  })
})

test('the search changes the colours, and begins to log out', async () => {
  aServerOf(aProfile()).answer(searchEndpoint, nothing)
  showPage('/ui/about')
  await search('dark')
  await userEvent.click(await screen.findByRole('option', { name: /^Dark\s*colours/ }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
  await search('exit')
  await userEvent.click(await screen.findByRole('option', { name: 'Log out' }))
  expect(await screen.findByText('Are you sure you want to log out?')).toBeVisible()
})

test('visitors find public pages, and what is public', async () => {
  const server = aServer().answer(publicSearch, answerOf(['probe', 'core'], ['operationsprofile', 'core ops']))
  showPage('/ui/public_documentation')
  await search('core')
  await screen.findByRole('option', { name: 'core' })
  expect(optionsOf('Operations profiles')).toEqual(['core ops'])
  expect(server.callsOf(searchEndpoint)).toEqual([])
  await userEvent.clear(screen.getByRole('combobox'))
  expect(optionsOf('Pages')).toContain('ProbesThe programs that check services')
  expect(offered()).not.toContainEqual(expect.stringMatching(/^Changes/))
  await type('core')
  await userEvent.click(await screen.findByRole('option', { name: 'core' }))
  await waitFor(() => expect(window.location.pathname).toBe('/ui/public_probes/core'))
})
