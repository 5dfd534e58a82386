import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type RouteObject, redirect } from 'react-router'
import { publicAggregationProfileRoutes } from '#features/aggregation-profiles/aggregation-profiles.routes.tsx'
import { publicDefaultPortRoutes } from '#features/default-ports/default-ports.routes.tsx'
import { publicMetricProfileRoutes } from '#features/metric-profiles/metric-profiles.routes.tsx'
import { publicMetricTagRoutes } from '#features/metric-tags/metric-tags.routes.tsx'
import { publicMetricTemplateRoutes } from '#features/metric-templates/metric-templates.routes.tsx'
import { publicMetricRoutes } from '#features/metrics/metrics.routes.tsx'
import { publicOperationsProfileRoutes } from '#features/operations-profiles/operations-profiles.routes.tsx'
import { publicProbeRoutes } from '#features/probes/probes.routes.tsx'
import { publicReportRoutes } from '#features/reports/reports.routes.tsx'
import { publicServiceTypeRoutes } from '#features/service-types/service-types.routes.tsx'
import { publicThresholdsProfileRoutes } from '#features/thresholds-profiles/thresholds-profiles.routes.tsx'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { NotFound } from '#kit/page/NotFound.tsx'
import { RouteFailure } from '#kit/page/RouteFailure.tsx'
import { paths } from '#lib/paths.ts'
import { withTitles } from './ComingPage.tsx'
import { PublicShell } from './shell/PublicShell.tsx'

/** Every public address. */
export function publicRoutes(deployment: Deployment): RouteObject[] {
  const pages = [
    ...publicProbeRoutes,
    ...publicMetricTemplateRoutes,
    ...(deployment === 'tenant'
      ? [
          ...publicMetricProfileRoutes,
          ...publicReportRoutes,
          ...publicServiceTypeRoutes,
          ...publicAggregationProfileRoutes,
          ...publicThresholdsProfileRoutes,
          ...publicOperationsProfileRoutes,
          ...publicMetricRoutes,
        ]
      : []),
    ...publicDefaultPortRoutes,
    ...publicMetricTagRoutes,
  ]
  return [
    {
      path: '/ui',
      Component: PublicShell,
      ErrorBoundary: RouteFailure,
      children: [
        { index: true, loader: () => redirect(paths.publicHome), Component: NotFound },
        ...withTitles([
          lazyPage(
            'public_home',
            () => import('./pages/PublicHomePage.tsx'),
            ({ PublicHomePage }) => PublicHomePage,
          ),
          lazyPage(
            'public_documentation',
            () => import('./pages/DocumentationPage.tsx'),
            ({ DocumentationPage }) => DocumentationPage,
          ),
          ...pages,
        ]),
        { path: '*', Component: PublicNotFound },
      ],
    },
  ]
}

const PublicNotFound = () => <NotFound to={paths.publicHome} toWhat="the public pages" />
