import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./IdentityProviderListPage.tsx')
const pages = () => import('./IdentityProviderPages.tsx')
const test = () => import('./SignOnTestPage.tsx')
const base = 'administration/identityproviders'

export const identityProviderRoutes: RouteObject[] = [
  lazyPage(base, list, ({ IdentityProviderListPage }) => IdentityProviderListPage),
  lazyPage(`${base}/add`, pages, ({ AddIdentityProviderPage }) => AddIdentityProviderPage),
  lazyPage(`${base}/:name`, pages, ({ ChangeIdentityProviderPage }) => ChangeIdentityProviderPage),
  lazyPage(`${base}/:name/test/:test`, test, ({ SignOnTestPage }) => SignOnTestPage),
  ...historyRoutes(`${base}/:name`, pages, ({ identityProviderHistory }) => identityProviderHistory),
]
