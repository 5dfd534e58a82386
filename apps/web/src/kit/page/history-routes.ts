import type { ReactElement } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from './lazy-page.tsx'

/** The pages of the history of one kind of object. */
export interface HistoryPages {
  readonly history: ReactElement
  readonly version: ReactElement
  readonly compare: ReactElement
}

/** The routes of the history of an object, below its own. */
export const historyRoutes = <Module>(
  path: string,
  load: () => Promise<Module>,
  pick: (module: Module) => HistoryPages,
): RouteObject[] => [
  lazyPage(`${path}/history`, load, (module) => pick(module).history),
  lazyPage(`${path}/history/:version`, load, (module) => pick(module).version),
  lazyPage(`${path}/history/compare/:newer/:older`, load, (module) => pick(module).compare),
]
