import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./UserListPage.tsx')
const pages = () => import('./UserPages.tsx')
const root = 'administration/users'

export const userRoutes: RouteObject[] = [
  lazyPage(root, list, ({ UserListPage }) => UserListPage),
  ...objectRoutes(root, pages, ({ userPages }) => userPages, ['add', 'details', ...historyParts]),
]
