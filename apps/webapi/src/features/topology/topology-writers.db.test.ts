import { serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOn } from '#kit/operator.ts'
import { aDowntime, aGroup, aMetricProfile, anEndpoint } from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

/** A post can only be stopped half-way if the database has several sessions. */
describe.each(serverDatabases)('writers during a long write of the topology on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  test('only writers of the same list wait, and longer than for other locks', async () => {
    const put = (path: string, body: unknown) => api.call('PUT', path, { body })
    await put('topology/endpoints?date=2026-06-01', [anEndpoint()])
    const rows = [anEndpoint({ tags: { monitored: '1' } })]
    const letGo = await stopNewTags(api)
    const long = put('topology/endpoints?date=2026-06-02', rows)
    await expect.poll(() => waiting(api), patience).toHaveLength(1)
    const next = put('topology/endpoints?date=2026-06-03', [...rows, anEndpoint()])
    try {
      await expect.poll(() => waiting(api), patience).toHaveLength(2)
      const others = [
        await api.call('POST', 'metric_profiles', { body: aMetricProfile() }),
        await put('topology/groups', [aGroup({ tags: { monitored: '1' } })]),
        await put('downtimes', { endpoints: [aDowntime()] }),
        await api.call('DELETE', 'topology/endpoints?date=2026-06-01'),
      ]
      expect(others.map(({ status }) => status)).toEqual([201, 200, 200, 200])
      await expect.poll(async () => Math.min(...(await waiting(api))), patience).toBeGreaterThan(lockTimeout)
    } finally {
      await letGo()
    }
    expect([await long, await next]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await api.call('GET', 'topology/endpoints?date=2026-06-02')).toMatchObject({ body: { data: rows } })
  })
})

const patience = { timeout: 10_000 }

/** The lock timeout of test databases in seconds. */
const lockTimeout = 2

/** Writes of endpoints with tags stop half-way until the result is called. */
async function stopNewTags(api: WebApiUnderTest): Promise<() => Promise<void>> {
  const stopped = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = operatorOn(api.database)
    .transaction()
    .execute(async (db) => {
      await sql`lock table topology_endpoint_tags in share mode`.execute(db)
      stopped.resolve()
      await end.promise
    })
  await Promise.race([stopped.promise, holding])
  return () => {
    end.resolve()
    return holding
  }
}

/** For how many seconds each statement that waits for a lock has been waiting. */
async function waiting(api: WebApiUnderTest): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - query_start)::float8 as seconds from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(operatorOn(api.database))
  return rows.map(({ seconds }) => seconds)
}
