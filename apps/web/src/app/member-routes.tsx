import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, redirect } from 'react-router'
import { aggregationProfileRoutes } from '#features/aggregation-profiles/aggregation-profiles.routes.tsx'
import { apiKeyRoutes } from '#features/api-keys/api-keys.routes.tsx'
import { defaultPortHistoryRoutes, defaultPortRoutes } from '#features/default-ports/default-ports.routes.tsx'
import { differenceRoutes } from '#features/differences/differences.routes.tsx'
import { effectiveCheckRoutes } from '#features/effective-check/effective-check.routes.tsx'
import { groupRoutes } from '#features/groups/groups.routes.tsx'
import { metricOverrideRoutes } from '#features/metric-overrides/metric-overrides.routes.tsx'
import { metricProfileRoutes } from '#features/metric-profiles/metric-profiles.routes.tsx'
import { metricTagRoutes } from '#features/metric-tags/metric-tags.routes.tsx'
import {
  metricTemplateRoutes,
  templateOfProbeRoutes,
  tenantMetricTemplateRoutes,
} from '#features/metric-templates/metric-templates.routes.tsx'
import { metricRoutes, metricUpdateRoutes } from '#features/metrics/metrics.routes.tsx'
import { operationsProfileRoutes } from '#features/operations-profiles/operations-profiles.routes.tsx'
import { packageRoutes, tenantPackageRoutes } from '#features/packages/packages.routes.tsx'
import { probeCandidateRoutes } from '#features/probe-candidates/probe-candidates.routes.tsx'
import { probeEditingRoutes, probeRoutes } from '#features/probes/probes.routes.tsx'
import { reportRoutes } from '#features/reports/reports.routes.tsx'
import { rollOutRoutes } from '#features/roll-outs/roll-outs.routes.tsx'
import { secondFactorRuleRoutes } from '#features/second-factor-rule/second-factor-rule.routes.tsx'
import { serviceTypeRoutes } from '#features/service-types/service-types.routes.tsx'
import { identityProviderRoutes } from '#features/sign-on/identity-providers.routes.tsx'
import { statusRoutes } from '#features/status/status.routes.tsx'
import { tenantRoutes } from '#features/tenants/tenants.routes.tsx'
import { thresholdsProfileRoutes } from '#features/thresholds-profiles/thresholds-profiles.routes.tsx'
import { topologyRoutes } from '#features/topology/topology.routes.tsx'
import { userRoutes } from '#features/users/users.routes.tsx'
import { tenantYumRepoRoutes, yumRepoRoutes } from '#features/yum-repos/yum-repos.routes.tsx'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { RouteFailure } from '#kit/page/RouteFailure.tsx'
import { paths } from '#lib/paths.ts'
import { takeReturnPath } from '#lib/return-path.ts'
import { withTitles } from './ComingPage.tsx'
import { MemberShell } from './shell/MemberShell.tsx'

const passwordPages = () => import('#features/profile/ChangePasswordPages.tsx')

/** Every address of the console that a logged-in user can open. */
export function memberRoutes(deployment: Deployment, isAdministrator: boolean): RouteObject[] {
  const isTenant = deployment === 'tenant'
  const land = async ({ request }: LoaderFunctionArgs) => {
    // Navigates once, and not from a router that was disposed of before.
    await Promise.resolve()
    request.signal.throwIfAborted()
    return redirect(takeReturnPath((path) => isKnown(routes, path)) ?? landing(isTenant, isAdministrator))
  }
  const pages = [
    ...(isAdministrator ? administrationRoutes(deployment) : []),
    ...probeRoutes,
    ...featureRoutes[deployment],
  ]
  const routes: RouteObject[] = [
    {
      path: '/ui',
      Component: MemberShell,
      children: [
        { index: true, loader: land, Component: NotFound, HydrateFallback: Nothing },
        { path: 'login', loader: land, Component: NotFound, HydrateFallback: Nothing },
        ...withTitles([
          lazyPage(
            'home',
            () => import('#features/home/HomePage.tsx'),
            ({ HomePage }) => HomePage,
          ),
          lazyPage(
            'changes',
            () => import('#features/home/ChangesPage.tsx'),
            ({ ChangesPage }) => ChangesPage,
          ),
          lazyPage(
            'changes/:number',
            () => import('./pages/ChangePage.tsx'),
            ({ ChangePage }) => ChangePage,
          ),
          lazyPage(
            'profile',
            () => import('./pages/ProfilePage.tsx'),
            ({ ProfilePage }) => ProfilePage,
          ),
          lazyPage('profile/change_password', passwordPages, ({ OwnPasswordPage }) => OwnPasswordPage),
          lazyPage(
            'documentation',
            () => import('./pages/DocumentationPage.tsx'),
            ({ DocumentationPage }) => DocumentationPage,
          ),
          lazyPage(
            'about',
            () => import('./pages/AboutPage.tsx'),
            ({ AboutPage }) => AboutPage,
          ),
          lazyPage(
            'cookiepolicies',
            () => import('./pages/CookiePoliciesPage.tsx'),
            ({ CookiePoliciesPage }) => CookiePoliciesPage,
          ),
          ...pages,
        ]),
        { path: '*', Component: NotFound },
      ],
      ErrorBoundary: RouteFailure,
    },
  ]
  return routes
}

/** Shown while the target of the redirect is determined. */
const Nothing = () => null

const administrationRoutes = (deployment: Deployment): RouteObject[] => [
  lazyPage(
    'administration',
    () => import('./pages/AdministrationPage.tsx'),
    ({ AdministrationPage }) => AdministrationPage,
  ),
  ...defaultPortRoutes,
  ...userRoutes,
  ...apiKeyRoutes,
  ...identityProviderRoutes,
  ...secondFactorRuleRoutes,
  ...administeredRoutes[deployment],
]

/** The pages of all logged-in users, and those of administrators. */
const featureRoutes: Readonly<Record<Deployment, RouteObject[]>> = {
  tenant: [
    ...metricProfileRoutes,
    ...reportRoutes,
    ...serviceTypeRoutes,
    ...topologyRoutes,
    ...aggregationProfileRoutes,
    ...operationsProfileRoutes,
    ...thresholdsProfileRoutes,
    ...metricRoutes,
    ...templateOfProbeRoutes,
  ],
  super: [
    ...probeEditingRoutes,
    ...yumRepoRoutes,
    ...packageRoutes,
    ...metricTemplateRoutes,
    ...tenantRoutes,
    ...metricTagRoutes,
  ],
}
const administeredRoutes: Readonly<Record<Deployment, RouteObject[]>> = {
  tenant: [
    ...metricOverrideRoutes,
    ...effectiveCheckRoutes,
    ...tenantYumRepoRoutes,
    ...tenantPackageRoutes,
    ...metricUpdateRoutes,
    ...tenantMetricTemplateRoutes,
    ...probeCandidateRoutes,
    ...differenceRoutes,
    ...groupRoutes,
  ],
  super: [
    ...defaultPortHistoryRoutes,
    ...statusRoutes,
    ...rollOutRoutes,
    lazyPage('administration/users/:name/change_password', passwordPages, ({ UserPasswordPage }) => UserPasswordPage),
  ],
}

/** The start page after a login. */
const landing = (isTenant: boolean, isAdministrator: boolean) => {
  if (isAdministrator) return paths.administration
  return isTenant ? paths.metricProfiles.list : paths.home
}

/** Whether an address leads to a page, and not to the "Not found" page. */
const isKnown = (routes: RouteObject[], path: string) =>
  matchRoutes(routes, new URL(path, window.location.origin))?.at(-1)?.route.path !== '*'
