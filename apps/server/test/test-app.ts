import type { Writable } from 'node:stream'
import { csrf } from '@quatrain/contract/accounts/session.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import type { MetricsAddress } from '@quatrain/platform/http/metrics.ts'
import { logging } from '@quatrain/platform/logging.ts'
import type { TestDatabase, TestDatabases } from '@quatrain/platform/testing/databases.ts'
import type { Exchange } from '@quatrain/platform/testing/exchange.ts'
import { provisionAdministrator } from '@quatrain/webapi/administrators.ts'
import { buildWebApi } from '@quatrain/webapi/app.ts'
import { migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { provisionTenant } from '@quatrain/webapi/tenants.ts'
import type { FastifyInstance } from 'fastify'
import type { LoggerOptions } from 'pino'
import { smtpMailer } from '#clients/mail/mailer.ts'
import { readingWebApiFor, webApiFor } from '#clients/web-api/web-api-for.ts'
import { renewEpochOfCopy } from '#database/database-epoch.ts'
import { migrateConsole } from '#database/open-database.ts'
import { applyDue } from '#features/change-requests/apply-requests.ts'
import { countFindings } from '#features/findings/findings.service.ts'
import { removeTemplates } from '#features/metric-templates/removed-templates.effects.ts'
import { sendRequestMails } from '#features/request-mails/send-request-mails.ts'
import { runJobs } from '#features/roll-out/run-jobs.ts'
import { topologyReads } from '#features/topology/topology.reads.ts'
import { sendWebhooks } from '#features/webhooks/send-webhooks.ts'
import { guardOf, guardTag } from '#kit/http/etags.ts'
import { type Deliver, deliverWith } from '#kit/intents/deliveries.ts'
import { type Recover, recoverIntents } from '#kit/intents/recovery.ts'
import type { Context } from '#request/context/context.ts'
import { type DeferredFrom, deferredContext } from '#request/context/deferred-context.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import type { Tables } from '#request/tables/tables.ts'
import { presenceIn } from '#request/tenancy/presence.ts'
import { consoleSchema, type Db, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type MailSettings, noMail } from '#settings/mail-settings.ts'
import { permittedHosts, signOnOf } from '#settings/sign-on.ts'
import type { TrustedProxies } from '#settings/trusted-proxies.ts'
import { buildApp } from '../src/app.ts'
import { recoveryOf } from '../src/housekeeping.ts'
import { type Clock, clockAt } from './clock.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { administratorToken, password, readingToken, secret, seed, webApiToken } from './seed.ts'
import { guardSpanningStatements } from './spanning-statements.ts'

export type Host = 'super.test' | 'north.test' | 'south.test'

/** Hosts of the seed, that of a tenant that a test imports, and those of the demonstration. */
export type AnyHost = Host | 'nordlab.test' | 'localhost' | `${string}.localhost`

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every shape.
  readonly body: any
  readonly etag: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

export interface Client {
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

/** Preconditions that accept any state, for clients that do not read first. */
export const whatever = { 'if-match': '*', 'if-preview-match': '*' }

/** The entity tag of an object that was not changed since it was added. */
export const firstTag = ({ id }: { readonly id: number }) => guardTag(guardOf({ id, rowVersion: 1 }))

/** The whole console server with a real Web API behind a proxy with configurable behaviors. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  readonly webApiDatabase: TestDatabase
  readonly standby?: TestDatabase | undefined
  readonly tenancy: Tenancy
  readonly webApi: FaultyProxy
  /** The address of the Web API without the proxy. */
  readonly directWebApiUrl: string
  readonly clock: Clock
  /** The clients of users and boxes; anonymous without a name. */
  as(username?: string, host?: Host): Promise<Client>
  /** A new browser of its own. */
  browser(host?: AnyHost, address?: string): Client
  box(key: string | undefined, host?: AnyHost): Client
  tenant(name: string): Promise<Db>
  /** The response to a request of the tenant by any caller. */
  context(name: string): Promise<Context>
  /** The owner of the database, without row security. */
  readonly owner: Db
  /** Recovers writes that are unfinished for this many seconds, or all. Returns the number of recovered writes. */
  recoverWrites(olderThan?: number): Promise<number>
  /** Runs the jobs of roll-outs that are due, until `isEnding` returns true. Returns their number. */
  runRollOuts(isEnding?: () => boolean): Promise<number>
  /** Applies the change requests whose time has come. */
  applyDue(): Promise<void>
  /** Sends the mails about change requests that are due. Returns their number. */
  sendRequestMails(): Promise<number>
  /** Sends the messages of webhooks that are due. Returns their number. */
  sendWebhooks(): Promise<number>
  /** Counts the findings of tenants that have changed since. */
  countFindings(): Promise<void>
  /** Performs stored deliveries, as a request does after its transaction. */
  readonly deliver: Deliver
  /** The number of statements that the console sent while `work` ran, without those of the Web API. */
  statements(work: () => Promise<unknown>): Promise<string[]>
  /** The statements with the amount of data between the console and the database. */
  exchanges(work: () => Promise<unknown>): Promise<Exchange[]>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Whether the Web API sends entity tags. */
  readonly webApiTags?: boolean
  /** Recovery of kinds that only a test has. */
  readonly recoveries?: Readonly<Record<string, Recover>>
  readonly tls?: boolean
  readonly trustProxy?: TrustedProxies
  /** The destination of the log. */
  readonly log?: Writable
  readonly webFolder?: string
  readonly metrics?: MetricsAddress
  /** No mails are sent if it is absent. */
  readonly mail?: MailSettings
  /** Opens the standby of the console's database with this address. */
  readonly standby?: (databaseUrl: string) => TestDatabase
  /** The largest number of tenants that a change of the catalogue changes before its response; all by default. */
  readonly tenantsAtOnce?: number
  /** Findings are counted for who looks at their numbers. */
  readonly findingsCounted?: number
  /** How many bytes of responses to machines are cached. */
  readonly cachedBytes?: number
}

const start = '2030-01-01T08:00:00Z'

async function prepareConsole(database: Database): Promise<void> {
  await migrateConsole(database)
  await seed(database, clockAt(start).now)
}

async function prepareWebApi(database: Database): Promise<void> {
  await migrateWebApi(database)
  for (const name of ['NORTH', 'SOUTH']) {
    await provisionTenant(database, {
      name,
      keys: [
        { name: 'console', role: 'editor', token: webApiToken(name) },
        { name: 'reader', role: 'viewer', token: readingToken(name) },
      ],
    })
  }
  await provisionAdministrator(database, { name: 'console', token: administratorToken })
}

export async function startTestApp(databases: TestDatabases, options: TestAppOptions = {}): Promise<TestApp> {
  const clock = clockAt(start)
  const [database, webApiDatabase] = [await databases.open(prepareConsole), await databases.open(prepareWebApi)]
  // As a server does with a copy: otherwise the next start would renew the epoch.
  await renewEpochOfCopy(database)
  const tenancy = tenancyOf(database, clock.now)
  await guardSpanningStatements(database)
  const webApiServer = await buildWebApi({ database: webApiDatabase, logger: false, maxLag: 0, now: clock.now })
  const directWebApiUrl = await webApiServer.listen({ host: '127.0.0.1', port: 0 })
  const webApi = await startFaultyProxy(directWebApiUrl, {
    tags: options.webApiTags ?? true,
  })
  // So long that a slow machine does not look like a Web API that hangs: the proxy ends the timeouts of calls that hang.
  const webApiOptions = { url: webApi.url, timeout: 60_000, request: webApi.request }
  const { mail = noMail } = options
  const standby = options.standby?.(String(database.url))
  const app = await buildApp({
    database,
    standby,
    // A busy machine is no standby that fails.
    standbyAskedFor: 60_000,
    presence: await presenceIn(database),
    secret,
    logger: loggerOf(options),
    ...(options.webFolder && { webFolder: options.webFolder }),
    metrics: options.metrics,
    cachedBytes: options.cachedBytes,
    now: clock.now,
    maxLag: 0,
    tls: options.tls ?? false,
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
    webApi: webApiOptions,
    sessions: { idle: 2 * 3_600_000, absolute: 12 * 3_600_000 },
    mail,
    signOn: testSignOn,
    housekeeping: { every: 3600, intentsOlderThan: 60 },
    rollOuts: { atOnce: options.tenantsAtOnce ?? 100_000, every: 3600 },
    findingsCounted: options.findingsCounted ?? 0,
  })
  await app.ready()
  const now = clock.now
  const webApis = { ...webApiOptions, tenancy, apiKeys: apiKeysOf(secretsOf(secret), now) }
  const webApiOfTenant = webApiFor(webApis)
  const timeouts = { intentsOlderThan: 60, goneAfter: 60 }
  const recovery = recoveryOf({ tenancy, now, webApiFor: webApiOfTenant, kinds: app.kinds, ...timeouts })
  const deliver = deliverWith({ ...recovery, log: app.log })
  const contextFor = (tenant: Tenant, from: DeferredFrom) =>
    deferredContext({ tenancy, now, webApiFor: webApiOfTenant }, tenant, from)
  const recoverOf = (kind: string) => options.recoveries?.[kind] ?? recovery.recoverOf(kind)
  const clients = new Map<string, { readonly client: Client; readonly at: number }>()
  return {
    app,
    database,
    webApiDatabase,
    standby,
    tenancy,
    webApi,
    directWebApiUrl,
    clock,
    async as(username, host = 'north.test') {
      const key = `${username} ${host}`
      const known = clients.get(key)
      const at = now().getTime()
      if (known && at - known.at < recentMs) return known.client
      const client = await signIn(app, host, username)
      clients.set(key, { client, at })
      return client
    },
    browser: (host = 'north.test', address) => browserAt({ app, host, address }),
    box: (key, host = 'north.test') => boxAt(app, host, key),
    owner: database.within<Tables>(scope({ schema: consoleSchema })),
    tenant: async (name) => tenancy.of(await tenantNamed(tenancy, name)),
    async context(name) {
      const tenant = await tenantNamed(tenancy, name)
      return {
        tenant,
        db: tenancy.of(tenant),
        webApi: webApiOfTenant(tenant),
        now,
        caller: { deployment: tenant.deployment },
        origin: { requestId: 'test', address: '' },
        write: {},
        recording: { isDone: false },
      }
    },
    recoverWrites: async (olderThan = 0) =>
      (await recoverIntents({ ...recovery, recoverOf, olderThan, log: app.log })).recovered,
    runRollOuts: (isEnding = () => false) =>
      runJobs({ tenancy, now, removeTemplates, log: app.log, isEnding, contextFor, deliver }),
    applyDue: () => applyDue({ tenancy, now, kinds: app.kinds, contextFor, deliver }, app.log),
    sendRequestMails: () =>
      sendRequestMails({
        tenancy,
        mailing: { words: mail.words, mailer: mail.server && smtpMailer(mail.server) },
        kinds: app.kinds,
        secrets: secretsOf(secret),
        tls: options.tls ?? false,
        now,
        log: app.log,
        contextOf: (tenant) => contextFor(tenant, { actor: 'Quatrain', requestId: '', address: '' }),
      }),
    sendWebhooks: () =>
      sendWebhooks({
        tenancy,
        now,
        secrets: secretsOf(secret),
        permittedHosts: testSignOn.permittedHosts,
        log: app.log,
        contextOf: (tenant) => contextFor(tenant, { actor: 'Quatrain', requestId: '', address: '' }),
      }),
    countFindings: () =>
      countFindings(
        { tenancy, kinds: app.kinds, topology: topologyReads(readingWebApiFor(webApis)) },
        { contextOf: (tenant) => contextFor(tenant, { actor: 'Quatrain', requestId: '', address: '' }), atOnce: 10 },
      ),
    deliver,
    async statements(work) {
      const seen: string[] = []
      const stop = database.observe((statement) => seen.push(statement))
      await work()
      stop()
      return seen
    },
    async exchanges(work) {
      const stop = database.watch()
      await work()
      return stop()
    },
    async close() {
      await app.close()
      await webApi.close()
      await webApiServer.close()
      await standby?.close()
      await database.close()
      await webApiDatabase.close()
    },
  }
}

/** Milliseconds for which a login permits everything that needs a recent one. */
const recentMs = 600_000

/** Identity providers of tests are on loopback. */
const testSignOn = signOnOf({
  QUATRAIN_SIGN_ON_HOSTS: permittedHosts.parse('127.0.0.0/8'),
  QUATRAIN_SIGN_ON_TENANTS: 'NORTH, SOUTH, NORDLAB',
})

async function tenantNamed(tenancy: Tenancy, name: string): Promise<Tenant> {
  const tenant = (await tenancy.tenants()).find((tenant) => tenant.name === name)
  if (!tenant) throw new Error(`No tenant ${name}.`)
  return tenant
}

function loggerOf({ log }: TestAppOptions): LoggerOptions | boolean {
  const given = { ...logging('trace'), stream: log }
  if (log) return given
  return process.env.QUATRAIN_LOG_LEVEL ? { level: process.env.QUATRAIN_LOG_LEVEL } : false
}

export async function signIn(app: FastifyInstance, host: Host, username: string | undefined): Promise<Client> {
  const client = browserAt({ app, host })
  await client.send('GET', '/api/v2/internal/istenantschema')
  if (username === undefined) return client
  const answer = await client.send('POST', '/dj-rest-auth/login/', { username, password })
  if (answer.status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(answer.body)}`)
  return client
}

/** Source and destination of a request. */
interface Way {
  readonly app: FastifyInstance
  readonly host: AnyHost
  readonly address?: string | undefined
}

/** A monitoring box with this key. */
export const boxAt = (app: FastifyInstance, host: AnyHost, key: string | undefined): Client => ({
  send: (method, path, body, headers) =>
    send({ app, host }, method, path, body, { ...(key && { 'x-api-key': key }), ...headers }),
})

/** Keeps cookies and repeats the CSRF token, like the console's pages. */
export function browserAt(way: Way): Client {
  const jar = new Map<string, string>()
  return {
    async send(method, path, body, headers) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const token = jar.get(csrf.cookie)
      const answer = await send(way, method, path, body, {
        ...(cookie && { cookie }),
        ...(token && method !== 'GET' && { [csrf.header]: decodeURIComponent(token) }),
        ...headers,
      })
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [pair = ''] = String(line).split(';')
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        if (/expires=Thu, 01 Jan 1970/i.test(String(line))) jar.delete(name)
        else jar.set(name, value)
      }
      return answer
    },
  }
}

/** Paths without a leading slash are those of the internal API. */
async function send(
  { app, host, address }: Way,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    ...(address && { remoteAddress: address }),
    url: path.startsWith('/') ? path : `/api/v2/internal/${path}`,
    headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = response.body
  const { 'content-type': type, 'content-encoding': encoding } = response.headers
  const isJson = String(type).includes('json') && encoding === undefined
  return {
    status: response.statusCode,
    body: isJson && text ? JSON.parse(text) : text,
    etag: response.headers.etag === undefined ? undefined : String(response.headers.etag),
    headers: response.headers,
  }
}
