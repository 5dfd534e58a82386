import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const pages = () => import('./ProbeCandidatePages.tsx')
const root = 'administration/probecandidates'

export const probeCandidateRoutes: RouteObject[] = [
  lazyPage(
    root,
    () => import('./ProbeCandidateListPage.tsx'),
    ({ ProbeCandidateListPage }) => ProbeCandidateListPage,
  ),
  lazyPage(`${root}/:name`, pages, ({ ChangeProbeCandidatePage }) => ChangeProbeCandidatePage),
  ...historyRoutes(`${root}/:name`, pages, ({ probeCandidateHistory }) => probeCandidateHistory),
]
