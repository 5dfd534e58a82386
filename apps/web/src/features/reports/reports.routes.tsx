import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ReportListPage.tsx')
const pages = () => import('./ReportPages.tsx')
const published = () => import('./PublicReportPage.tsx')

export const reportRoutes: RouteObject[] = [
  lazyPage('reports', list, ({ ReportListPage }) => ReportListPage),
  lazyPage('reports/add', pages, ({ AddReportPage }) => AddReportPage),
  lazyPage('reports/:name', pages, ({ ChangeReportPage }) => ChangeReportPage),
  lazyPage('reports/:name/clone', pages, ({ CloneReportPage }) => CloneReportPage),
  ...historyRoutes('reports/:name', pages, ({ reportHistory }) => reportHistory),
]

export const publicReportRoutes: RouteObject[] = [
  lazyPage('public_reports', list, ({ PublicReportListPage }) => PublicReportListPage),
  lazyPage('public_reports/:name', published, ({ PublicReportPage }) => PublicReportPage),
]
