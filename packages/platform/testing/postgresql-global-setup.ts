import type { TestProject } from 'vitest/node'
import { startPostgreSql } from './postgresql.ts'
import './test-database-url.ts'

/** Starts one PostgreSQL for the whole run, whichever project needs it first, and gives the tests its address. */
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
