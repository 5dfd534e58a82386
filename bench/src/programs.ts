// The processes of a run: databases, the two services as in production, and commands of an operator.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { type Scope, scope } from '@quatrain/platform/database/scope.ts'
import { freePort } from '@quatrain/platform/testing/free-port.ts'
import { startOwnPostgreSql } from '@quatrain/platform/testing/postgresql.ts'
import type { Cluster } from '@quatrain/platform/testing/postgresql-cluster.ts'
import { migrateConsole } from '@quatrain/server/database/open-database.ts'
import { consoleSchema, tenancyOf } from '@quatrain/server/request/tenancy/tenancy.ts'
import { provisionAdministrator } from '@quatrain/webapi/administrators.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import pg from 'pg'
import { ask, askSuccessfully, read, type Target } from './client.ts'
import { type Filling, fill, secret, superTenant, webApiAdminKey, webApiKeyOf } from './data.ts'
import type { Floor } from './server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A PostgreSQL of this run, which syncs commits as in production. Throws if it is not installed. */
export async function startCluster(): Promise<Cluster> {
  const cluster = await startOwnPostgreSql({ isDurable: true })
  if ('unavailable' in cluster) throw new Error(cluster.unavailable)
  return cluster
}

/** Runs a statement as a superuser of the database, and returns its rows. */
export async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Creates an empty database and returns its address. */
export async function createDatabase(cluster: Pick<Cluster, 'url'>): Promise<string> {
  const address = new URL(cluster.url)
  const [row] = await run(cluster.url, `select 'bench_' || count(*) as name from pg_database`)
  address.pathname = String(row?.name)
  await run(cluster.url, `create database ${row?.name}`)
  return address.href
}

/** Creates a database of both services and fills it. Returns its address, and the ids of the tenants by name. */
export async function createFilled(cluster: Pick<Cluster, 'url'>, filling: Filling) {
  const url = await createDatabase(cluster)
  const database = databaseOn(openPostgreSql(url))
  try {
    await migrateConsole(database)
    await migrateWebApi(database)
    const ids = await fill(tenancyOf(database, () => new Date()).everyTenant, filling)
    await provisionAdministrator(database, { name: 'console', token: webApiAdminKey })
    for (const { tenant: name } of filling.tenants) {
      await provisionTenant(database, {
        name,
        keys: [
          { name: 'console', role: 'editor', token: webApiKeyOf(name) },
          { name: 'console-ro', role: 'viewer', token: `${webApiKeyOf(name)}-ro` },
        ],
      })
    }
    // PostgreSQL does this by itself after a while.
    await run(url, 'vacuum analyze')
    return { url, ids }
  } finally {
    await database.close()
  }
}

/** A running program of the repository. */
export interface Program {
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
  /** Ends it at once, as a power failure would. */
  kill(): Promise<void>
}

type Env = Readonly<Record<string, string>>

/** What programs print is in the file of this variable, if it is set. */
const programLog = openSync(process.env.QUATRAIN_REHEARSAL_LOG ?? '/dev/null', 'a')

/** Starts a service as in production, and waits until it is ready. Throws with its output if it ends before. */
export async function startProgram(script: 'start' | 'start:webapi', env: Env, port: number): Promise<Program> {
  const portName = script === 'start' ? 'QUATRAIN_PORT' : 'QUATRAIN_WEBAPI_PORT'
  const url = `http://127.0.0.1:${port}`
  const command = [process.execPath, ...argumentsOf(script)]
  return { url, ...(await startCommand(command, answersAt(`${url}/readyz`), { ...env, [portName]: String(port) })) }
}

/** Whether an address answers with a status of 200. */
export const answersAt = (url: string) => () =>
  ask({ url }, 'GET', '').then(
    ({ status }) => status === 200,
    () => false,
  )

/** Starts a program that ends with this process, and waits until it is ready. Throws with its output if it ends before. */
export async function startCommand(
  [program = '', ...words]: readonly string[],
  isReady: () => Promise<boolean>,
  env: Env = {},
): Promise<Omit<Program, 'url'>> {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', programLog, 'pipe'],
  })
  const endToo = () => child.kill('SIGKILL')
  process.on('exit', endToo)
  child.on('exit', () => process.off('exit', endToo))
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4_000)
  })
  const deadline = performance.now() + 60_000
  while (!(await isReady())) {
    if (hasEnded(child) || performance.now() > deadline) {
      await end(child)
      throw new Error(`${program} ${words.join(' ')} did not start: ${complaints}`)
    }
    await setTimeout(10)
  }
  return { pid: child.pid ?? 0, stop: () => end(child), kill: () => end(child, 'SIGKILL') }
}

const scripts: Env = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts
/** V8's settings of an npm script, which affect the memory, and the program. */
const argumentsOf = (script: string) => scripts[script]?.split(' ').slice(1) ?? []

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Ends a process in order, or kills it: at once, or after ten seconds. */
async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}

/** A tenant's requests to the Web API with the key of the console. */
export const webApiAs = ({ url }: Pick<Program, 'url'>, tenant: string): Target => ({
  url,
  headers: { [apiKeyHeader]: webApiKeyOf(tenant) },
})

/** The Web API on a database, and requests to it. */
export async function startWebApi(url: string): Promise<Program & { as(tenant: string): Target }> {
  const program = await startProgram('start:webapi', { QUATRAIN_WEBAPI_DATABASE_URL: url }, await freePort())
  return { ...program, as: (tenant) => webApiAs(program, tenant) }
}

/** A bare server, which is the floor, and the console with it if it has a Web API. */
export interface Server {
  readonly pid: number
  readonly consoleUrl: string
  readonly bareUrl: string
  /** Makes the bare server respond at `/floor` with the result of one statement in this scope. */
  setFloor(floor: Floor): Promise<void>
  /** The result of some work, and the statements of the console meanwhile. */
  observed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: readonly string[] }>
  stop(): Promise<void>
}

/** Starts them in one process. */
export async function startServer(url: string, webApiUrl = ''): Promise<Server> {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url))
  const execArgv = argumentsOf('start').slice(0, -1)
  const child = fork(file, [url, webApiUrl], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The measured server ended.')))
  const [{ consoleUrl, bareUrl }] = await Promise.race([once(child, 'message'), failed])
  const bare = { url: bareUrl }
  return {
    pid: child.pid ?? 0,
    consoleUrl,
    bareUrl,
    setFloor: async (body) => void (await askSuccessfully(bare, 'PUT', '/floor', { body })),
    async observed(work) {
      await askSuccessfully(bare, 'PUT', '/observed')
      const result = await work()
      return { result, statements: await read(bare, '/observed') }
    },
    stop: () => end(child),
  }
}

/** A running console with its data. */
export interface Place extends Server {
  /** A tenant's requests to the Web API. */
  webApiAs(tenant: string): Target
  /** The address of the database of both services, as its superuser. */
  readonly databaseUrl: string
  idOf(tenant: string): number
  scopeOf(tenant: string): Scope
}

/** The consoles of a run, each in a process of its own with its Web API in another one; one at a time. */
export function consolesOn(cluster: Pick<Cluster, 'url'>) {
  let open: { readonly filling: Filling; readonly place: Place } | undefined
  const consoles = {
    /** Returns the place with this data, which is used again by the next part. */
    async with(filling: Filling): Promise<Place> {
      if (open?.filling === filling) return open.place
      await consoles.stop()
      const { url, ids } = await createFilled(cluster, filling)
      const webApi = await startWebApi(url)
      const server = await startServer(url, webApi.url)
      const stop = () => server.stop().finally(webApi.stop)
      const idOf = (tenant: string) => ids.get(tenant) ?? 0
      const scopeOf = (tenant: string) =>
        scope({
          role: 'quatrain_app',
          schema: consoleSchema,
          settings: {
            'quatrain.tenant': String(idOf(tenant)),
            'quatrain.deployment': tenant === superTenant ? 'super' : 'tenant',
          },
        })
      const place = { ...server, webApiAs: webApi.as, databaseUrl: url, idOf, scopeOf, stop }
      open = { filling, place }
      return place
    },
    async stop() {
      await open?.place.stop()
      open = undefined
    },
  }
  return consoles
}

/** Resident memory of a process in bytes, and its peak. */
export function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
  return { now: bytesOf('VmRSS'), most: bytesOf('VmHWM') }
}

/** The result of some work, and how far the memory of a process was above its memory before. */
export async function growthDuring<T>(pid: number, work: () => Promise<T>): Promise<[result: T, growth: number]> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const { now } = memoryOf(pid)
  return [await work(), memoryOf(pid).most - now]
}

/** Runs a command with both stores in this database. Returns the peak of its memory in bytes. */
export async function quatrain(words: readonly string[], url: string): Promise<number> {
  const child = spawn(process.execPath, [...argumentsOf('quatrain'), ...words], {
    cwd: root,
    env: { ...process.env, QUATRAIN_DATABASE_URL: url, QUATRAIN_WEBAPI_DATABASE_URL: url, QUATRAIN_SECRET: secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const look = () => {
    try {
      memory = Math.max(memory, memoryOf(child.pid ?? 0).most)
    } catch {
      // The process has just ended, so its memory cannot be read.
    }
  }
  const timer = setInterval(look, 20)
  const [code] = await once(child, 'exit').finally(() => clearInterval(timer))
  if (code !== 0) throw new Error(`quatrain ${words.join(' ')} failed.`)
  return memory
}
