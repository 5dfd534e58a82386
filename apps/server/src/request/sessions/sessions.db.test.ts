import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import type { QueryResult, RootOperationNode, UnknownRow } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import type { Db, Tenancy } from '#request/tenancy/tenancy.ts'
import { seed } from '#test/seed.ts'
import { sessionsOf } from './sessions.ts'

const now = () => new Date('2030-01-01T08:00:00Z')
const limits = { idle: 3_600_000, absolute: 3_600_000 }

/** The same handle, whose results are read and then held back until `deliver` is called. */
function slow(db: Db) {
  const [read, delivered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const plugin = {
    transformQuery: ({ node }: { node: RootOperationNode }) => node,
    async transformResult({ result }: { result: QueryResult<UnknownRow> }) {
      read.resolve()
      await delivered.promise
      return result
    },
  }
  return { db: db.withPlugin(plugin), read: read.promise, deliver: delivered.resolve }
}

describe.each(databases)('the cache of sessions on $name', (kind) => {
  let database: TestDatabase
  let tenancy: Tenancy
  beforeAll(async () => {
    database = await kind.open()
    await migrateConsole(database)
    tenancy = (await seed(database, now)).tenancy
  })
  afterAll(() => database.close())

  async function started() {
    const sessions = sessionsOf(now, limits)
    const tenant = (await tenancy.tenants()).find(({ name }) => name === 'NORTH')
    if (!tenant) throw new Error('There is no NORTH.')
    const db = tenancy.of(tenant)
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'member').executeTakeFirstOrThrow()
    return { sessions, tenant, db, token: await sessions.start(tenant, db, id, undefined) }
  }

  test('prevents a second read within a moment', async () => {
    const { sessions, tenant, db, token } = await started()
    const seen: string[] = []
    await sessions.find(tenant, db, token)
    const stop = database.observe((statement) => seen.push(statement))
    expect(await sessions.find(tenant, db, token)).toMatchObject({ username: 'member' })
    stop()
    expect(seen).toEqual([])
  })

  test('does not restore a session that ended while it was read', async () => {
    const { sessions, tenant, db, token } = await started()
    const reading = slow(db)
    const found = sessions.find(tenant, reading.db, token)
    await reading.read
    await sessions.end(tenant, db, token)
    reading.deliver()
    await found
    expect(await sessions.find(tenant, db, token)).toBeUndefined()
  })

  test('forgets a session of one tenant without finding it in another', async () => {
    const { sessions, tenant, db, token } = await started()
    expect(await sessions.find(tenant, db, token)).toBeDefined()
    const south = (await tenancy.tenants()).find(({ name }) => name === 'SOUTH')
    expect(south && (await sessions.find(south, tenancy.of(south), token))).toBeUndefined()
  })

  test.each([
    ['after a time without requests', [61], limits],
    ['after the longest time, however much it is used', [50, 50, 50], { ...limits, absolute: 2 * limits.idle }],
  ])('finds no session %s', async (_, minutes, limits) => {
    let time = now().getTime()
    const sessions = sessionsOf(() => new Date(time), limits)
    const { tenant, db } = await started()
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'member').executeTakeFirstOrThrow()
    const token = await sessions.start(tenant, db, id, undefined)
    const found: boolean[] = []
    for (const each of minutes) {
      time += each * 60_000
      found.push((await sessions.find(tenant, db, token)) !== undefined)
    }
    expect(found).toEqual(minutes.map((_, index) => index < minutes.length - 1))
  })
})
