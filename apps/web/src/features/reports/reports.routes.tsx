import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ReportListPage.tsx')
const pages = () => import('./ReportPages.tsx')
const published = () => import('./ReportDetailsPage.tsx')

export const reportRoutes: RouteObject[] = [
  lazyPage('reports', list, ({ ReportListPage }) => ReportListPage),
  ...objectRoutes('reports', pages, ({ reportPages }) => reportPages, ['add', 'details', 'clone', ...historyParts]),
]

export const publicReportRoutes: RouteObject[] = [
  lazyPage('public_reports', list, ({ PublicReportListPage }) => PublicReportListPage),
  ...objectRoutes('public_reports', published, ({ publicReportPages }) => publicReportPages, ['details']),
]
