import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ApiKeyListPage.tsx')
const stored = () => import('./ApiKeyPage.tsx')
const pages = () => import('./ApiKeyPages.tsx')
const root = 'administration/apikey'

export const apiKeyRoutes: RouteObject[] = [
  lazyPage(root, list, ({ ApiKeyListPage }) => ApiKeyListPage),
  lazyPage(`${root}/:name`, stored, ({ ApiKeyPage }) => ApiKeyPage),
  ...objectRoutes(root, pages, ({ apiKeyPages }) => apiKeyPages, ['add', ...historyParts]),
]
