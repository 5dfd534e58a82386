import { databases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant, operatorOn } from '#kit/operator.ts'
import { malformed } from '#test/refusals.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

const success = { message: 'Success', code: '200' }
const updated = { message: 'Feeds resource succesfully updated', code: '200' }

const topology = {
  type: 'gocdb',
  feed_url: 'https://gocdb.example/?page=1&size=2',
  paginated: 'true',
  fetch_type: ['sites', 'servicegroups'],
  uid_endpoints: 'endpointA',
}
const weights = { type: 'vapor', feed_url: 'https://vapor.example', weight_type: 'hepspec', group_type: 'SITES' }
const feeds = [
  ['feeds/topology', topology, { type: '', feed_url: '', paginated: '', fetch_type: [], uid_endpoints: '' }],
  ['feeds/weights', weights, { type: '', feed_url: '', weight_type: '', group_type: '' }],
] as const

describe.each(databases)('feeds on $name', (kind) => {
  let api: WebApiUnderTest
  beforeAll(async () => {
    api = await startWebApi(kind)
  })
  afterAll(() => api.close())

  const read = async (path: string, key = 'ORCHARD viewer') => (await api.call('GET', path, { key })).body
  const put = (path: string, body: unknown, key = 'ORCHARD editor') => api.call('PUT', path, { key, body })

  test.each(feeds)('%s is empty until it is set, replaced as a whole, and that of one tenant', async (...feed) => {
    const [path, full, blank] = feed
    expect(await read(path)).toEqual({ status: success, data: [] })
    expect(await put(path, { ...full, FEED_URL: full.feed_url, extra: 1 })).toMatchObject({
      status: 200,
      body: { status: updated, data: [full] },
    })
    expect(await read(path)).toEqual({ status: success, data: [full] })
    expect(await put(path, { fetch_type: null })).toMatchObject({ status: 200, body: { data: [blank] } })
    expect(await read(path)).toEqual({ status: success, data: [blank] })
    expect(await read(path, 'HARBOR admin')).toEqual({ status: success, data: [] })
  })

  test('a value of the wrong type is malformed, and nothing is changed', async () => {
    await put('feeds/topology', topology)
    for (const body of ['{', '[]', '{"paginated": true}', '{"fetch_type": "sites"}', '{"feed_url": 1}']) {
      expect(await put('feeds/topology', body)).toMatchObject(malformed)
    }
    expect(await read('feeds/topology')).toEqual({ status: success, data: [topology] })
  })

  test('every version is stored with its author, also of concurrent writes', async () => {
    const answers = await Promise.all(
      ['feeds/weights', 'feeds/weights', 'feeds/data'].map((path) => put(path, {}, 'HARBOR admin')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const stored = await inTenant(operatorOn(api.database), 'HARBOR', async (db, id) => {
      const { rows } = await sql<{ version: string }>`
        select feed || ' ' || number || ' ' || changed_by as version from feed_versions
        where tenant_id = ${id} order by feed, number`.execute(db)
      return rows.map(({ version }) => version)
    })
    expect(stored).toEqual(['data 1 admin', 'weights 1 admin', 'weights 2 admin'])
  })
})
