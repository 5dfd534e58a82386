import type { TestProject } from 'vitest/node'
import { startPostgreSql } from './postgresql.ts'
import './test-database-url.ts'

/** Starts one PostgreSQL for the whole run, when a project first needs it, and passes its address to the tests. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getProvidedContext().postgresql) return undefined
  const postgresql = await startPostgreSql()
  if ('unavailable' in postgresql) {
    vitest.provide('postgresql', postgresql)
    console.warn(warning(postgresql.unavailable))
    return undefined
  }
  vitest.provide('postgresql', { url: postgresql.url })
  return () => postgresql.stop()
}

const warning = (reason: string) => `
${'!'.repeat(100)}
!!  EVERY TEST ON POSTGRESQL IS SKIPPED. Only the embedded database is tested.
!!  ${reason}
${'!'.repeat(100)}
`
