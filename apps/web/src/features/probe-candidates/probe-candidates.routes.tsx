import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const form = () => import('./ProbeCandidateFormPage.tsx')
const history = () => import('./ProbeCandidateHistoryPages.tsx')
const root = 'administration/probecandidates'

export const probeCandidateRoutes: RouteObject[] = [
  lazyPage(
    root,
    () => import('./ProbeCandidateListPage.tsx'),
    ({ ProbeCandidateListPage }) => ProbeCandidateListPage,
  ),
  lazyPage(`${root}/:name`, form, ({ ChangeProbeCandidatePage }) => ChangeProbeCandidatePage),
  lazyPage(`${root}/:name/history`, history, ({ ProbeCandidateHistoryPage }) => ProbeCandidateHistoryPage),
  lazyPage(`${root}/:name/history/:version`, history, ({ ProbeCandidateVersionPage }) => ProbeCandidateVersionPage),
  lazyPage(
    `${root}/:name/history/compare/:newer/:older`,
    history,
    ({ ProbeCandidateComparePage }) => ProbeCandidateComparePage,
  ),
]
