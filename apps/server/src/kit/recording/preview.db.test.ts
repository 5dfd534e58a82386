import { databases, type TestDatabase } from '@quatrain/platform/testing/databases.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateConsole } from '#database/open-database.ts'
import type { Context } from '#request/context/context.ts'
import { makeRecorded } from '#request/tables/temporary.ts'
import { type Db, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'
import { type Change, changesOf, digestOfChanges, emptyDigest, recorded, summarized } from './changes.ts'
import { previewOf } from './preview.ts'

/** The number of tenants besides the super-tenant. */
const maxTenants = 3000

interface PreviewRequest {
  /** A query with the columns `tenant_id`, `object_id`, `name`, `before`, `after`: unordered changes of effects. */
  readonly pending?: RawBuilder<unknown>
  readonly given?: readonly Change[]
  readonly cursor?: string | undefined
}

describe.each(databases)('previews of dry runs on $name', (kind) => {
  let database: TestDatabase
  let everyTenant: Db
  let ctx: Omit<Context, 'db'>
  beforeAll(async () => {
    database = await kind.open()
    await migrateConsole(database)
    const tenancy = tenancyOf(database, () => new Date())
    everyTenant = tenancy.everyTenant
    await sql`
      insert into tenants (name, schema_name, domain_url)
      select case n when 0 then 'all' else 'T' || n end, case n when 0 then 'public' else 't' || n end, n || '.test'
      from generate_series(0, ${maxTenants}::integer) as n order by n
    `.execute(everyTenant)
    const tenant = (await tenancy.tenants())[0] as Tenant
    ctx = {
      tenant,
      now: () => new Date(),
      caller: { deployment: 'super' },
      origin: { requestId: 'toy', address: '' },
      write: {},
      recording: { isDone: false },
      webApi: new Proxy({} as Context['webApi'], {}),
    }
  })
  afterAll(() => database.close())

  async function readPreview({ pending, given = [], cursor }: PreviewRequest) {
    const transaction = await everyTenant.startTransaction().execute()
    try {
      await makeRecorded(transaction)
      if (pending) {
        await sql`
          insert into pending_changes (step, tenant_id, kind, object_id, name, before, after, row_version, is_version)
          select 1, tenant_id, 'metric', object_id, name, before, after, 1, true from (${pending}) as given
        `.execute(transaction)
      }
      return await previewOf({ ...ctx, db: transaction, write: { dryRun: true, cursor } }, given)
    } finally {
      await transaction.rollback().execute()
    }
  }

  /** This number of metrics in each of the first tenants, with texts of this length. */
  const many = (tenants: number, each: number, { length = 1, order = sql`tenant.id, n` } = {}) => sql`
    select tenant.id as tenant_id, n as object_id, 'metric ' || n as name,
      json_build_object('text', repeat('x', ${length}::integer)) as before,
      json_build_object('text', repeat('y', ${length}::integer)) as after
    from tenants as tenant, generate_series(1, ${each}::integer) as n
    where tenant.name in (select 'T' || number from generate_series(1, ${tenants}::integer) as number)
    order by ${order}`
  const group = (tenant: string, count: number, next: unknown) => {
    return { tenant, kind: 'metric', action: 'change', count, next }
  }

  test('are complete if they are small, by tenant and name', async () => {
    const { changes, groups } = await readPreview({ pending: many(3, 50) })
    const numbers = Array.from({ length: 50 }, (_, index) => `metric ${index + 1}`).sort()
    expect(changes.map(({ tenant, name }) => `${tenant} ${name}`)).toEqual(
      ['T1', 'T2', 'T3'].flatMap((tenant) => numbers.map((name) => `${tenant} ${name}`)),
    )
    expect(groups).toEqual(['T1', 'T2', 'T3'].map((tenant) => group(tenant, 50, null)))
    expect(changes[0]).toMatchObject({ before: { text: 'x' }, after: { text: 'y' } })
  })

  test.each([
    [1, 5000],
    [100, 500],
    [maxTenants, 2],
  ])('of %i tenants with %i objects each are limited, with an object of each tenant', async (tenants, each) => {
    const { changes, groups } = await readPreview({ pending: many(tenants, each) })
    expect(changes.length).toBeLessThanOrEqual(Math.max(1000, tenants))
    expect(new Set(changes.map(({ tenant }) => tenant)).size).toBe(tenants)
    expect(groups.map(({ count }) => count)).toEqual(Array.from({ length: tenants }, () => each))
  })

  test('are limited if documents are large', async () => {
    const sample = await readPreview({ pending: many(10, 40, { length: 100_000 }) })
    expect(JSON.stringify(sample).length).toBeLessThan(5_000_000)
    expect(new Set(sample.changes.map(({ tenant }) => tenant)).size).toBe(10)
  })

  test('count a group without listing any of it, if there is no room; its objects can be read', async () => {
    // Without the limit, one object of each would be 20 MB.
    const pending = many(100, 2, { length: 100_000 })
    const { changes, groups } = await readPreview({ pending })
    expect(JSON.stringify({ changes, groups }).length).toBeLessThan(5_000_000)
    expect(new Set(groups.map(({ tenant }) => tenant)).size).toBe(100)
    expect(groups.map(({ count }) => count)).toEqual(groups.map(() => 2))
    expect(changes.map(({ tenant }) => tenant)).not.toContain('T100')
    const last = await readPreview({ pending, cursor: groups.find(({ tenant }) => tenant === 'T100')?.next ?? '' })
    expect(last.changes.map(({ tenant, name }) => `${tenant} ${name}`)).toEqual(['T100 metric 1', 'T100 metric 2'])
    expect(last.groups).toEqual([group('T100', 2, null)])
  })

  test('can be read to the end, in any order of objects and with large documents', async () => {
    for (const length of [1, 60_000]) {
      const first = await readPreview({ pending: many(2, 130, { length }) })
      const result = first.changes.flatMap(({ tenant, name }) => (tenant === 'T1' ? [name] : []))
      for (let next = first.groups[0]?.next ?? null; next !== null; ) {
        const page = await readPreview({ pending: many(2, 130, { length, order: sql`random()` }), cursor: next })
        expect(page).toMatchObject({ preview: first.preview, groups: [{ tenant: 'T1' }] })
        expect(page.changes.length).toBeGreaterThan(0)
        result.push(...page.changes.map(({ name }) => name))
        next = page.groups[0]?.next ?? null
      }
      expect(result.toSorted()).toEqual(Array.from({ length: 130 }, (_, index) => `metric ${index + 1}`).sort())
      expect(new Set(result).size).toBe(130)
    }
  })

  test('start with the object of the write', async () => {
    const given = ['z', 'b', 'a'].map((name, id) => ({ kind: 'toy', id, name, after: { name } }))
    const { changes, groups } = await readPreview({ given, pending: many(1, 1) })
    expect(changes.map(({ tenant, kind, name, action }) => `${tenant} ${action} ${kind} ${name}`)).toEqual([
      'all add toy z',
      'all add toy b',
      'all add toy a',
      'T1 change metric metric 1',
    ])
    expect(groups).toEqual([{ tenant: 'all', kind: 'toy', action: 'add', count: 3, next: null }, group('T1', 1, null)])
  })

  test.each([
    'x',
    '',
    'W10',
    Buffer.from('{"tenantId":9,"kind":"metric","action":"add","rank":50}').toString('base64url'),
  ])('are refused for a foreign cursor: %j', async (cursor) => {
    await expect(readPreview({ pending: many(1, 60), cursor })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('have a digest of the objects, their row versions and their new documents', async () => {
    const change = { kind: 'toy', id: 1, name: 'a', before: { x: 1 }, after: { x: 2 }, rowVersion: 3 }
    const digest = async (...given: Change[]) => (await readPreview({ given })).preview
    const { before: _, ...added } = change
    const { after: __, ...deleted } = change
    const digests = await Promise.all([
      digest(),
      digest(change),
      digest({ ...change, kind: 'other' }),
      digest({ ...change, name: 'c' }),
      digest({ ...change, after: { x: 3 } }),
      digest({ ...change, rowVersion: 4 }),
      digest(added),
      digest({ ...added, name: 'b' }),
      digest(deleted),
      digest(change, { ...change, id: 2, name: 'c' }),
    ])
    expect(new Set(digests).size).toBe(digests.length)
    expect(digests[0]).toBe(emptyDigest)
    expect(await digest({ ...change, id: 2, name: 'c' }, change)).toBe(digests.at(-1))
    // A dry run consumes ids, which the real run then does not get: those of adds, and of changes of what was just added.
    expect(await digest({ ...added, id: 9 })).toBe(digests[6])
    expect(await digest({ ...change, id: 9 })).toBe(digests[1])
  })

  describe('documents on the server', () => {
    const texts = ['plain', 'ä €  \u2028', '😀', '"\\/\n', '<&>', '']
    const given = texts.flatMap((text, index): Change[] => {
      const [before, after] = [
        { text, deep: [{ n: 1.5e300, none: null }] },
        { deep: [{ text }, [], {}], [text]: -0.1 },
      ]
      const change = { kind: 'toy', name: text, rowVersion: 1 }
      return [
        { ...change, id: 3 * index, before, after },
        { ...change, id: 3 * index + 1, before },
        { ...change, id: 3 * index + 2, after },
      ]
    })

    test('have the same digest if they are recorded and if only their hashes are sent', async () => {
      const digestOf = async (change: Change, contentOf: typeof recorded) => {
        const query = sql<{ digest: string }>`
          with ${changesOf({ ...ctx, db: everyTenant }, [change], contentOf)}
          select ${digestOfChanges} as digest`
        return (await query.execute(everyTenant)).rows[0]?.digest
      }
      for (const change of given) expect(await digestOf(change, summarized)).toBe(await digestOf(change, recorded))
    })

    test('are returned unchanged', async () => {
      const { changes } = await readPreview({ given, pending: many(1, 1) })
      expect(changes.slice(0, -1)).toEqual(
        given.map(({ kind, name, before = null, after = null }) => {
          const action = before ? (after ? 'change' : 'delete') : 'add'
          return { tenant: 'all', kind, name, action, before, after }
        }),
      )
      expect(changes.at(-1)).toMatchObject({ before: { text: 'x' }, after: { text: 'y' } })
    })

    test('are neither sent to the database nor described in comments', () => {
      const text = 'x'.repeat(1000)
      const comment = () => expect.fail('No version is written.')
      const change = { kind: 'toy', id: 1, name: 'a', before: { text }, after: { text }, comment }
      const query = sql`with ${changesOf({ ...ctx, db: everyTenant }, [change], summarized)} select`
      expect(JSON.stringify(query.compile(everyTenant).parameters)).not.toContain(text)
    })
  })
})
