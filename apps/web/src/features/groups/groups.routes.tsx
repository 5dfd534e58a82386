import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { paths } from '#lib/paths.ts'

const list = () => import('./GroupListPage.tsx')
const pages = () => import('./GroupPages.tsx')

/** The pages of all kinds of groups. */
export const groupRoutes: RouteObject[] = groupKinds.flatMap((kind) => {
  // A page is the same component at every render, so that it keeps its state.
  const ofKind = (Page: ComponentType<{ readonly kind: GroupKind }>) => () => <Page kind={kind} />
  const path = paths.groups[kind].list.replace('/ui/', '')
  return [
    lazyPage(path, list, ({ GroupListPage }) => ofKind(GroupListPage)),
    lazyPage(`${path}/add`, pages, ({ AddGroupPage }) => ofKind(AddGroupPage)),
    lazyPage(`${path}/:name`, pages, ({ ChangeGroupPage }) => ofKind(ChangeGroupPage)),
    lazyPage(`${path}/:name/history`, pages, ({ GroupHistoryPage }) => ofKind(GroupHistoryPage)),
    lazyPage(`${path}/:name/history/:version`, pages, ({ GroupVersionPage }) => ofKind(GroupVersionPage)),
    lazyPage(`${path}/:name/history/compare/:newer/:older`, pages, ({ GroupComparePage }) => ofKind(GroupComparePage)),
  ]
})
