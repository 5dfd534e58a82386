import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import type { RouteObject } from 'react-router'
import { memberRoutes, publicRoutes } from '#app/routes.tsx'
import { namedSample } from './named-sample.ts'
import { allResources } from './named-server.ts'

const addressesOf = (routes: readonly RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path = '', index, children, lazy, Component }) => {
    const address = path.startsWith('/') ? path : `${parent}/${path}`
    if (children) return addressesOf(children, address)
    return index || path.includes('*') || !(lazy || Component) ? [] : [address]
  })

/** The address with the first name for each parameter, and the second one for the older version of a comparison. */
function addressIn(route: string, names: Names): string {
  const [name, older] = names
  const resource = allResources.find(({ path }) => route.split('/').includes(path))
  const key = resource ? keyIn(Object(namedSample(resource.record, name, names)), resource.key.read) : name
  return route.replace(':name', key).replace(':older', older).replace(':number', '1').replace(/:\w+/g, name)
}

type Names = readonly [string, string, ...string[]]

const routes = (deployment: Deployment) => [...memberRoutes(deployment, true), ...publicRoutes(deployment)]

/** What the page of a route is made of: pages that every resource has, and those that visitors see too, share their code. */
function kindOf({ route }: { readonly route: string }): string {
  const own = route.replace(/^\/ui\/(administration\/)?(public_)?/, '')
  return /\/(add|clone|history.*)$/.exec(own)?.[0] ?? own
}

/** Every page of `aNamedServer` with these names. */
export const allPages = (names: Names) =>
  (['super', 'tenant'] as const).flatMap((deployment) =>
    addressesOf(routes(deployment)).map((route) => ({ deployment, route, address: addressIn(route, names) })),
  )

/** The pages of `allPages`; outside a full run one of each kind. */
export const pagesOfEachKind = (names: Names) => oneOfEachKind(allPages(names), kindOf)
