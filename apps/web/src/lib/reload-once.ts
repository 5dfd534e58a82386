import { z } from 'zod'
import { reloadPage } from './reload-page.ts'
import { windowMemory } from './storage.ts'

const name = 'reloaded'
const maxKept = 20

let reloading: Promise<boolean> | undefined

/**
 * Reloads the page because a part of it is missing, for example after an update of the console. Returns whether it does
 * so: once for each build in each window, and only if the server responds, so that it cannot loop.
 */
export function reloadOnce(): Promise<boolean> {
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
