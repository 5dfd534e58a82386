import { inject } from 'vitest'
import type { Unavailable } from './postgresql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresql?: { readonly url: string; readonly prefix: string } | Unavailable
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
