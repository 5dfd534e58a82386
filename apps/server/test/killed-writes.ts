import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { until } from './console-process.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { twoStoreKinds } from './two-store-kinds.ts'
import { actions, aWrite, type Console, methodOf, type Write } from './two-stores.ts'

interface Place {
  readonly console: Console
  readonly webApi: FaultyProxy
  readonly owner: Db
}

/** Writes that wait for ever, and what to do when their process was killed. */
export interface HeldWrites {
  readonly writes: readonly Write[]
  /** Those whose commit may be on its way to the database, which carries out what it has received: whole, or not at all. */
  readonly committing: readonly Write[]
  /** The requests of those that are certainly held, which end with the process. */
  readonly requests: readonly Promise<unknown>[]
  readonly release: () => Promise<void>
}

const forever = () => new Promise<void>(() => {})

/**
 * Adds, changes and deletes of every kind, held between each two steps: before the Web API performs them, before its
 * response, before it is read back, and before the commit in the database. Service types are one list, which is held
 * before the response.
 */
export async function holdWrites({ console, webApi, owner }: Place): Promise<HeldWrites> {
  const [writes, requests]: [Write[], Promise<unknown>[]] = [[], []]
  const prepare = () =>
    Promise.all(actions.flatMap((action) => twoStoreKinds.map((kind) => aWrite(console, action, kind))))
  const prepared = [await prepare(), await prepare(), await prepare(), await prepare()]
  let held = 0
  const hold = () => {
    held += 1
    return forever()
  }
  const isWrite = (method: string) => method !== 'GET'
  const send = (sent: readonly Write[]) => {
    writes.push(...sent)
    requests.push(...sent.map((write) => write.send()))
  }
  const untilHeld = (count: number) => {
    const wanted = held + count
    return until('all are held', async () => held >= wanted)
  }
  const [unsent = [], unanswered = [], unread = [], uncommitted = []] = prepared

  for (const method of Object.values(methodOf)) webApi.behave({ kind: 'wait', before: hold }, method)
  send(unsent)
  await untilHeld(unsent.length)

  for (const method of Object.values(methodOf)) webApi.behave({ kind: 'wait', after: hold }, method)
  const admin = await console.as('admin')
  const types = [{ name: 'killed', title: '', description: 'd' }]
  requests.push(admin.send('POST', 'replaceservicetypes', { servicetypes: types }, { 'if-match': '*' }))
  send(unanswered)
  await untilHeld(unanswered.length + 1)

  // Reads before the write pass.
  webApi.recover()
  webApi.ignorePreferences()
  const written = new Set<string>()
  const collectionOf = (path: string) => path.split(/[/?]/)[3] ?? ''
  webApi.behave({
    kind: 'by-call',
    behaviorOf(method, path) {
      if (isWrite(method)) written.add(collectionOf(path))
      return written.has(collectionOf(path)) && !isWrite(method) ? { kind: 'wait', before: hold } : { kind: 'work' }
    },
  })
  for (const write of unread) {
    written.clear()
    send([write])
    await untilHeld(1)
  }

  webApi.recover()
  const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const performing = Promise.withResolvers<void>()
  let performed = 0
  const before = () => {
    held += 1
    return performing.promise
  }
  const after = async () => {
    performed += 1
  }
  for (const method of Object.values(methodOf)) webApi.behave({ kind: 'wait', before, after }, method)
  // They may give up waiting for the lock before the process is killed.
  for (const write of uncommitted) write.send().catch(() => {})
  await untilHeld(uncommitted.length)
  const locking = owner.transaction().execute(async (db) => {
    await sql`lock table activity in exclusive mode`.execute(db)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  performing.resolve()
  await until('the Web API has performed all', async () => performed >= uncommitted.length)
  const release = async () => {
    unlock.resolve()
    await locking
    webApi.recover()
  }
  return { writes, committing: uncommitted, requests, release }
}
