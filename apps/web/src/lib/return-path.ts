import { z } from 'zod'
import { forget, readStored, store } from './storage.ts'

const name = 'way-back'
const longest = 1024

/** The address that a logged-in user needs for the same object; undefined for unknown addresses. */
export function memberPath(address: string): string | undefined {
  if (address.length > longest || !address.startsWith('/ui/')) return undefined
  const path = address.replace(/^\/ui\/public_/, '/ui/')
  return /^\/ui\/(?:login)?(?:$|[?#/])/.test(path) ? undefined : path
}

/** Stores the requested address while the user logs in. */
export function rememberReturnPath(address: string): void {
  const path = memberPath(address)
  if (path !== undefined) store(name, path)
}

/** Returns the stored address once, if `knows` accepts it. */
export function takeReturnPath(knows: (path: string) => boolean): string | undefined {
  const stored = readStored(name, z.string())
  forget(name)
  const path = stored === undefined ? undefined : memberPath(stored)
  if (path === undefined) return undefined
  // Some public pages correspond to pages under Administration.
  return [path, path.replace('/ui/', '/ui/administration/')].find(knows)
}
