import { inUse } from '@quatrain/platform/errors.ts'
import { bothDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { twoStoreWrite } from './two-store-write.ts'

const used = { kind: 'used', label: { one: 'toy profile' } }
const using = { kind: 'using', label: { one: 'toy aggregation' } }

// Two kinds like future ones: one refers to the other by name, and both are in two stores.
describe.each(bothDatabases)('references between objects in both stores, on $name', (kind) => {
  let server: TestApp
  let ctx: Context
  /** The Web API's part: it deletes objects that are referred to. */
  const there = new Set<string>()
  const ours = async () => {
    const rows = await sql<{ name: string }>`select name from toys order by name`.execute(ctx.db)
    return rows.rows.map(({ name }) => name)
  }
  beforeAll(async () => {
    server = await startTestApp(kind)
    await sql`create table toys (name text primary key, refers_to text)`.execute(server.owner)
    await sql`grant all on toys to quatrain_app`.execute(server.owner)
    ctx = await server.context('NORTH')
  })
  beforeEach(async () => {
    await sql`truncate toys`.execute(server.owner)
    await sql`insert into toys (name) values ('M')`.execute(server.owner)
    there.clear()
    there.add('M')
  })
  afterAll(() => server.close())

  const nothing = async () => {}
  const request = (): Context => ({ ...ctx, recording: { isDone: false } })

  const add = (meanwhile = nothing, ctx = request()) =>
    twoStoreWrite(ctx, {
      resource: using,
      action: 'add',
      key: 'A',
      readRemote: async () => async () => {
        there.add('A')
        await meanwhile()
        return { id: '', check: nothing }
      },
      prepare: async () => ({
        async write(ctx) {
          await sql`insert into toys (name, refers_to) values ('A', 'M')`.execute(ctx.db)
          await record(ctx, [{ kind: using.kind, id: 1, name: 'A', after: { references: 'M' } }])
        },
      }),
      references: [{ resource: used, key: 'M' }],
      undoRemote: async () => void there.delete('A'),
    })

  const remove = (meanwhile = nothing) =>
    twoStoreWrite(request(), {
      resource: used,
      action: 'delete',
      key: 'M',
      readRemote: async () => async () => {
        await meanwhile()
        there.delete('M')
        return { id: '', check: nothing }
      },
      async prepare(ctx) {
        const { rows } = await sql`select from toys where refers_to = 'M'`.execute(ctx.db)
        if (rows.length > 0) throw inUse('It is used.')
        return {
          async write(ctx) {
            await sql`delete from toys where name = 'M'`.execute(ctx.db)
            await record(ctx, [{ kind: used.kind, id: 1, name: 'M', before: {} }])
          },
        }
      },
      references: [],
    })

  /** Expects both or neither to exist: nothing refers to a deleted object, in either store. */
  const expectConsistent = async (...names: string[]) => {
    expect(await ours()).toEqual(names)
    expect([...there].sort()).toEqual(names)
    expect(await ctx.db.selectFrom('intents').select('key').execute()).toEqual([])
  }
  const isBeingDeleted = {
    code: 'in_use',
    message: 'The toy profile M is being deleted. Choose another one, or try again in a few minutes.',
  }

  test('a write that begins during the delete is refused', async () => {
    await remove(() => expect(add()).rejects.toMatchObject(isBeingDeleted))
    await expectConsistent()
  })

  test('a write that is in progress when the delete begins is refused and undone', async () => {
    const going = Promise.withResolvers<void>()
    let removing = Promise.resolve()
    const adding = add(async () => {
      const claimed = Promise.withResolvers<void>()
      removing = remove(async () => {
        claimed.resolve()
        await going.promise
      })
      await claimed.promise
    })
    await expect(adding).rejects.toMatchObject(isBeingDeleted)
    going.resolve()
    await removing
    await expectConsistent()
  })

  test('a delete that begins after the write is refused', async () => {
    await add()
    await expect(remove()).rejects.toMatchObject({ code: 'in_use', message: 'It is used.' })
    await expectConsistent('A', 'M')
  })

  test.each([{}, { dryRun: true }])(
    'a write inside a transaction is refused before anything is written: %o',
    async (write) => {
      const inside = inTransaction({ ...request(), write }, (ctx) => add(nothing, ctx))
      await expect(inside).rejects.toThrow('A write to two stores cannot run inside a transaction.')
      await expectConsistent('M')
    },
  )
})
