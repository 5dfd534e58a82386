import { createdEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { TestDatabases } from '@quatrain/platform/testing/databases.ts'
import type { InjectOptions } from 'fastify'
import { operatorOn } from '#kit/operator.ts'
import { provisionAdministrator } from '../src/administrators.ts'
import { buildWebApi } from '../src/app.ts'
import { permitFeed } from '../src/feed-permissions.ts'
import { migrateWebApi } from '../src/migrate.ts'
import { provisionTenant } from '../src/tenants.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

export interface Call {
  /** Token of the key; by default that of ORCHARD's editor, none if null. */
  readonly key?: string | null
  /** A text is sent unchanged, anything else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A Web API on its own database, with the tenants ORCHARD and HARBOR; each has a key of every role. */
export async function startWebApi({ open }: TestDatabases, options: { cors?: boolean } = {}) {
  const database = await open(prepare)
  return { ...(await callable(database, options)), database }
}

async function prepare(database: Database): Promise<void> {
  await migrateWebApi(database)
  for (const tenant of ['ORCHARD', 'HARBOR']) await provisionTenant(database, { name: tenant, keys: keysOf(tenant) })
  await provisionAdministrator(database, { name: 'root', token: 'administrator' })
}

const keysOf = (tenant: string) =>
  (['admin', 'editor', 'viewer'] as const).map((role) => ({ name: role, role, token: `${tenant} ${role}` }))

/** The service on an existing database, and functions that call it. */
export async function callable(database: Database, options: { cors?: boolean } = {}) {
  const clock = { now: new Date('2026-07-01T12:00:00Z') }
  const app = await buildWebApi({ database, logger: false, maxLag: 0, now: () => clock.now, ...options })

  const call = async (method: Method, path: string, { key = 'ORCHARD editor', body, headers }: Call = {}) => {
    const request: InjectOptions = {
      method,
      url: `/api/v2/${path}`,
      headers: { host: 'api.example', ...(key !== null && { 'x-api-key': key }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const response = await app.inject(request)
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.body.startsWith('{') ? response.json<unknown>() : undefined,
    }
  }

  return {
    app,
    call,
    setDay(day: string) {
      clock.now = new Date(`${day}T12:00:00Z`)
    },
    /** Adds a tenant with a key of every role. */
    provision: (tenant: string) => provisionTenant(database, { name: tenant, keys: keysOf(tenant) }),
    /** Permits that a combined tenant reads the data of another, like an operator. */
    permit: (combined: string, feeding: string) => permitFeed(operatorOn(database), combined, feeding),
    /** Adds an item and returns its id. */
    async add(path: string, body: unknown, options: Call = {}) {
      const answer = await call('POST', path, { ...options, body })
      if (answer.status !== 201) throw new Error(answer.text)
      return createdEnvelope.parse(answer.body).data.id
    },
    async close() {
      await app.close()
      await database.close()
    },
  }
}

export type WebApiUnderTest = Awaited<ReturnType<typeof startWebApi>>
