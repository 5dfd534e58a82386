import type { RouteObject } from 'react-router'
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
  lazyPage(`${root}/:name/history`, pages, ({ ProbeCandidateHistoryPage }) => ProbeCandidateHistoryPage),
  lazyPage(`${root}/:name/history/:version`, pages, ({ ProbeCandidateVersionPage }) => ProbeCandidateVersionPage),
  lazyPage(
    `${root}/:name/history/compare/:newer/:older`,
    pages,
    ({ ProbeCandidateComparePage }) => ProbeCandidateComparePage,
  ),
]
