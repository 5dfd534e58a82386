import { z } from 'zod'
import { forget, readStored, store } from './storage.ts'

const name = 'way-back'
const longest = 1024

/** Where a signed-in person would look at what this address shows; nothing for addresses that lead nowhere. */
export function memberPath(address: string): string | undefined {
  if (address.length > longest || !address.startsWith('/ui/')) return undefined
  const path = address.replace(/^\/ui\/public_/, '/ui/')
  return /^\/ui\/(?:login)?(?:$|[?#/])/.test(path) ? undefined : path
}

/** Keeps the address that a visitor came for while they sign in. */
export function rememberWayBack(address: string): void {
  const path = memberPath(address)
  if (path !== undefined) store(name, path)
}

/** The address that was kept, once, and only one that `knows` says the console has. */
export function takeWayBack(knows: (path: string) => boolean): string | undefined {
  const stored = readStored(name, z.string())
  forget(name)
  const path = stored === undefined ? undefined : memberPath(stored)
  if (path === undefined) return undefined
  // Some public pages show what administrators find under Administration.
  return [path, path.replace('/ui/', '/ui/administration/')].find(knows)
}
