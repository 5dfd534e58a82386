import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ApiKeyListPage.tsx')
const pages = () => import('./ApiKeyPages.tsx')

export const apiKeyRoutes: RouteObject[] = [
  lazyPage('administration/apikey', list, ({ ApiKeyListPage }) => ApiKeyListPage),
  lazyPage(
    'administration/apikey/add',
    () => import('./ApiKeyPages.tsx'),
    ({ AddApiKeyPage }) => AddApiKeyPage,
  ),
  lazyPage(
    'administration/apikey/:name',
    () => import('./ApiKeyPage.tsx'),
    ({ ApiKeyPage }) => ApiKeyPage,
  ),
  lazyPage('administration/apikey/:name/history', pages, ({ ApiKeyHistoryPage }) => ApiKeyHistoryPage),
  lazyPage('administration/apikey/:name/history/:version', pages, ({ ApiKeyVersionPage }) => ApiKeyVersionPage),
  lazyPage(
    'administration/apikey/:name/history/compare/:newer/:older',
    pages,
    ({ ApiKeyComparePage }) => ApiKeyComparePage,
  ),
]
