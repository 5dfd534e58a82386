import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { declaredKinds, loggedKinds } from '#lib/declared-kinds.ts'
import { paths } from '#lib/paths.ts'
import {
  addressOfSection,
  ownPages,
  sectionNamed,
  sectionOf,
  sections,
  sectionsOfMembers,
  sectionsOfVisitors,
} from '#lib/sections.ts'
import { allPages } from '#test/all-pages.ts'
import { allResources } from '#test/named-server.ts'
import { firstReadOf } from './ConsoleRouter.tsx'
import { titleOf } from './crumbs.ts'
import { memberRoutes, publicRoutes } from './routes.tsx'

const deployments: readonly Deployment[] = ['tenant', 'super']

const routeOf = (routes: RouteObject[], path: string) => matchRoutes(routes, path)?.at(-1)?.route.path
const forMembers = (deployment: Deployment) => memberRoutes(deployment, true)

const pagesIn = (routes: RouteObject[]) =>
  routes.flatMap(({ path: base, children = [] }) =>
    children.flatMap(({ path = '' }) => (path === '*' ? [] : `${base}/${path.replaceAll(/:(\w+)/g, '{$1}')}`)),
  )

const hasPage = (routesIn: (deployment: Deployment) => RouteObject[], path: string) =>
  deployments.some((deployment) => routeOf(routesIn(deployment), path)?.endsWith('*') === false)

test('every resource of the contract is a registered kind', () => {
  const registered = loggedKinds.map(({ resource }) => resource.kind)
  expect(registered.toSorted()).toEqual(allResources.map(({ kind }) => kind).sort())
})

test.each(declaredKinds)('$resource.kind has pages at its paths', ({ resource, paths }) => {
  for (const path of [paths.list, paths.history('x'), ...(resource.add ? [paths.add] : [])]) {
    expect(hasPage(forMembers, path), path).toBe(true)
  }
  const clone = `${paths.details('x')}/clone`
  expect(hasPage(forMembers, clone)).toBe(paths.clone?.('x') === clone)
  if (resource.published) expect(hasPage(publicRoutes, paths.list.replace(/.*\//, '/ui/public_'))).toBe(true)
})

test('what is read before a page is loaded is what the page reads', () => {
  const preloaded = declaredKinds.filter(({ paths }) => firstReadOf(paths.list) !== undefined)
  expect(preloaded.map(({ resource }) => resource.kind)).toContain('metricprofile')
  for (const { resource, paths } of preloaded) {
    const { list, get, publicList } = resourceEndpoints(resource)
    expect(firstReadOf(paths.list)).toBe(list.path)
    expect(firstReadOf(paths.details('a b'))).toBe(get.path.replace(':key', 'a%20b'))
    expect(firstReadOf(paths.list.replace('/ui/', '/ui/public_'))).toBe(publicList.path)
  }
  expect(firstReadOf(paths.metricProfiles.add)).toBeUndefined()
  expect(firstReadOf(paths.metricProfiles.history('a'))).toBeUndefined()
})

test('no two pages have one title, whatever their tenant, object and version', () => {
  const addresses = new Map<string, string>()
  for (const [tenant, deployment] of [
    ['NORDIC', 'tenant'],
    ['ALPINE', 'tenant'],
    ['all', 'super'],
  ] as const) {
    for (const names of [
      ['one', 'other'],
      ['third', 'fourth'],
    ] as const) {
      const own = allPages(names).filter((page) => page.deployment === deployment && page.address !== '/ui/login')
      for (const { address } of own) {
        const title = titleOf(address, tenant)
        const at = `${tenant} ${address}`
        expect(addresses.get(title) ?? at, title).toBe(at)
        addresses.set(title, at)
      }
    }
  }
})

test('the list of pages is the one in the repository; `npm run openapi` writes it', async () => {
  const lines = deployments.flatMap((deployment) => {
    const ofUsers = pagesIn(memberRoutes(deployment, false))
    const ofSuperusers = pagesIn(memberRoutes(deployment, true)).filter((path) => !ofUsers.includes(path))
    return [
      ...pagesIn(publicRoutes(deployment))
        .filter((path) => path !== '/ui/')
        .map((path) => `${deployment}  everybody  ${path}`),
      ...ofUsers.map((path) => `${deployment}  user  ${path}`),
      ...ofSuperusers.map((path) => `${deployment}  superuser  ${path}`),
    ]
  })
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('../../../../docs/pages.txt')
})

test('every page belongs to a section, and every section is somewhere in the console', () => {
  const routes = deployments.flatMap((deployment) => [...forMembers(deployment), ...publicRoutes(deployment)])
  const outside = pagesIn(routes).filter((path) => sectionOf(path) === undefined)
  expect([...new Set(outside)]).toEqual(['/ui/', '/ui/login'])
  const listed = deployments.flatMap((deployment) => [
    ...ownPages,
    ...sectionsOfMembers(deployment, true),
    ...sectionsOfVisitors(deployment),
  ])
  expect(Object.keys(sections).sort()).toEqual([...new Set([...listed, 'publicHome'])].sort())
})

describe.each(deployments)('in the console of a %s', (deployment) => {
  test('every section leads to its page', () => {
    for (const name of [...ownPages, ...sectionsOfMembers(deployment, true)]) {
      expect(routeOf(forMembers(deployment), addressOfSection(sectionNamed(name))), name).not.toBe('*')
    }
    for (const name of sectionsOfVisitors(deployment)) {
      expect(routeOf(publicRoutes(deployment), addressOfSection(sectionNamed(name), true)), name).not.toBe('*')
    }
  })
})
