import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ReportListPage.tsx')
const pages = () => import('./ReportPages.tsx')
const published = () => import('./PublicReportPage.tsx')

export const reportRoutes: RouteObject[] = [
  lazyPage('reports', list, ({ ReportListPage }) => ReportListPage),
  lazyPage('reports/add', pages, ({ AddReportPage }) => AddReportPage),
  lazyPage('reports/:name', pages, ({ ChangeReportPage }) => ChangeReportPage),
  lazyPage('reports/:name/clone', pages, ({ CloneReportPage }) => CloneReportPage),
  lazyPage('reports/:name/history', pages, ({ ReportHistoryPage }) => ReportHistoryPage),
  lazyPage('reports/:name/history/:version', pages, ({ ReportVersionPage }) => ReportVersionPage),
  lazyPage('reports/:name/history/compare/:newer/:older', pages, ({ ReportComparePage }) => ReportComparePage),
]

export const publicReportRoutes: RouteObject[] = [
  lazyPage('public_reports', list, ({ PublicReportListPage }) => PublicReportListPage),
  lazyPage('public_reports/:name', published, ({ PublicReportPage }) => PublicReportPage),
]
