import { cloneElement, type ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

/** The addresses of the pages of a kind of object, below that of its list. */
const addresses = {
  add: '/add',
  details: '/:name',
  clone: '/:name/clone',
  history: '/:name/history',
  version: '/:name/history/:version',
  compare: '/:name/history/compare/:newer/:older',
} as const

type Part = keyof typeof addresses

/** The pages of the history of an object. */
export const historyParts = ['history', 'version', 'compare'] as const

/** These pages of one kind of object, which one module has. */
export type PagesOf<Parts extends Part> = Readonly<Record<Parts, ReactElement>>

/** The routes of these pages of a kind of object, whose list is at the path. */
export const objectRoutes = <Module, Parts extends Part>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => PagesOf<Parts>,
  parts: readonly Parts[],
): RouteObject[] =>
  parts.map((part) =>
    // With the key, the page of one kind does not go on as that of another.
    lazyPage(path + addresses[part], load, (module) => cloneElement(pick(module)[part], { key: path })),
  )
