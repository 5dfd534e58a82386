import { oneInTurn } from '@quatrain/contract/testing/extent.ts'
import { bothDatabases, impatientDatabases, serverDatabases } from '@quatrain/platform/testing/databases.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { behindLines, type Line, type Loss } from '#test/lossy-postgresql.ts'
import { endSabotage, sabotage } from '#test/sabotage.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { addReferenced, twoStoreKinds } from '#test/two-store-kinds.ts'
import {
  actions,
  aWrite,
  expectAgreement,
  expectDone,
  expectNoEffect,
  methodOf,
  openIntents,
  type Write,
} from '#test/two-stores.ts'

const finished = 'The delete will be finished in both stores within a few minutes.'
const halfDone = {
  add: 'The Web API has added it; if the database has not, it will be removed from the Web API within a few minutes.',
  change: 'The Web API has applied it; if the database has not, it will be undone in the Web API within a few minutes.',
  delete: finished,
}

/** Adds and changes are undone at once; a delete is completed later. */
async function expectConsistentEnd(server: TestApp, write: Write, detail: string, sentence: string) {
  expect(detail).toBe(write.action === 'delete' ? `${sentence} ${finished}` : sentence)
  if (write.action !== 'delete') return expectNoEffect(server, write)
  expect(await server.recoverWrites()).toBe(1)
  await expectDone(server, write)
}

async function expectConsistentAgain(server: TestApp) {
  server.webApi.recover()
  await endSabotage(server)
  await server.recoverWrites()
  expect(await openIntents(server)).toEqual([])
  await expectAgreement(server)
}

describe.each(bothDatabases)('a failure of the local write on $name', (database) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(database)
    await addReferenced(server)
  })
  afterAll(() => server.close())
  afterEach(() => expectConsistentAgain(server))

  // In a full run of every kind, sent together; else another kind for each next test.
  let turn = 0
  describe.each(actions)('to %s an object of any kind', (action) => {
    const prepare = () => Promise.all(oneInTurn(twoStoreKinds, turn++).map((kind) => aWrite(server, action, kind)))
    const send = async (writes: readonly Write[]) => {
      const answers = await Promise.all(writes.map((write) => write.send()))
      return answers.map(({ status, body: { code, detail, source } }) => ({ status, code, detail, source }))
    }
    const failed = (detail: string) =>
      oneInTurn(twoStoreKinds, 0).map(() => ({ status: 500, code: 'internal', detail, source: 'internal-api' }))
    const internal = 'Internal server error'
    const tables = twoStoreKinds.map(({ remote }) => remote)
    async function expectRecovered(writes: readonly Write[]) {
      expect(await server.recoverWrites()).toBe(writes.length)
      for (const write of writes) await (action === 'delete' ? expectDone : expectNoEffect)(server, write)
    }

    test('undoes the remote write, or completes it if it was a delete', async () => {
      const writes = await prepare()
      await sabotage(server, tables, `raise exception 'No.'`)
      expect(await send(writes)).toEqual(failed(action === 'delete' ? `${internal}. ${finished}` : internal))
      await endSabotage(server)
      if (action === 'delete') return expectRecovered(writes)
      for (const write of writes) await expectNoEffect(server, write)
    })

    test('and of the undo is recovered', async () => {
      const writes = await prepare()
      await sabotage(server, tables, `raise exception 'No.'`)
      const undo = action === 'add' ? 'DELETE' : 'PUT'
      // Each object is changed before its change is undone.
      const changed = new Set<string>()
      const behaviorOf = (_: string, path: string) => {
        const isUndo = action !== 'change' || changed.has(path)
        changed.add(path)
        return isUndo ? ({ kind: 'refuse', status: 503 } as const) : ({ kind: 'work' } as const)
      }
      server.webApi.behave({ kind: 'by-call', behaviorOf }, undo)
      expect(await send(writes)).toEqual(failed(`${internal}. ${halfDone[action]}`))
      await endSabotage(server)
      server.webApi.recover()
      await expectRecovered(writes)
    })

    test('that was undone without confirmation leaves nothing to recover', async () => {
      const writes = await prepare()
      await sabotage(server, ['intents'], `if tg_op = 'DELETE' then raise exception 'No.'; end if`)
      expect(await send(writes)).toEqual(failed(`${internal}. ${halfDone[action]}`))
      await endSabotage(server)
      await expectRecovered(writes)
    })
  })
})

describe.each(serverDatabases)('a lost session during the local write on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(() => expectConsistentAgain(server))

  test.each(actions)('to %s loses no data', async (action) => {
    const write = await aWrite(server, action)
    await sabotage(server, ['metric_profiles'], 'perform pg_terminate_backend(pg_backend_pid())')
    const { status, body } = await write.send()
    expect([status, body.code, body.source]).toEqual([503, 'unavailable', 'internal-api'])
    await endSabotage(server)
    const sentence = 'The database cannot be reached. Try again in a moment.'
    await expectConsistentEnd(server, write, body.detail, sentence)
  })
})

describe.each(impatientDatabases)('a local write that waits for a lock, on $name', (kind) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp(kind)
  })
  afterAll(() => server.close())
  afterEach(() => expectConsistentAgain(server))

  test.each(actions)('to %s times out; reads are possible meanwhile', async (action) => {
    const write = await aWrite(server, action)
    const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let locking: Promise<void> | undefined
    const before = () => {
      locking = server.owner.transaction().execute(async (db) => {
        await sql`lock table metric_profiles in share mode`.execute(db)
        locked.resolve()
        await unlock.promise
      })
      return locked.promise
    }
    server.webApi.behave({ kind: 'wait', before }, methodOf[action])
    const answered = write.send()
    await locked.promise
    expect((await (await server.as()).send('GET', 'public_metricprofiles')).status).toBe(200)
    const { status, body } = await answered
    unlock.resolve()
    await locking
    server.webApi.recover()
    expect([status, body.code, body.source]).toEqual([503, 'unavailable', 'internal-api'])
    const sentence = 'The database is busy. Try again in a moment.'
    await expectConsistentEnd(server, write, body.detail, sentence)
  })
})

describe.each(serverDatabases)('a commit on $name', (kind) => {
  let server: TestApp
  let line: Line
  beforeAll(async () => {
    const databases = behindLines(kind)
    server = await startTestApp(databases)
    line = databases.lines[0] as Line
    // Commits of the login are not counted.
    await server.as('admin')
  })
  afterAll(() => server.close())
  afterEach(() => expectConsistentAgain(server))

  const ways: Loss['how'][] = ['cut', 'silence']
  describe.each(ways)('that is lost by %s', (how) => {
    // A silence lasts until the driver gives up: outside a full run, another action waits for it in each test.
    const actionsInTurn = (index: number) => (how === 'silence' ? oneInTurn(actions, index) : actions)
    test.each(actionsInTurn(0))(
      'before it completes the write to %s leads to an undo, or to a completed delete',
      async (action) => {
        const write = await aWrite(server, action)
        line.lose({ what: 'commit', how }, 2)
        const { status, body } = await write.send()
        expect([status, body.code, body.source]).toEqual([503, 'unavailable', 'internal-api'])
        await expectConsistentEnd(server, write, body.detail, 'The database cannot be reached. Try again in a moment.')
      },
    )

    test.each(actionsInTurn(1))('after it has completed the write to %s is reported as success', async (action) => {
      const write = await aWrite(server, action)
      line.lose({ what: 'answer', how }, 2)
      const { status } = await write.send()
      expect(status).toBeLessThan(300)
      expect(await server.recoverWrites()).toBe(0)
      await expectDone(server, write)
    })

    test.each(actionsInTurn(2))(
      'before the claim of the write to %s prevents any call to the Web API',
      async (action) => {
        const write = await aWrite(server, action)
        const calls = server.webApi.calls.length
        line.lose({ what: 'answer', how }, 1)
        const { status, body } = await write.send()
        expect([status, body.code]).toEqual([503, 'unavailable'])
        expect(server.webApi.calls.slice(calls).filter((call) => !call.startsWith('GET'))).toEqual([])
        expect(await server.recoverWrites()).toBe(0)
        await expectNoEffect(server, write)
      },
    )
  })
})
