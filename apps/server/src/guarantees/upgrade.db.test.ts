import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { oneOfEachKind } from '@quatrain/contract/testing/extent.ts'
import { migrate } from '@quatrain/platform/database/migrate.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import { scope } from '@quatrain/platform/database/scope.ts'
import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { nextRelease } from '@quatrain/platform/testing/next-release.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { declaredEndpoints } from '#test/declared.ts'
import { isOfSession, sampleFor, samplesFor } from '#test/endpoint-samples.ts'
import {
  dumpOf,
  load,
  type RecordedStore,
  readStore,
  recordingOf,
  rehearse,
  stores,
  type Work,
  writeStore,
} from '#test/recorded-release.ts'
import { addSampled } from '#test/sampled.ts'
import { startTestApp } from '#test/test-app.ts'

/** Releases whose servers may still run while this build migrates their databases: the one before this, of which there is none. */
const releases: readonly string[] = []

/** What the release after this build could migrate while its servers work: rows, a new table, and one that all requests use. */
const nextMigrations = {
  '9001_labels': `create table labels (tenant integer primary key references tenants (id) on delete cascade, label text not null);
    insert into labels select id, upper(name) from tenants;`,
  '9002_titles': "-- This uses no rows.\nalter table tenants add column title text not null default ''",
}

/** Every table gets another column: a statement that sessions keep must not return all columns of a table. */
const moreColumns = {
  '9003_more_columns': `-- This uses no rows.
    do $$ declare kept text;
    begin
      for kept in select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
          and relname not like 'kysely%' loop
        execute format('alter table %I add column added_later text', kept);
      end loop;
    end $$`,
}

/** The command of an operator. */
const deleteOfTenant: Work = {
  scope: scope({ schema: 'webapi' }),
  statements: [{ text: "delete from tenants where name = 'NORTH'", parameters: [] }],
}

/** The first save of each method for each resource, and one read for each kind of caller. */
const kindOf = ({ method, path, caller }: Endpoint) => (method === 'GET' ? caller : `${method} ${path.split('/')[4]}`)

describe.each(serverDatabases)('on $name', (kind) => {
  /**
   * Restores a database with this content, and expects that its requests do the same before, while and after it is migrated with
   * the files of `folder`.
   */
  async function upgraded(
    { name, schema, migrate: prepare }: (typeof stores)[number],
    folder: string,
    { dump, work }: RecordedStore,
  ) {
    // The roles belong to the server, not to the database.
    await (await kind.open(prepare)).close()
    const database = await kind.open()
    onTestFinished(() => database.close())
    await load(database.url ?? '', dump)
    const engine = openPostgreSql(database.url ?? '')
    onTestFinished(() => engine.close())
    const expectSame = async () => {
      for (const one of work) expect(await rehearse(engine, one)).toBeUndefined()
    }
    await expectSame()
    const begun = Promise.withResolvers<void>()
    let [isMigrated, rounds] = [false, 0]
    const meanwhile = (async () => {
      do {
        await expectSame()
        rounds += 1
        begun.resolve()
      } while (!isMigrated)
    })()
    await Promise.race([begun.promise, meanwhile])
    const migrations = await migrate(database, schema, folder)
    expect(migrations.length).toBeGreaterThan(0)
    isMigrated = true
    await meanwhile
    await expectSame()
    console.info(`${name}: ${migrations.length} migrations during ${rounds} rounds of ${work.length}`)
    return { database, expectSame }
  }

  test.each(releases)('servers of %s read and save while this build upgrades their databases', async (release) => {
    for (const store of stores) await upgraded(store, store.folder, await readStore(release, store.name))
  })

  // With QUATRAIN_RECORD_RELEASE=0.1 what is recorded becomes files, for the builds after this one.
  test('servers of this build read and save while the next one upgrades copies of their databases', async () => {
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
      const endpoints = declaredEndpoints(server.app).filter(
        ({ path, deployments }) => !isOfSession(path) && deployments.includes(deployment),
      )
      for (const endpoint of oneOfEachKind(endpoints, kindOf)) {
        const { path, body, headers } = sampleFor(samples, endpoint)
        const client = endpoint.caller === 'api-key' ? box : admin
        const { status } = await client.send(endpoint.method, path, body, { 'if-match': '*', ...headers })
        for (const recording of recordings) recording[status < 300 ? 'keep' : 'forget']()
      }
    }
    for (const [index, store] of stores.entries()) {
      const [dump = '', work = []] = [dumps[index], recordings[index]?.kept]
      expect(work.length).toBeGreaterThan(5)
      const next = await nextRelease(store.folder, nextMigrations)
      onTestFinished(next.remove)
      const afterNext = await nextRelease(next.folder, moreColumns)
      onTestFinished(afterNext.remove)
      const all = [...work, ...(store.name === 'webapi' ? [deleteOfTenant] : [])]
      const { database, expectSame } = await upgraded(store, next.folder, { dump, work: all })
      await migrate(database, store.schema, afterNext.folder)
      await expectSame()
      const release = process.env.QUATRAIN_RECORD_RELEASE
      if (release) await writeStore(release, store.name, { dump, work })
    }
  })
})
