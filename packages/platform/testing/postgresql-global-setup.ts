import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
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
  const { url, isTemporary, socketFolder } = postgresql
  const prefix = `test_${randomUUID().slice(0, 8)}_`
  vitest.provide('postgresql', { url, prefix, ...(socketFolder && { socketFolder }) })
  return async () => {
    if (!isTemporary) await dropDatabases(url, prefix)
    await postgresql.stop()
  }
}

/** The templates of prepared databases, and what tests that were stopped have left. */
async function dropDatabases(connectionString: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

const warning = (reason: string) => `
${'!'.repeat(100)}
!!  EVERY TEST ON POSTGRESQL IS SKIPPED. Only the embedded database is tested.
!!  ${reason}
${'!'.repeat(100)}
`
