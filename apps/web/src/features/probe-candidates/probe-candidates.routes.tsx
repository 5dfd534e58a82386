import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ProbeCandidateListPage.tsx')
const pages = () => import('./ProbeCandidatePages.tsx')
const root = 'administration/probecandidates'

export const probeCandidateRoutes: RouteObject[] = [
  lazyPage(root, list, ({ ProbeCandidateListPage }) => ProbeCandidateListPage),
  ...objectRoutes(root, pages, ({ probeCandidatePages }) => probeCandidatePages, ['details', ...historyParts]),
]
