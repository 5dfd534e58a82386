import { oneOfEachKind, onlyInFullRun } from '@quatrain/contract/testing/extent.ts'
import type { Engine } from '@quatrain/platform/database/engine.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import {
  dumpOf,
  load,
  readStore,
  recordingOf,
  rehearse,
  stores,
  type Work,
  writeStore,
} from '#test/recorded-release.ts'
import { addSampled } from '#test/sampled.ts'
import { startTestApp } from '#test/test-app.ts'

/**
 * Releases whose servers may still run while this build migrates their databases: the one before this. `failing` are the
 * constraints that their requests violate in a restored database.
 */
const releases = [
  // It cannot delete a tenant there, because a restored database removes the parts of a tenant in another order.
  { release: '0.1', failing: { console: ['group_members_group_fkey'], webapi: [] } },
]
const upgrades = releases.flatMap((release) => stores.map((place) => ({ ...release, ...place })))

/** The command of an operator. */
const deleteOfTenant: Work = {
  scope: scope({ schema: 'webapi' }),
  statements: [{ text: "delete from tenants where name = 'NORTH'", parameters: [] }],
}

describe.each(serverDatabases)('on $name', (kind) => {
  /** An engine of a new database with the content of a dump. */
  async function restored(dump: string, migrate: (typeof stores)[number]['migrate']) {
    // The roles belong to the server, not to the database.
    await (await kind.open(migrate)).close()
    const database = await kind.open()
    onTestFinished(() => database.close())
    await load(database.url ?? '', dump)
    const engine = openPostgreSql(database.url ?? '')
    onTestFinished(() => engine.close())
    return { database, engine }
  }

  async function failuresOf(engine: Engine, work: readonly Work[]) {
    const found: string[] = []
    for (const one of work) {
      const failure = await rehearse(engine, one)
      if (failure !== undefined) found.push(failure)
    }
    return found
  }

  test.each(oneOfEachKind(upgrades, ({ store }) => store))(
    'servers of $release read and save in the $store while it is upgraded, and afterwards',
    async (upgrade) => {
      const { release, store, migrate } = upgrade
      const failing = upgrade.failing[store]
      const { dump, work } = await readStore(release, store)
      const { database, engine } = await restored(dump, migrate)
      expect(await failuresOf(engine, work)).toEqual(failing)

      const begun = Promise.withResolvers<void>()
      let [isMigrated, rounds] = [false, 0]
      const meanwhile = (async () => {
        do {
          expect(await failuresOf(engine, work)).toEqual(failing)
          rounds += 1
          begun.resolve()
        } while (!isMigrated)
      })()
      await Promise.race([begun.promise, meanwhile])
      const migrations = await migrate(database)
      isMigrated = true
      await meanwhile
      expect(await failuresOf(engine, work)).toEqual(failing)
      console.info(
        `${store} since ${release}: ${migrations.length} migrations during ${rounds} rounds of ${work.length}`,
      )
    },
  )

  // With QUATRAIN_RECORD_RELEASE=0.2 they become files, for the builds after this one.
  onlyInFullRun('requests of this build do the same in a restored copy of their database', async () => {
    const { databases, recordings } = recordingOf(kind)
    const server = await startTestApp(databases)
    onTestFinished(() => server.close())
    const sampled = await addSampled(server)
    const dumps = await Promise.all(recordings.map(({ url }) => dumpOf(url)))
    for (const recording of recordings) recording.forget()
    for (const [host, deployment] of [
      ['north.test', 'tenant'],
      ['super.test', 'super'],
    ] as const) {
      const samples = samplesFor(sampled.profileOf('north.test'), { groups: ['operations'] }, sampled.idsAt.get(host))
      const admin = await server.as('admin', host)
      const box = server.box(host === 'north.test' ? 'box-NORTH' : 'box-all', host)
      for (const endpoint of declaredEndpoints(server.app)) {
        if (isOfSession(endpoint.path) || !endpoint.deployments.includes(deployment)) continue
        const { path, body, headers } = sampleFor(samples, endpoint)
        const client = endpoint.caller === 'api-key' ? box : admin
        const { status } = await client.send(endpoint.method, path, body, { 'if-match': '*', ...headers })
        for (const recording of recordings) recording[status < 300 ? 'keep' : 'forget']()
      }
    }
    for (const [index, { store, migrate }] of stores.entries()) {
      const [dump = '', work = []] = [dumps[index], recordings[index]?.kept]
      expect(work.length).toBeGreaterThan(10)
      const { engine } = await restored(dump, migrate)
      expect(await failuresOf(engine, [...work, ...(store === 'webapi' ? [deleteOfTenant] : [])])).toEqual([])
      const release = process.env.QUATRAIN_RECORD_RELEASE
      if (release) await writeStore(release, store, { dump, work })
    }
  })
})
