import { type RouteObject, redirect } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'
import { paths } from '#lib/paths.ts'

const page = () => import('./DefaultPortsPage.tsx')

const Nothing = () => null

/** A port is a row of the list and has no page of its own. */
const rowOf = (path: string, list: string): RouteObject => ({
  path,
  loader: ({ params }) => redirect(`${list}?${new URLSearchParams({ name: params.name ?? '' })}`),
  Component: NotFound,
  HydrateFallback: Nothing,
})

export const defaultPortRoutes: RouteObject[] = [
  lazyPage('administration/default_ports', page, ({ DefaultPortsPage }) => DefaultPortsPage),
  rowOf('administration/default_ports/:name', paths.defaultPorts.list),
]

/** The history of default ports, which only the super-tenant has. */
export const defaultPortHistoryRoutes = objectRoutes(
  'administration/default_ports',
  page,
  ({ defaultPortHistory }) => defaultPortHistory,
  historyParts,
)

export const publicDefaultPortRoutes: RouteObject[] = [
  lazyPage('public_default_ports', page, ({ PublicDefaultPortsPage }) => PublicDefaultPortsPage),
  rowOf('public_default_ports/:name', paths.publicDefaultPorts.list),
]
