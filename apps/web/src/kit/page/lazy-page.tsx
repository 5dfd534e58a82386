import { type ComponentType, isValidElement, type ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { loadPart, preloadPart } from '#lib/load-part.ts'
import { RouteFailure } from './RouteFailure.tsx'

/** A route whose page is loaded on demand, with its own error boundary. Its handle loads the page before it is opened. */
export const lazyPage = <Module,>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | ReactElement,
): RouteObject => ({
  path,
  ErrorBoundary: RouteFailure,
  handle: { preload: () => preloadPart(load) },
  lazy: async () => {
    const page = pick(await loadPart(load))
    return isValidElement(page) ? { element: page } : { Component: page }
  },
})
