import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startOwnPostgreSql } from '#testing/postgresql.ts'
import { databaseOn } from './database.ts'
import { databaseError } from './failures.ts'
import { openPostgreSql } from './postgresql.ts'
import { scope } from './scope.ts'

test('an address with several hosts is that of the primary, also after a failover', async ({ skip }) => {
  const primary = await startOwnPostgreSql({ isDurable: true })
  if ('unavailable' in primary) return skip(primary.unavailable)
  onTestFinished(primary.stop)
  const standby = await primary.standby()
  onTestFinished(standby.stop)
  // A commit waits for the standby, so that a failover loses none.
  await run(primary.url, `alter system set synchronous_standby_names = '*'`)
  await run(primary.url, 'select pg_reload_conf()')
  const hostOf = (url: string) => new URL(url).host
  const database = databaseOn(
    openPostgreSql(`postgres://postgres@${hostOf(standby.url)},${hostOf(primary.url)}/postgres`),
  )
  onTestFinished(() => database.close())
  const db = database.within<unknown>(scope({ schema: 'public' }))
  const isKept = () => database.keep('select pg_try_advisory_lock(1)')
  const save = (word: string) => sql`insert into words values (${word})`.execute(db)

  await sql`create table words (word text)`.execute(db)
  await save('before')
  expect(await isKept()).toBe(true)

  // A balancer may lead to a standby for a moment; the next statement is sent to the primary, if it has found that.
  const behindBalancer = databaseOn(openPostgreSql(standby.url))
  onTestFinished(() => behindBalancer.close())
  const saveThere = () =>
    sql`insert into words values ('there')`.execute(behindBalancer.within(scope({ schema: 'public' })))
  expect(databaseError(await saveThere().catch((error: unknown) => error))).toMatchObject({ code: 'unavailable' })
  expect(behindBalancer.sessions()).toMatchObject({ open: 0 })

  await primary.kill()
  const refusal = await save('meanwhile').catch((error: unknown) => error)
  expect(databaseError(refusal)).toMatchObject({ code: 'unavailable' })

  await run(standby.url, 'select pg_promote()')
  await save('after')
  // The session that shows that the process is alive follows, too: at the latest with the next attempt.
  await isKept().catch(() => false)
  expect(await isKept()).toBe(true)
  const { rows } = await sql`select word from words order by word`.execute(db)
  expect(rows).toEqual([{ word: 'after' }, { word: 'before' }])
})

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
