import { z } from 'zod'
import { reloadPage } from './reload-page.ts'
import { windowMemory } from './storage.ts'

const name = 'reloaded'
const maxKept = 20

let reloading: Promise<boolean> | undefined

/**
 * Loads the page again because a part of it is missing, as after an update of the console. Answers with whether it does
 * so: once for each build in each window, and only while the server answers, so that it can never go on and on.
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

/** The address of the first script holds a hash of everything that can be loaded after it. */
const buildOfPage = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/** A page that cannot be reached is worse than one of which a part is missing. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
