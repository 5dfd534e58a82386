import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, redirect } from 'react-router'
import { NotFound } from '#kit/page/page-states.tsx'
import { paths } from '#lib/paths.ts'
import { takeReturnPath } from '#lib/return-path.ts'
import {
  addressOfSection,
  ownPages,
  type SectionName,
  sectionNamed,
  sectionsOfMembers,
  sectionsOfVisitors,
} from '#lib/sections.ts'
import { Nothing, RouteFailure, type SectionPage } from './lazy-pages.tsx'
import { pagesOf } from './section-pages.tsx'
import { MemberShell } from './shell/MemberShell.tsx'
import { PublicShell } from './shell/PublicShell.tsx'

/** Every address of the console that a logged-in user can open. */
export function memberRoutes(deployment: Deployment, isAdministrator: boolean): RouteObject[] {
  const land = async ({ request }: LoaderFunctionArgs) => {
    // Navigates once, and not from a router that was disposed of before.
    await Promise.resolve()
    request.signal.throwIfAborted()
    return redirect(takeReturnPath((path) => isKnown(routes, path)) ?? landing(deployment, isAdministrator))
  }
  const names = [...ownPages, ...sectionsOfMembers(deployment, isAdministrator)]
  const audience = [undefined, deployment, ...(isAdministrator ? (['administrators'] as const) : [])]
  const routes: RouteObject[] = [
    {
      path: '/ui',
      Component: MemberShell,
      children: [
        { index: true, loader: land, Component: NotFound, HydrateFallback: Nothing },
        { path: 'login', loader: land, Component: NotFound, HydrateFallback: Nothing },
        ...names.flatMap((name) => routesOf(name, audience)),
        { path: '*', Component: NotFound },
      ],
      ErrorBoundary: RouteFailure,
    },
  ]
  return routes
}

/** Every public address. */
export const publicRoutes = (deployment: Deployment): RouteObject[] => [
  {
    path: '/ui',
    Component: PublicShell,
    ErrorBoundary: RouteFailure,
    children: [
      { index: true, loader: () => redirect(paths.publicHome), Component: NotFound },
      ...routesOf('publicHome', [undefined]),
      ...[...sectionsOfVisitors(deployment), 'documentation' as const].flatMap(publicRoutesOf),
      { path: '*', Component: PublicNotFound },
    ],
  },
]

const PublicNotFound = () => <NotFound to={paths.publicHome} toWhat="the public pages" />

/** The pages of a section that its members have. */
const routesOf = (name: SectionName, audience: readonly SectionPage['only'][]): RouteObject[] =>
  pagesOf[name]
    .filter(({ at, only }) => !isPublic(at) && audience.includes(only))
    .map(({ at, route }) => ({ ...route, path: [sectionNamed(name).at, at].filter(Boolean).join('/') }))

/** The pages of a section that visitors have. */
const publicRoutesOf = (name: SectionName): RouteObject[] =>
  pagesOf[name]
    .filter(({ at }) => isPublic(at))
    .map(({ at, route }) => ({
      ...route,
      path: at.replace('public', addressOfSection(sectionNamed(name), true).slice('/ui/'.length)),
    }))

const isPublic = (at: string) => /^public\b/.test(at)

/** The start page after a login. */
const landing = (deployment: Deployment, isAdministrator: boolean) => {
  if (isAdministrator) return paths.administration
  return deployment === 'tenant' ? paths.metricProfiles.list : paths.home
}

/** Whether an address leads to a page, and not to the "Not found" page. */
const isKnown = (routes: RouteObject[], path: string) =>
  matchRoutes(routes, new URL(path, window.location.origin))?.at(-1)?.route.path !== '*'
