import { type ComponentType, lazy } from 'react'
import { loadPart } from './load-part.ts'

/** A component whose code is loaded when it is first shown. */
export const lazyPart = <Module, Props>(load: () => Promise<Module>, pick: (module: Module) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await loadPart(load)) }))
