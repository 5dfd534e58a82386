import { impatientDatabases, shortLockTimeout } from '@quatrain/platform/testing/databases.ts'
import { eventually } from '@quatrain/platform/testing/eventually.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { aDowntime, aGroup, aMetricProfile, anEndpoint } from '#test/builders.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

/** A post can only be stopped half-way if the database has several sessions. */
describe.each(impatientDatabases)('writers during a long write of the topology on $name', (kind) => {
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
    await eventually(async () => expect(await waiting(api)).toHaveLength(1))
    const next = put('topology/endpoints?date=2026-06-03', [...rows, anEndpoint()])
    try {
      await eventually(async () => expect(await waiting(api)).toHaveLength(2))
      const others = [
        await api.call('POST', 'metric_profiles', { body: aMetricProfile() }),
        await put('topology/groups', [aGroup({ tags: { monitored: '1' } })]),
        await put('downtimes', { endpoints: [aDowntime()] }),
        await api.call('DELETE', 'topology/endpoints?date=2026-06-01'),
      ]
      expect(others.map(({ status }) => status)).toEqual([201, 200, 200, 200])
      await eventually(async () => expect(Math.min(...(await waiting(api)))).toBeGreaterThan(shortLockTimeout / 1000))
    } finally {
      await letGo()
    }
    expect([await long, await next]).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(await api.call('GET', 'topology/endpoints?date=2026-06-02')).toMatchObject({ body: { data: rows } })
  })

  test("an operator's command waits for a write that begins before it, and neither fails", async () => {
    const rows = [anEndpoint({ tags: { monitored: '1' } })]
    await api.call('PUT', 'topology/endpoints?date=2026-05-01', { body: rows })
    const asOperator = () => inTenant(operatorOn(api.database), 'ORCHARD', async () => 'done')
    for (const body of [rows, [anEndpoint({ tags: { monitored: '1' } })]]) {
      const letGo = await stopDays(api)
      const write = api.call('PUT', 'topology/endpoints?date=2026-05-02', { body })
      await eventually(async () => expect(await waiting(api)).toHaveLength(1))
      const command = asOperator()
      try {
        await eventually(async () => expect(await waiting(api)).toHaveLength(2))
      } finally {
        await letGo()
      }
      expect(await Promise.all([write, command])).toMatchObject([{ status: 200 }, 'done'])
    }
  })

  test('a write that has stored its rows waits for an operator, and neither fails', async () => {
    const letGo = await stopNewTags(api)
    const write = api.call('PUT', 'topology/endpoints?date=2026-05-03', { body: [anEndpoint({ tags: { x: '1' } })] })
    await eventually(async () => expect(await waiting(api)).toHaveLength(1))
    try {
      await inTenant(operatorOn(api.database), 'ORCHARD', async () => {
        await letGo()
        await eventually(async () => expect(await waiting(api)).toHaveLength(1))
      })
    } finally {
      await letGo()
    }
    expect(await write).toMatchObject({ status: 200 })
  })
})

/** Writes of endpoints with tags stop half-way until the result is called. */
const stopNewTags = (api: WebApiUnderTest) => stopWritesTo(api, 'topology_endpoint_tags')

/** Writes of a day stop when they hold the tenant's write lock, until the result is called. */
const stopDays = (api: WebApiUnderTest) => stopWritesTo(api, 'topology_days')

async function stopWritesTo(api: WebApiUnderTest, table: string): Promise<() => Promise<void>> {
  const stopped = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = operatorOn(api.database)
    .transaction()
    .execute(async (db) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(db)
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
