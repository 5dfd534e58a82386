import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothDatabases, pooledDatabases, type TestDatabase } from '#testing/databases.ts'
import { scope } from './scope.ts'

type Handle = Kysely<unknown>

const tenants = [1, 2, 3]
/** Roles belong to the whole server, where other test files create theirs. */
const role = `reader_${randomUUID().replaceAll('-', '')}`
const scopeOf = (tenant: number) => scope({ role, schema: 'app', settings: { 'app.tenant': String(tenant) } })

/** A table with row security and one row for each tenant. */
const schema = `
  create schema app;
  create role ${role} nologin;
  create table app.things (tenant integer, word text, count integer not null default 0);
  insert into app.things select tenant, 'of ' || tenant from generate_series(1, 3) as tenant;
  alter table app.things enable row level security;
  create policy own on app.things using (tenant = current_setting('app.tenant', true)::integer);
  grant usage on schema app to ${role};
  grant select, insert, update, delete on app.things to ${role};
`

describe.each([...bothDatabases, ...pooledDatabases])('a database on $name', (kind) => {
  let database: TestDatabase
  let owner: Handle
  const handles = new Map<number, Handle>()
  const of = (tenant: number): Handle => handles.get(tenant) ?? fail()
  beforeAll(async () => {
    database = await kind.open()
    owner = database.within(scope({ schema: 'public' }))
    await sql.raw(schema).execute(owner)
    for (const tenant of tenants) handles.set(tenant, database.within(scopeOf(tenant)))
  })
  afterAll(async () => {
    await sql.raw(`drop schema app cascade; drop role ${role}`).execute(owner)
    await database.close()
  })

  /** The tenant whose rows a handle sees, with a parameter and without: the two use different protocols. */
  async function seenBy(db: Handle): Promise<string[]> {
    const plain = await sql<{ word: string; as: string }>`select word, current_user as "as" from things`.execute(db)
    const named = await sql<{ word: string }>`select word from things where tenant > ${0}`.execute(db)
    expect(named.rows.map(({ word }) => word)).toEqual(plain.rows.map(({ word }) => word))
    expect(plain.rows.map(({ as }) => as)).toEqual(plain.rows.map(() => role))
    return plain.rows.map(({ word }) => word)
  }

  const broken = (db: Handle) => sql`select * from nothing_of_that_name`.execute(db)
  /** Actions on a session. Each returns the tenants that its handle has seen. */
  const acts: Record<string, (db: Handle) => Promise<string[][]>> = {
    async read(db) {
      return [await seenBy(db)]
    },
    async fail(db) {
      await expect(broken(db)).rejects.toThrow()
      return [await seenBy(db)]
    },
    commit: (db) => db.transaction().execute(async (db) => [await seenBy(db), await seenBy(db)]),
    async failInTransaction(db) {
      const seen: string[][] = []
      const work = db.transaction().execute(async (db) => {
        seen.push(await seenBy(db))
        await broken(db)
      })
      await expect(work).rejects.toThrow()
      return seen
    },
    async changeMind(db) {
      const seen: string[][] = []
      const work = db.transaction().execute(async (db) => {
        seen.push(await seenBy(db))
        throw new Error('changed my mind')
      })
      await expect(work).rejects.toThrow('changed my mind')
      return seen
    },
    async failToEnter() {
      const nobody = database.within(scope({ role: 'nobody_of_that_name', schema: 'app' }))
      await expect(sql`select 1`.execute(nobody)).rejects.toThrow()
      return []
    },
    async failToBegin() {
      const nobody = database.within(scope({ role: 'nobody_of_that_name', schema: 'app' }))
      await expect(nobody.transaction().execute(async () => {})).rejects.toThrow()
      return []
    },
  }

  test('whatever handles do concurrently, each statement sees exactly the rows of its tenant', async () => {
    const act = fc.record({
      what: fc.constantFrom(...Object.keys(acts)),
      tenant: fc.constantFrom(...tenants),
      waits: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (plan) => {
        const running: Promise<void>[] = []
        for (const { what, tenant, waits } of plan) {
          const run = acts[what]?.(of(tenant)).then((seen) => {
            for (const words of seen) expect(words).toEqual([`of ${tenant}`])
          })
          if (run) running.push(run)
          if (waits) await Promise.all(running)
        }
        await Promise.all(running)
      }),
      { numRuns: 30 },
    )
    for (const tenant of tenants) expect(await seenBy(of(tenant))).toEqual([`of ${tenant}`])
  })

  test('a session whose transaction could not be begun is not reused as it is', async () => {
    const nobody = database.within(scope({ role: 'nobody_of_that_name', schema: 'app' }))
    const begun = Array.from({ length: 12 }, () => nobody.transaction().execute(async () => {}))
    const others = tenants.map((tenant) => seenBy(of(tenant)))
    expect((await Promise.allSettled(begun)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await Promise.all(others)).toEqual(tenants.map((tenant) => [`of ${tenant}`]))
  })

  test.skipIf(kind.name === 'PGlite')(
    'the state that a statement leaves in its session does not affect the next',
    async () => {
      const leave = sql`select set_config('role', 'none', false), set_config('app.tenant', '3', false), pg_sleep(0.01)`
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 10 }, () => leave.execute(of(2))))
        const seen = await Promise.all(Array.from({ length: 10 }, () => seenBy(of(1))))
        for (const words of seen) expect(words).toEqual(['of 1'])
      }
    },
  )

  const countOf = async (tenant: number) =>
    (await sql<{ count: number }>`select count from things`.execute(of(tenant))).rows[0]?.count

  test('a failed statement rolls back the whole transaction, even if its error was caught', async () => {
    const before = await countOf(1)
    const work = of(1)
      .transaction()
      .execute(async (db) => {
        await sql`update things set count = count + 1`.execute(db)
        await broken(db).catch(() => {})
      })
    await expect(work).rejects.toThrow('A statement of this transaction failed, so it cannot be committed.')
    expect(await countOf(1)).toBe(before)
  })

  test('a transaction that goes back to a savepoint commits what it did outside', async () => {
    const before = (await countOf(1)) ?? 0
    await of(1)
      .transaction()
      .execute(async (db) => {
        await sql`update things set count = count + 1`.execute(db)
        await sql`savepoint tried`.execute(db)
        await sql`update things set count = count + 10`.execute(db)
        await broken(db).catch(() => {})
        await sql`rollback to savepoint tried`.execute(db)
        await sql`update things set count = count + 100`.execute(db)
      })
    expect(await countOf(1)).toBe(before + 101)
  })

  test('an error after an error is reported as the first one', async () => {
    const work = of(1)
      .transaction()
      .execute(async (db) => {
        await sql`update things set count = 1 / 0`.execute(db).catch(async (error: unknown) => {
          await broken(db).catch(() => {})
          throw error
        })
      })
    await expect(work).rejects.toThrow('division by zero')
    expect(await seenBy(of(1))).toEqual(['of 1'])
  })

  test('each of several concurrent transactions reads what the previous one wrote', async () => {
    await sql`update things set count = 0`.execute(of(2))
    const increase = () =>
      of(2)
        .transaction()
        .execute(async (db) => {
          const { rows } = await sql<{ count: number }>`select count from things for update`.execute(db)
          await sql`update things set count = ${(rows[0]?.count ?? 0) + 1}`.execute(db)
        })
    const failing = () => acts.failInTransaction?.(of(2))
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 4 === 3 ? failing() : increase())))
    expect(await countOf(2)).toBe(15)
  })
})

function fail(): never {
  throw new Error('There is no such handle.')
}
