import { type RouteObject, redirect } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { paths } from '#lib/paths.ts'

const lists = () => import('./TopologyListPages.tsx')
const differences = () => import('./TopologyDifferencePages.tsx')
const metricHosts = () => import('./MetricHostsPage.tsx')
const host = () => import('./HostPage.tsx')

export const topologyRoutes: RouteObject[] = [
  lazyPage('topology', lists, ({ EndpointListPage }) => EndpointListPage),
  lazyPage('topology/groups', lists, ({ TopologyGroupListPage: GroupListPage }) => GroupListPage),
  lazyPage('topology/changedendpoints', differences, ({ EndpointDifferencePage }) => EndpointDifferencePage),
  lazyPage('topology/changedgroups', differences, ({ GroupDifferencePage }) => GroupDifferencePage),
  // The address above that of a host, which breadcrumbs link to.
  { path: 'topology/hosts', loader: () => redirect(paths.topology.endpoints) },
  { path: 'topology/metrics', loader: () => redirect(paths.metrics.list) },
  lazyPage('topology/metrics/:metric', metricHosts, ({ MetricHostsPage }) => MetricHostsPage),
  lazyPage('topology/hosts/:hostname', host, ({ HostPage }) => HostPage),
]
