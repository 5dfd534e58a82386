import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'
import { paths } from '#lib/paths.ts'

const list = () => import('./GroupListPage.tsx')
const pages = () => import('./GroupPages.tsx')

/** The pages of all kinds of groups. */
export const groupRoutes: RouteObject[] = groupKinds.flatMap((kind) => {
  const path = paths.groups[kind].list.replace('/ui/', '')
  return [
    lazyPage(path, list, ({ GroupListPage }) => <GroupListPage key={kind} kind={kind} />),
    ...objectRoutes(path, pages, ({ groupPages }) => groupPages[kind], ['add', 'details', ...historyParts]),
  ]
})
