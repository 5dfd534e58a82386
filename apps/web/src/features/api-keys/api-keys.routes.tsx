import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ApiKeyListPage.tsx')
const history = () => import('./ApiKeyHistoryPages.tsx')

export const apiKeyRoutes: RouteObject[] = [
  lazyPage('administration/apikey', list, ({ ApiKeyListPage }) => ApiKeyListPage),
  lazyPage(
    'administration/apikey/add',
    () => import('./AddApiKeyPage.tsx'),
    ({ AddApiKeyPage }) => AddApiKeyPage,
  ),
  lazyPage(
    'administration/apikey/:name',
    () => import('./ApiKeyPage.tsx'),
    ({ ApiKeyPage }) => ApiKeyPage,
  ),
  lazyPage('administration/apikey/:name/history', history, ({ ApiKeyHistoryPage }) => ApiKeyHistoryPage),
  lazyPage('administration/apikey/:name/history/:version', history, ({ ApiKeyVersionPage }) => ApiKeyVersionPage),
  lazyPage(
    'administration/apikey/:name/history/compare/:newer/:older',
    history,
    ({ ApiKeyComparePage }) => ApiKeyComparePage,
  ),
]
