import { randomUUID } from 'node:crypto'
import { isFullRun } from '@quatrain/contract/testing/extent.ts'
import { type Database, databaseOn } from '../src/database/database.ts'
import type { Engine } from '../src/database/engine.ts'
import { openPglite } from '../src/database/pglite.ts'
import { openPostgreSql } from '../src/database/postgresql.ts'
import { hasConnectionPooler, startConnectionPooler } from './connection-pooler.ts'
import { type Exchange, measureExchange } from './exchange.ts'
import { type ObservedEngine, observedEngine } from './observed-engine.ts'
import { type Prepare, reusedCopies } from './reused-copies.ts'
import { bySocket, testDatabasePrefix, testDatabaseUrl } from './test-database-url.ts'

/** A kind of database that test files run on. */
export interface TestDatabases {
  readonly name: 'PGlite' | 'PostgreSQL' | 'PostgreSQL behind a connection pooler'
  /**
   * A new database, which is removed when it is closed: an empty one, or one with what `prepare` has done. That is done
   * once in each process; further databases are copies. A copy has the same passwords, tokens and epoch. One that was
   * closed may become a new one again, with the same content.
   */
  open(prepare?: Prepare): Promise<TestDatabase>
}

export interface TestDatabase extends Database, Pick<ObservedEngine<Exchange>, 'watch'> {
  /** Address for further processes; undefined for the embedded database. */
  readonly url?: string
}

/** A database that can measure the data between it and the process. */
export function watchedDatabase(engine: Engine): TestDatabase {
  const watched = observedEngine(engine, measureExchange)
  return { ...databaseOn(watched), watch: watched.watch }
}

const embedded: TestDatabases = {
  name: 'PGlite',
  open: async (prepare) => watchedDatabase(prepare ? (await embeddedCopy(prepare)).engine : await openPglite()),
}

const embeddedCopy = reusedCopies(async (prepare) => {
  const engine = await openPglite({ content: await preparedDump(prepare) })
  return {
    open: () => untilClosed(engine),
    isInUse: () => engine.sessions().idle === 0,
    maintain: (work) => work(engine),
    remove: () => engine.close(),
  }
})

/** The engine, which itself stays open. */
function untilClosed(engine: Engine): Engine {
  let isClosed = false
  return {
    ...engine,
    async acquire() {
      if (isClosed) throw new Error('This database is closed.')
      return engine.acquire()
    },
    async close() {
      isClosed = true
    },
  }
}

const preparedDump = oncePerPreparation(async (prepare) => {
  const engine = await openPglite()
  await prepare(databaseOn(engine))
  await makeSmall(engine)
  const dump = await engine.dump()
  await engine.close()
  return dump
})

/** Opening a copy takes half the CPU time without the other databases of the cluster, and without WAL to recover from. */
async function makeSmall(engine: Engine): Promise<void> {
  const session = await engine.acquire()
  await session.runUnscoped('reset role')
  await session.runUnscoped('update pg_database set datistemplate = false')
  for (const other of ['template0', 'template1']) await session.runUnscoped(`drop database ${other}`)
  await session.runUnscoped('checkpoint')
  engine.release(session)
}

/** Milliseconds for which a statement waits for a lock: a slow machine must not look like a fault. */
const usualLockTimeout = 120_000

/** The other limits, for the same reason. */
const patient = {
  sessions: 10,
  acquire: usualLockTimeout,
  statement: 2 * usualLockTimeout,
  answer: 3 * usualLockTimeout,
}

/** The lock timeout of databases for tests of lock timeouts, in milliseconds. */
export const shortLockTimeout = 1_000

const templatesAt = new Map<string, (prepare: Prepare) => Promise<string>>()

/** The templates of databases on this server, which all databases are copies of. */
function preparedTemplateAt(url: string) {
  const preparedTemplate =
    templatesAt.get(url) ??
    oncePerPreparation(async (prepare) => {
      const name = await createDatabase(url)
      const database = databaseOn(openPostgreSql(withName(url, name)))
      await prepare(database)
      await database.close()
      return name
    })
  templatesAt.set(url, preparedTemplate)
  return preparedTemplate
}

/** Databases on the server with this address, as its superuser. */
export const databasesAt = (url: string, lock = usualLockTimeout): TestDatabases => {
  const preparedTemplate = preparedTemplateAt(url)
  const newDatabase = async (template?: string) => {
    const name = await createDatabase(url, template)
    const own = withName(url, name)
    return {
      url: own,
      open: () => openPostgreSql(bySocket(own), { ...patient, lock }),
      remove: () => onServer(url, `drop database if exists ${name} with (force)`),
    }
  }
  const copy = reusedCopies(async (prepare) => {
    const database = await newDatabase(await preparedTemplate(prepare))
    // Stays open: a new session reads the definitions of all tables first.
    const maintenance = openPostgreSql(bySocket(database.url), { sessions: 1 })
    return {
      ...database,
      isInUse: () => false,
      async maintain(work) {
        await runUnscoped(maintenance, endOtherSessions)
        return work(maintenance)
      },
      async remove() {
        await maintenance.close()
        await database.remove()
      },
    }
  })
  return {
    name: 'PostgreSQL',
    async open(prepare) {
      if (prepare) {
        const { engine, url } = await copy(prepare)
        return { ...watchedDatabase(engine), ...(url && { url }) }
      }
      const { url: own, open, remove } = await newDatabase()
      const database = watchedDatabase(open())
      return {
        ...database,
        url: own,
        async close() {
          await database.close()
          await remove()
        },
      }
    },
  }
}

/**
 * Waits until the sessions that were closed have ended, and ends those of processes that a test has started: PostgreSQL looks only ten
 * times a second whether a session that it has to end has done so.
 */
const endOtherSessions = `
  do $$
    begin
      for turn in 1..200 loop
        perform pg_stat_clear_snapshot();
        exit when not exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid());
        perform pg_sleep(0.001);
      end loop;
      perform pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid();
    end
  $$`

function oncePerPreparation<Template>(make: (prepare: Prepare) => Promise<Template>) {
  const made = new Map<Prepare, Promise<Template>>()
  return (prepare: Prepare): Promise<Template> => {
    const template = made.get(prepare) ?? make(prepare)
    made.set(prepare, template)
    return template
  }
}

const url = testDatabaseUrl()

/** For tests of what the two databases could do differently: dialect, transactions, recovery, migrations, copies of content. */
export const bothDatabases: readonly TestDatabases[] = [embedded, ...(url ? [databasesAt(url)] : [])]

/**
 * The databases of a database test: `describe.each(databases)('… on $name', …)`. PostgreSQL, or the embedded database where
 * there is none; both in a full run.
 */
export const databases: readonly TestDatabases[] = isFullRun ? bothDatabases : bothDatabases.slice(-1)

/** Only those that several processes can use at once. */
export const serverDatabases: readonly TestDatabases[] = url ? [databasesAt(url)] : []

/** The same with a short lock timeout, for tests of it. */
export const impatientDatabases: readonly TestDatabases[] = url ? [databasesAt(url, shortLockTimeout)] : []

/** PostgreSQL behind a connection pooler with fewer server sessions than connections. */
export const pooledDatabases: readonly TestDatabases[] = url && hasConnectionPooler() ? [pooled(url)] : []

function pooled(url: string): TestDatabases {
  const unpooled = databasesAt(url)
  return {
    name: 'PostgreSQL behind a connection pooler',
    async open(prepare) {
      const direct = await unpooled.open(prepare)
      const pooler = await startConnectionPooler(direct.url ?? url, 2)
      const database = watchedDatabase(openPostgreSql(pooler.url, { ...patient, lock: usualLockTimeout }))
      return {
        ...database,
        url: pooler.url,
        async close() {
          await database.close()
          await pooler.stop()
          await direct.close()
        },
      }
    },
  }
}

async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `${testDatabasePrefix()}${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name} ${template ? `template ${template}` : ''}`)
  return name
}

function withName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = name
  return address.href
}

async function onServer(url: string, statement: string) {
  const engine = openPostgreSql(bySocket(url), { sessions: 1 })
  try {
    await runUnscoped(engine, statement)
  } finally {
    await engine.close()
  }
}

async function runUnscoped(engine: Engine, statement: string) {
  const session = await engine.acquire()
  try {
    await session.runUnscoped(statement)
  } finally {
    engine.release(session)
  }
}
