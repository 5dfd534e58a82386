import { type ComponentType, lazy } from 'react'
import { z } from 'zod'
import { reloadPage } from './reload-page.ts'
import { windowMemory } from './storage.ts'

/**
 * Loads a chunk of the application. If its file is missing because the console was updated while the page was open, the
 * page is reloaded and the promise stays pending; if a reload does not help, this throws an error with a message for
 * users.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    if (await reloadOnce()) return new Promise(() => {})
    throw new Error('A part of the console could not be loaded.', { cause })
  }
}

/** Preloads a chunk. Its later user handles errors. */
export const preloadPart = (load: () => Promise<unknown>): void => void load().catch(() => {})

const name = 'reloaded'
const maxKept = 20

let reloading: Promise<boolean> | undefined

/**
 * Reloads the page because a part of it is missing, for example after an update of the console. Returns whether it does
 * so: once for each build in each window, and only if the server responds, so that it cannot loop.
 */
function reloadOnce(): Promise<boolean> {
  reloading ??= tryReload()
  return reloading
}

async function tryReload(): Promise<boolean> {
  const build = buildOfPage()
  const builds = windowMemory.read(name, z.array(z.string())) ?? []
  if (builds.includes(build) || !(await serverAnswers())) return false
  if (!windowMemory.store(name, [...builds, build].slice(-maxKept))) return false
  reloadPage()
  return true
}

/** The address of the first script contains a hash of all chunks. */
const buildOfPage = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** An unreachable page is worse than one with a missing part. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** A component whose code is loaded when it is first shown. */
export const lazyPart = <Module, Props>(load: () => Promise<Module>, pick: (module: Module) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await loadPart(load)) }))
