import { type ComponentType, isValidElement, type ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { loadPart } from '#lib/load-part.ts'
import { RouteFailure } from './RouteFailure.tsx'

/** The frame is rendered at once; its content is loaded on demand. */
const ComingPage = () => <div aria-busy="true" />

/** A route whose page is loaded on demand, with its own error boundary. */
export const lazyPage = <Module,>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | ReactElement,
): RouteObject => ({
  path,
  ErrorBoundary: RouteFailure,
  HydrateFallback: ComingPage,
  lazy: async () => {
    const page = pick(await loadPart(load))
    return isValidElement(page) ? { element: page } : { Component: page }
  },
})
