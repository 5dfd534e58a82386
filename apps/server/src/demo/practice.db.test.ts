import { findingRules } from '@quatrain/contract/findings/all-rules.ts'
import type { Finding } from '@quatrain/contract/findings/finding.ts'
import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readingWebApiFor, webApiFor } from '#clients/web-api/web-api-for.ts'
import { migrateConsole } from '#database/open-database.ts'
import { findingsFor } from '#features/findings/findings.reads.ts'
import { topologyReads } from '#features/topology/topology.reads.ts'
import { deferredContext } from '#request/context/deferred-context.ts'
import { apiKeysOf } from '#request/keys/api-keys.ts'
import { secretsOf } from '#request/sealing/secrets.ts'
import { tenancyOf } from '#request/tenancy/tenancy.ts'
import { buildApp } from '../app.ts'
import { demoSecret } from './credentials.ts'
import { loadDemo } from './load.ts'
import { addPractice } from './practice.ts'
import { practiceTenant, practiceWrites } from './practice-objects.ts'
import { migrate as migrateWebApi, startWebApi } from './web-api.ts'

describe.each(databases)('the tenant that shows findings on $name', ({ open }) => {
  let database: TestDatabase
  let webApi: Awaited<ReturnType<typeof startWebApi>>
  let app: FastifyInstance
  const findings = new Map<string, readonly Finding[]>()
  beforeAll(async () => {
    database = await open()
    await migrateConsole(database)
    await migrateWebApi(database)
    await loadDemo(database)
    webApi = await startWebApi(database, { host: '127.0.0.1', port: 0, logger: false })
    app = await buildApp({
      database,
      secret: demoSecret,
      logger: false,
      webApi: { url: webApi.url, timeout: 60_000 },
      tls: false,
      sessions: { idle: 1, absolute: 1 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
    })
    await app.ready()
    const options = { database, secret: demoSecret, kinds: app.kinds, webApiUrl: webApi.url }
    await addPractice(options)
    // A second start of the demonstration adds nothing.
    await addPractice(options)

    const now = () => new Date()
    const tenancy = tenancyOf(database, now)
    const webApis = { url: webApi.url, timeout: 60_000, tenancy, apiKeys: apiKeysOf(secretsOf(demoSecret), now) }
    const sources = { kinds: app.kinds, tenancy, topology: topologyReads(readingWebApiFor(webApis)) }
    for (const tenant of await tenancy.tenants()) {
      const ctx = deferredContext({ tenancy, webApiFor: webApiFor(webApis), now }, tenant, {
        actor: 'test',
        requestId: '',
        address: '',
      })
      const found = await findingsFor(ctx, sources)
      expect(found.unchecked).toEqual([])
      findings.set(tenant.name, found.findings)
    }
  })
  afterAll(async () => {
    await app?.close()
    await webApi?.close()
    await database?.close()
  })

  test('makes each rule find something somewhere in the demonstration', () => {
    const rulesWithFindings = new Set([...findings.values()].flat().map(({ rule }) => rule))
    expect(findingRules.map(({ id }) => id).filter((id) => !rulesWithFindings.has(id))).toEqual([])
  })

  test('shows with each object what it is said to show', () => {
    const places = new Set(
      [practiceTenant, 'all']
        .flatMap((tenant) => findings.get(tenant) ?? [])
        .map(({ rule, name }) => `${rule} ${name}`),
    )
    const shown = practiceWrites.flatMap(({ shows = [], input: { name, username } }) =>
      shows.map((rule) => `${rule} ${name ?? username}`),
    )
    expect(shown.length).toBeGreaterThan(50)
    expect(shown.filter((place) => !places.has(place))).toEqual([])
  })
})
