import { createServer } from 'node:net'
import { onlyInFullRun } from '@quatrain/contract/testing/extent.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { openPostgreSql, repeatable } from '@quatrain/platform/database/postgresql.ts'
import { type TestDatabase, watchedDatabase } from '@quatrain/platform/testing/databases.ts'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readCurrent } from '#kit/http/read-current.ts'
import { revisionOf } from '#kit/http/revision.ts'
import type { Context } from '#request/context/context.ts'
import { standbyOf } from '#request/tenancy/standby.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { until } from '#test/console-process.ts'
import { declaredEndpoints } from '#test/declared.ts'
import { sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import { type Replicated, startReplicated, valueAt } from '#test/replicated.ts'
import { addSampled, type Sampled } from '#test/sampled.ts'
import { secret } from '#test/seed.ts'
import { type Answer, boxAt, type Client, signIn, startTestApp, type TestApp, whatever } from '#test/test-app.ts'
import { ownerOf } from '#test/two-processes.ts'
import { buildApp } from '../app.ts'

const tenants = [
  { host: 'north.test', name: 'NORTH', profile: 'CORE' },
  { host: 'south.test', name: 'SOUTH', profile: 'SOUTHERN' },
] as const

describe('lists that are read on a standby', () => {
  let unavailable: string | undefined
  let place: Replicated
  let server: TestApp
  let sampled: Sampled
  let standby: TestDatabase
  const opened: { close(): Promise<unknown> }[] = []
  beforeAll(async () => {
    const started = await startReplicated()
    if ('unavailable' in started) {
      unavailable = started.unavailable
      return
    }
    place = started
    server = await startTestApp(place.databases, { standby: place.openStandby })
    if (!server.standby) throw new Error('The server has no standby.')
    standby = server.standby
    sampled = await addSampled(server)
  })
  afterAll(async () => {
    for (const each of opened.reverse()) await each.close()
    await server?.close()
    await place?.stop()
  })
  beforeEach(async ({ skip }) => {
    if (unavailable !== undefined) return skip(unavailable)
    await place.caughtUp()
  })

  /** Another console on these databases. */
  async function anotherConsole(url: string, standby?: Database): Promise<FastifyInstance> {
    const database = watchedDatabase(openPostgreSql(url))
    const app = await buildApp({
      database,
      standby,
      secret,
      logger: false,
      tls: false,
      now: server.clock.now,
      webApi: { url: server.webApi.url, timeout: 60_000 },
      sessions: { idle: 7_200_000, absolute: 43_200_000 },
      housekeeping: { every: 3600, intentsOlderThan: 60 },
      rollOuts: { atOnce: 100_000, every: 3600 },
    })
    await app.ready()
    opened.push(database, ...(standby ? [standby] : []), app)
    return app
  }
  const url = () => String(server.database.url)

  /** The statements that each server got meanwhile. */
  async function statementsOf(work: () => Promise<unknown>) {
    const [onPrimary, onStandby]: [string[], string[]] = [[], []]
    const stops = [
      server.database.observe((statement) => onPrimary.push(statement)),
      standby.observe((statement) => onStandby.push(statement)),
    ]
    await work()
    for (const stop of stops) stop()
    return { onPrimary, onStandby }
  }
  const isOfList = (statement: string) => /from "?metric_profiles/.test(statement)
  /** Where the list of metric profiles was read. */
  async function placeOfList(client: Client): Promise<'standby' | 'primary'> {
    const { onPrimary, onStandby } = await statementsOf(async () => {
      expect((await client.send('GET', 'metricprofiles')).status).toBe(200)
    })
    expect(onPrimary.some(isOfList)).toBe(!onStandby.some(isOfList))
    return onStandby.some(isOfList) ? 'standby' : 'primary'
  }

  async function describeProfile(client: Client, name: string, description: string) {
    const { status, body } = await client.send('GET', `metricprofiles/${name}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const changed = await client.send('PUT', 'metricprofiles', { ...body, description }, whatever)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  }
  async function descriptionIn(client: Client, name: string): Promise<string | undefined> {
    const { status, body } = await client.send('GET', 'metricprofiles')
    expect(status).toBe(200)
    return body.find((row: { name: string }) => row.name === name)?.description
  }
  /** Until a standby that has failed is asked again. */
  const pausedSeconds = 6

  onlyInFullRun('leave only their revision to the primary, and are the same as there', async () => {
    const alone = await anotherConsole(url())
    const [served, streamed]: [string[], string[]] = [[], []]
    for (const host of ['north.test', 'super.test'] as const) {
      const samples = samplesFor(sampled.profileOf('north.test'), { groups: ['operations'] }, sampled.idsAt.get(host))
      const clientsOf = async (app: FastifyInstance) => ({
        person: await signIn(app, host, 'admin'),
        box: boxAt(app, host, host === 'north.test' ? 'box-NORTH' : 'box-all'),
      })
      const [here, there] = [await clientsOf(server.app), await clientsOf(alone)]
      for (const endpoint of declaredEndpoints(server.app)) {
        if (endpoint.method !== 'GET') continue
        const { path, headers } = sampleFor(samples, endpoint)
        const client = endpoint.caller === 'api-key' ? 'box' : 'person'
        let answer: Answer | undefined
        const unchanged = await statementsOf(async () => {
          answer = await here[client].send('GET', path, undefined, { ...headers, 'if-none-match': '*' })
        })
        if (answer?.status !== 304 || !isOfRevision.test(String(answer.etag))) continue
        const full = await statementsOf(async () => {
          answer = await here[client].send('GET', path, undefined, headers)
        })
        const name = `${host} ${endpoint.path}`
        expect(textOf(answer), name).toBe(textOf(await there[client].send('GET', path, undefined, headers)))
        if (full.onStandby.length === 0) {
          streamed.push(endpoint.path)
          continue
        }
        // Before and after the list, whether it is current.
        expect(full.onStandby.length, name).toBeGreaterThanOrEqual(3)
        expect(full.onPrimary, name).toEqual(unchanged.onPrimary.filter(isNoLastUse))
        served.push(name)
      }
    }
    expect(served.length).toBeGreaterThan(30)
    expect(new Set(streamed.map((path) => path.replace(/.*\/(public_)?/, '')))).toEqual(
      new Set(['metrictemplate', 'probe']),
    )
  })

  test('show every save to everybody while the standby lags, and are read there when it does not', async () => {
    const other = await anotherConsole(url(), place.openStandby(url()))
    const own = await signIn(server.app, 'north.test', 'admin')
    const readers = [own, await signIn(server.app, 'north.test', 'member'), await signIn(other, 'north.test', 'member')]
    await place.caughtUp()
    expect(await placeOfList(own)).toBe('standby')
    await place.pause()
    // Nothing has changed: what was written before can still be read there.
    expect(await placeOfList(own)).toBe('standby')
    await describeProfile(own, 'CORE', 'saved meanwhile')
    for (const reader of readers) expect(await descriptionIn(reader, 'CORE')).toBe('saved meanwhile')
    expect(await placeOfList(own)).toBe('primary')
    // A save of one tenant leaves the lists of others where they are.
    expect(await placeOfList(await signIn(server.app, 'south.test', 'admin'))).toBe('standby')
    await place.resume()
    await place.caughtUp()
    for (const reader of readers) expect(await descriptionIn(reader, 'CORE')).toBe('saved meanwhile')
    expect(await placeOfList(own)).toBe('standby')
  })

  onlyInFullRun('are never older than the last save, in any order of saves, reads, pauses and processes', async () => {
    const other = await anotherConsole(url(), place.openStandby(url()))
    const clients = new Map<string, Client>()
    for (const [process, app] of [server.app, other].entries()) {
      for (const { host } of tenants) clients.set(`${process} ${host}`, await signIn(app, host, 'admin'))
    }
    let saves = 0
    const step = fc.record({
      what: fc.constantFrom('save', 'save', 'read', 'read', 'read', 'pause', 'resume'),
      tenant: fc.constantFrom(...tenants),
      process: fc.constantFrom(0, 1),
    })
    const sequences = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const last = new Map<string, string>()
      for (const { what, tenant, process } of steps) {
        if (what === 'pause') await place.pause()
        if (what === 'resume') await place.resume()
        const client = clients.get(`${process} ${tenant.host}`)
        if (!client) throw new Error(`Nobody is at ${tenant.host}.`)
        if (what === 'save') {
          saves += 1
          await describeProfile(client, tenant.profile, `Save ${saves}`)
          last.set(tenant.host, `Save ${saves}`)
        }
        const known = last.get(tenant.host)
        if (what === 'read' && known) expect(await descriptionIn(client, tenant.profile)).toBe(known)
      }
      await place.resume()
    })
    await fc.assert(sequences, { numRuns: 8 })
  })

  onlyInFullRun('are read on the primary if something changes while they are read on the standby', async () => {
    const ctx = {
      ...(await server.context('NORTH')),
      standby: standbyOf(standby, server.clock.now, server.app.log, 60_000),
    }
    const revision = (ctx: Context) => revisionOf(ctx, '/a/list')
    const state = await revision(ctx)
    const places: string[] = []
    const found = await readCurrent(ctx, state, revision, async ({ db }) => {
      places.push(db === ctx.db ? 'primary' : 'standby')
      if (places.length === 1) {
        await describeProfile(await signIn(server.app, 'north.test', 'admin'), 'CORE', 'saved while it is read')
        await place.caughtUp()
      }
      return db.selectFrom('metric_profiles').select('description').where('name', '=', 'CORE').execute()
    })
    expect(places).toEqual(['standby', 'primary'])
    expect(found).toEqual([{ description: 'saved while it is read' }])
    expect(ctx.standby.results).toEqual({ standby: 0, lag: 1, failure: 0 })
  })

  onlyInFullRun('do not wait again for a server that does not answer', async () => {
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    const silentUrl = `postgres://postgres@127.0.0.1:${address.port}/postgres`
    const app = await anotherConsole(url(), watchedDatabase(openPostgreSql(silentUrl, repeatable, 'standby')))
    const client = await signIn(app, 'north.test', 'admin')
    for (let read = 0; read < 5; read++) expect((await client.send('GET', 'metricprofiles')).status).toBe(200)
    expect(connections).toBe(1)
  })

  onlyInFullRun('cost no error while the standby is killed and comes back', async () => {
    const client = await signIn(server.app, 'north.test', 'admin')
    await place.caughtUp()
    expect(await placeOfList(client)).toBe('standby')
    const killed = Promise.withResolvers<void>()
    // In the middle of a read.
    const stop = standby.observe((statement) => {
      if (isOfList(statement)) killed.resolve(place.standby.kill())
    })
    const reading = Array.from({ length: 5 }, () => descriptionIn(client, 'CORE'))
    await killed.promise
    stop()
    for (const description of await Promise.all(reading)) expect(description).toBeDefined()
    expect(await placeOfList(client)).toBe('primary')
    await place.standby.restart()
    await place.caughtUp()
    server.clock.pass(pausedSeconds)
    // The first one only finds out that it is back.
    await until('it is used again', async () => (await placeOfList(client)) === 'standby')
  })

  // Last, because it ends the replication.
  onlyInFullRun('are those of the primary if the standby was promoted and has gone its own way', async () => {
    const own = await signIn(server.app, 'north.test', 'admin')
    await place.caughtUp()
    expect(await placeOfList(own)).toBe('standby')
    await valueAt(place.standby.url, 'select pg_promote()')
    // As many changes here as there.
    const promoted = watchedDatabase(openPostgreSql(place.urlOnStandby(url())))
    opened.push(promoted)
    const describe = (owner: Db, description: string) =>
      owner.updateTable('metric_profiles').set({ description }).where('name', '=', 'CORE').execute()
    await describe(server.owner, 'of the primary')
    await describe(ownerOf(promoted), 'of the promoted')
    const { onStandby } = await statementsOf(async () => {
      expect(await descriptionIn(own, 'CORE')).toBe('of the primary')
    })
    expect(onStandby).not.toEqual([])
    // Whoever has seen the list of one of them is not told that it is the list of the other.
    const { etag } = await own.send('GET', 'metricprofiles')
    const afterFailover = await signIn(await anotherConsole(place.urlOnStandby(url())), 'north.test', 'admin')
    const { status, body } = await afterFailover.send('GET', 'metricprofiles', undefined, {
      'if-none-match': `${etag}`,
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('of the promoted')
  })
})

/** The entity tag of a revision. */
const isOfRevision = /^W\/"(\w+\.)?[\w-]{27}"$/

/** The last use of a key is stored at most once a minute. */
const isNoLastUse = (statement: string) => !statement.startsWith('update "api_keys" set "last_used_at"')

const textOf = ({ status, etag, headers, body }: Answer) =>
  JSON.stringify({ status, etag, length: headers['content-length'], body })
