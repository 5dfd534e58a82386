import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startOwnPostgreSql } from './postgresql.ts'
import { testDatabaseUrl } from './test-database-url.ts'

const url = testDatabaseUrl()

test.skipIf(!url)('the run has one PostgreSQL, which tests enter as its superuser', async () => {
  expect(await query(url, 'select usename, usesuper from pg_user where usename = current_user')).toMatchObject([
    { usesuper: true },
  ])
})

test('a restarted PostgreSQL keeps its address and committed data', async ({ skip, onTestFinished }) => {
  const own = await startOwnPostgreSql()
  if ('unavailable' in own) return skip(own.unavailable)
  onTestFinished(own.stop)

  await query(own.url, 'create table kept (word text)')
  await query(own.url, "insert into kept values ('still here')")
  await own.restart()

  expect(await query(own.url, 'select word from kept')).toEqual([{ word: 'still here' }])
})

test('a stopped PostgreSQL leaves no server and no folder', async ({ skip }) => {
  const own = await startOwnPostgreSql()
  if ('unavailable' in own) return skip(own.unavailable)
  const [{ folder } = { folder: '' }] = await query<{ folder: string }>(
    own.url,
    "select current_setting('data_directory') as folder",
  )
  expect(existsSync(folder)).toBe(true)

  await own.stop()

  expect(existsSync(folder)).toBe(false)
  await expect(query(own.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

async function query<Row>(connectionString: string | undefined, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
