import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./IdentityProviderListPage.tsx')
const pages = () => import('./IdentityProviderPages.tsx')
const test = () => import('./SignOnTestPage.tsx')
const root = 'administration/identityproviders'

export const identityProviderRoutes: RouteObject[] = [
  lazyPage(root, list, ({ IdentityProviderListPage }) => IdentityProviderListPage),
  lazyPage(`${root}/:name/test/:test`, test, ({ SignOnTestPage }) => SignOnTestPage),
  ...objectRoutes(root, pages, ({ identityProviderPages }) => identityProviderPages, [
    'add',
    'details',
    ...historyParts,
  ]),
]
