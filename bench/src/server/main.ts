// A process with the console server and, on the same database, the bare server that is its floor.
import { type Database, databaseOn } from '@quatrain/platform/database/database.ts'
import type { Engine } from '@quatrain/platform/database/engine.ts'
import { openPglite } from '@quatrain/platform/database/pglite.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import type { Scope } from '@quatrain/platform/database/scope.ts'
import { logging } from '@quatrain/platform/logging.ts'
import { type ObservedEngine, observedEngine } from '@quatrain/platform/testing/observed-engine.ts'
import { buildApp, webFolder } from '@quatrain/server/src/app.ts'
import { migrateConsole } from '@quatrain/server/src/database/open-database.ts'
import { foldTenantCounts } from '@quatrain/server/src/features/metric-templates/tenant-counts.repository.ts'
import { foldRevisions } from '@quatrain/server/src/kit/http/revision.ts'
import { takeAnchors } from '@quatrain/server/src/kit/recording/activity-anchors.ts'
import { removeExpired } from '@quatrain/server/src/remove-expired.ts'
import { tenancyOf } from '@quatrain/server/src/request/tenancy.ts'
import { sql } from 'kysely'
import { answerCalls } from '../calls.ts'
import { type Filling, fill } from '../data/fill.ts'
import { secret } from '../data/keys.ts'
import { ownerScope, spanningScope, tenantScope } from '../data/scopes.ts'
import { type BareServer, type Floor, type Run, startBareServer } from './bare.ts'
import { poolIn, runOnEngine, runOnPool } from './bare-run.ts'
import { type TimedStatement, timeStatement } from './time-statement.ts'
import { provision, startWebApi } from './web-api.ts'

export interface Opening {
  /** Address of a PostgreSQL, or the folder of an embedded database. */
  readonly url?: string
  readonly folder?: string
  /** The address of the Web API; by default it runs in this process on the same database, as in the demonstration. */
  readonly webApiUrl?: string
}

export interface Opened {
  readonly consoleUrl: string
  readonly webApiUrl: string
  readonly bareUrl: string
  readonly databaseVersion: string
}

/** Whose rows a statement sees: those of one tenant, by its name, or of all. */
export type Whose = { readonly tenant: string } | 'every tenant'

interface State {
  readonly engine: ObservedEngine<TimedStatement>
  readonly database: Database
  readonly bare: BareServer
  readonly runIn: (scope: Scope) => Run
}

let state: State | undefined
let stopObserving: (() => string[]) | undefined
let stopTiming: (() => TimedStatement[]) | undefined

const functions = {
  async open({ url, folder, webApiUrl: given }: Opening): Promise<Opened> {
    const engine = observedEngine(url ? openPostgreSql(url) : await openPglite(folder ? { folder } : {}), timeStatement)
    const database = databaseOn(engine)
    await migrateConsole(database)
    const webApiUrl = given ?? (await startWebApi(database))
    const app = await buildApp({
      database,
      webFolder,
      // As in production; the output is discarded.
      logger: logging('info'),
      secret,
      webApi: { url: webApiUrl, timeout: 30_000 },
      tls: false,
      sessions: { idle: 2 * 3_600_000, absolute: 12 * 3_600_000 },
      // Only at the start: its statements would be counted with those of a request.
      housekeeping: { every: 24 * 3_600, intentsOlderThan: 60 },
    })
    const consoleUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const bare = await startBareServer()
    const runIn = (scope: Scope) => (url ? runOnPool(poolIn(url, scope)) : runOnEngine(engine, scope))
    state = { database, bare, runIn, engine }
    return { consoleUrl, webApiUrl, bareUrl: bare.url, databaseVersion: await versionOf(database) }
  },

  async fill(filling: Filling): Promise<void> {
    const { database, engine } = opened()
    await fill(database, filling)
    if (engine.kind === 'postgresql') await vacuum(engine)
    await provision(
      database,
      filling.tenants.map(({ tenant }) => tenant),
    )
  },

  async observe(): Promise<void> {
    const seen: string[] = []
    const stop = opened().database.observe((statement) => seen.push(statement))
    stopObserving = () => {
      stop()
      return seen
    }
  },

  /** Every statement since `observe`: the console's, and those of a Web API in this process. */
  observed: async (): Promise<string[]> => stopObserving?.() ?? [],

  async time(): Promise<void> {
    stopTiming = opened().engine.watch()
  },

  /** Every statement since `time`, with its duration. */
  timed: async (): Promise<TimedStatement[]> => stopTiming?.() ?? [],

  /** From now on the bare server responds at `/memory` with this text. */
  async setMemory(answer: string): Promise<void> {
    opened().bare.keep(answer)
  },

  /** From now on the bare server responds at `/{name}` with the result of one statement. */
  async setFloor({ of, ...floor }: Floor & { readonly of: Whose }): Promise<void> {
    const { bare, runIn } = opened()
    bare.set(floor, runIn(await scopeOf(of)))
  },

  /** The duration in milliseconds of a round of housekeeping. */
  async timeHousekeeping(): Promise<number> {
    const tenancy = tenancyOf(opened().database, () => new Date())
    const begun = performance.now()
    await removeExpired(tenancy, { idle: 7_200_000 }, new Date())
    await foldRevisions(tenancy.everyTenant)
    await foldTenantCounts(tenancy.everyTenant)
    await takeAnchors(tenancy.everyTenant, secret, new Date())
    return performance.now() - begun
  },

  /** The duration in milliseconds of one bare statement, which is rolled back afterwards. */
  async timeTakenBack({ of, text }: { readonly of: Whose; readonly text: string }): Promise<number> {
    const transaction = await opened()
      .database.within<unknown>(await scopeOf(of))
      .startTransaction()
      .execute()
    const begun = performance.now()
    await sql.raw(text).execute(transaction)
    const took = performance.now() - begun
    await transaction.rollback().execute()
    return took
  },
}

export type ServerProcess = typeof functions

async function scopeOf(whose: Whose): Promise<Scope> {
  if (whose === 'every tenant') return spanningScope
  const { rows } = await sql<{ id: number; isShared: boolean }>`
    select id, schema_name = 'public' as "isShared" from tenants where name = ${whose.tenant}
  `.execute(opened().database.within<unknown>(ownerScope))
  const [found] = rows
  if (!found) throw new Error(`There is no tenant ${whose.tenant}.`)
  return tenantScope(found.id, found.isShared ? 'super' : 'tenant')
}

function opened(): State {
  if (!state) throw new Error('The console has not been opened.')
  return state
}

async function versionOf(database: Database): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(
    database.within<unknown>(ownerScope),
  )
  return rows[0]?.server_version ?? ''
}

/** PostgreSQL does this by itself after a while; the embedded database never does. */
async function vacuum(engine: Engine): Promise<void> {
  const session = await engine.acquire()
  await session.run('vacuum analyze', []).finally(() => engine.release(session))
}

answerCalls(functions)
