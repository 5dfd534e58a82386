import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const pages = () => import('./UserPages.tsx')

export const userRoutes: RouteObject[] = [
  lazyPage(
    'administration/users',
    () => import('./UserListPage.tsx'),
    ({ UserListPage }) => UserListPage,
  ),
  lazyPage('administration/users/add', pages, ({ AddUserPage }) => AddUserPage),
  lazyPage('administration/users/:name', pages, ({ ChangeUserPage }) => ChangeUserPage),
  lazyPage('administration/users/:name/history', pages, ({ UserHistoryPage }) => UserHistoryPage),
  lazyPage('administration/users/:name/history/:version', pages, ({ UserVersionPage }) => UserVersionPage),
  lazyPage('administration/users/:name/history/compare/:newer/:older', pages, ({ UserComparePage }) => UserComparePage),
]
