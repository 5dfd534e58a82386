import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serverDatabases, type TestDatabase } from '#testing/databases.ts'
import { type Database, databaseOn } from './database.ts'
import { databaseError } from './failures.ts'
import { type Limits, openPostgreSql } from './postgresql.ts'
import { scope } from './scope.ts'

type Handle = Kysely<unknown>

describe.each(serverDatabases)('a pool of sessions of $name', (kind) => {
  let database: TestDatabase
  const opened: Database[] = []
  beforeAll(async () => {
    database = await kind.open()
  })
  afterEach(async () => {
    for (const own of opened.splice(0)) await own.close()
  })
  afterAll(() => database.close())

  /** Milliseconds after which a limit has to apply: what comes before it takes less, on a slow machine too. */
  const due = 1_000

  const everybody = scope({ schema: 'public' })
  /** Another way to the same database. */
  function open(limits: Partial<Limits>): Handle {
    const own = databaseOn(openPostgreSql(database.url ?? '', limits))
    opened.push(own)
    return own.within(everybody)
  }

  /** Expects a failure that is reported as unavailability of the database; returns the message. */
  async function sentenceOf(work: Promise<unknown>): Promise<string | undefined> {
    const error = await work.then(
      () => undefined,
      (error: unknown) => error,
    )
    const result = databaseError(error)
    expect(result?.code, String(error)).toBe('unavailable')
    return result?.message
  }

  const pidOf = async (db: Handle) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const terminate = (pid: number | undefined) =>
    sql`select pg_terminate_backend(${pid}, 5000)`.execute(database.within(everybody))

  const busy = 'The database is busy. Try again in a moment.'
  const away = 'The database cannot be reached. Try again in a moment.'

  test('statements are not compiled, which takes longer than to run them', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(open({}))
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('an idle session that is lost is replaced', async () => {
    const db = open({ sessions: 1 })
    const first = await pidOf(db)
    await terminate(first)
    // Whether the loss is noticed before the next use depends on the network.
    const second = await pidOf(db).catch(() => pidOf(db))
    expect(second).toEqual(expect.any(Number))
    expect(second).not.toBe(first)
  })

  test('a session that is lost before its first answer fails its request, and not the process', async () => {
    const { hostname, port } = new URL(database.url ?? '')
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname)
      server.on('error', () => {})
      server.pipe(client)
      client.once('data', (login) => {
        server.write(login)
        client.once('data', () => {
          client.resetAndDestroy()
          server.destroy()
        })
      })
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = proxy.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
    const throughProxy = new URL(database.url ?? '')
    throughProxy.port = String(address.port)
    const own = databaseOn(openPostgreSql(throughProxy.href))
    opened.push(own)
    expect(await sentenceOf(own.ping())).toBe(away)
    proxy.close()
  })

  test('a session that is lost in a transaction ends it, and is replaced', async () => {
    const db = open({ sessions: 1 })
    const work = db.transaction().execute(async (db) => {
      await terminate(await pidOf(db))
      await sql`select 1`.execute(db)
    })
    expect(await sentenceOf(work)).toBe(away)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('a session that is lost while a statement runs ends it, and is replaced', async () => {
    const db = open({ sessions: 1 })
    const pid = await pidOf(db)
    const work = sentenceOf(sql`select pg_sleep(10)`.execute(db))
    await terminate(pid)
    expect(await work).toBe(away)
    expect(await pidOf(db)).not.toBe(pid)
  })

  test('a request that gets no session in time is refused, and a later one gets one', async () => {
    const db = open({ sessions: 1, acquire: due })
    const enough = Promise.withResolvers<void>()
    const holding = db.transaction().execute(() => enough.promise)
    expect(await sentenceOf(sql`select 1`.execute(db))).toBe(away)
    enough.resolve()
    await holding
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('a statement that takes too long is cancelled, and the session can be used again', async () => {
    const db = open({ sessions: 1, statement: due })
    const pid = await pidOf(db)
    expect(await sentenceOf(sql`select pg_sleep(10)`.execute(db))).toBe(busy)
    expect(await pidOf(db)).toBe(pid)
  })

  test('a server that does not respond any more times out, and its session is closed', async () => {
    const db = open({ sessions: 1, statement: 0, answer: due })
    const pid = await pidOf(db)
    expect(await sentenceOf(sql`select pg_sleep(10)`.execute(db))).toBe(away)
    expect(await pidOf(db)).not.toBe(pid)
  })

  test('a lock that is not available times out', async () => {
    const [db, other] = [open({ lock: 50 }), open({})]
    await sql`create table locked (word text)`.execute(db)
    const [locked, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = other.transaction().execute(async (db) => {
      await sql`lock table locked`.execute(db)
      locked.resolve()
      await enough.promise
    })
    await locked.promise
    expect(await sentenceOf(sql`insert into locked values ('in vain')`.execute(db))).toBe(busy)
    enough.resolve()
    await holding
  })

  test('one of two deadlocked transactions is told to try again', async () => {
    const db = open({ lock: 10_000 })
    await sql`create table pairs (id integer primary key, word text)`.execute(db)
    await sql`insert into pairs values (1, ''), (2, '')`.execute(db)
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const work = [1, 2].map((id, index) =>
      db.transaction().execute(async (db) => {
        await sql`set local deadlock_timeout = '50ms'`.execute(db)
        await sql`update pairs set word = 'mine' where id = ${id}`.execute(db)
        both[index]?.resolve()
        await both[1 - index]?.promise
        await sql`update pairs set word = 'mine' where id = ${3 - id}`.execute(db)
      }),
    )
    const ended = await Promise.allSettled(work)
    const failed = ended.filter((end) => end.status === 'rejected')
    expect(failed).toHaveLength(1)
    expect(await sentenceOf(Promise.reject(failed[0]?.reason))).toBe(busy)
  })

  test('a server that is down is reported as unavailable', async () => {
    const url = new URL(database.url ?? '')
    url.port = '1'
    const nowhere = databaseOn(openPostgreSql(url.href))
    opened.push(nowhere)
    expect(await sentenceOf(nowhere.ping())).toBe(away)
  })
})

test('a full disk has a sentence that says so', () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(databaseError(error)?.message).toMatch(/^The disk of the database is full/)
})
