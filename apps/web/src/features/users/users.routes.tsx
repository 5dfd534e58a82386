import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
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
  ...historyRoutes('administration/users/:name', pages, ({ userHistory }) => userHistory),
]
