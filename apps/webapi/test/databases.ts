import { randomUUID } from 'node:crypto'
import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import type { Engine } from '@quatrain/platform/database/engine.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'

/** A kind of database to run tests on. */
export interface TestDatabases {
  readonly name: string
  /** An empty database that nobody else uses; it is gone when it is closed. */
  open(): Promise<Database>
}

const url = process.env.QUATRAIN_TEST_DATABASE_URL

const embedded: TestDatabases = { name: 'PGlite', open: async () => databaseOn(await openPglite()) }

const postgresql = (url: string): TestDatabases => ({
  name: 'PostgreSQL',
  async open() {
    const name = `webapi_${randomUUID().replaceAll('-', '')}`
    await onServer(url, `create database ${name}`)
    const database = databaseOn(openPostgreSql(withName(url, name)))
    return {
      ...database,
      async close() {
        await database.close()
        await onServer(url, `drop database ${name} with (force)`)
      },
    }
  },
})

export const databases: readonly TestDatabases[] = [embedded, ...(url ? [postgresql(url)] : [])]

function withName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

async function onServer(url: string, statement: string) {
  const engine: Engine = openPostgreSql(url, 1)
  const session = await engine.acquire()
  try {
    await session.run(statement, [])
  } finally {
    engine.release(session)
    await engine.close()
  }
}
