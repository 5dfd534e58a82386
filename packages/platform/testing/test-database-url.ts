import { inject } from 'vitest'
import type { Unavailable } from './postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresql?: { readonly url: string; readonly prefix: string; readonly socketFolder?: string } | Unavailable
  }
}

/** The superuser's address of the test run's PostgreSQL; undefined if there is none, and its tests are skipped. */
export function testDatabaseUrl(): string | undefined {
  const postgresql = inject('postgresql')
  return postgresql && 'url' in postgresql ? postgresql.url : undefined
}

/** How the names of all databases of the run begin. */
export function testDatabasePrefix(): string {
  const postgresql = inject('postgresql')
  return postgresql && 'prefix' in postgresql ? postgresql.prefix : ''
}

/** An address of the run's own PostgreSQL by its Unix socket, which takes half the time of TCP; another address as it is. */
export function bySocket(url: string): string {
  const postgresql = inject('postgresql')
  if (!postgresql || !('url' in postgresql) || !postgresql.socketFolder) return url
  const address = new URL(url)
  if (address.host !== new URL(postgresql.url).host) return url
  address.searchParams.set('host', postgresql.socketFolder)
  return address.href
}
