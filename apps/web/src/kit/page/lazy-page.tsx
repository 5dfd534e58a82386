import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { loadPart } from '#lib/load-part.ts'
import { RouteFailure } from './RouteFailure.tsx'

/** The frame is there at once; what it frames comes when its code is loaded. */
const ComingPage = () => <div aria-busy="true" />

/** One route whose page is loaded when somebody comes there, and which keeps its failures to itself. */
export const lazyPage = <Module,>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType,
): RouteObject => ({
  path,
  ErrorBoundary: RouteFailure,
  HydrateFallback: ComingPage,
  lazy: async () => ({ Component: pick(await loadPart(load)) }),
})
