import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { durably } from './durable-folder.ts'
import { emptyCluster } from './empty-cluster.ts'
import type { Engine, Session } from './engine.ts'
import { lockFolder } from './folder-lock.ts'
import { nameOf } from './named-statements.ts'
import { pipelinedTransaction, type Send } from './pipelined-transaction.ts'
import { answerOf } from './postgresql-session.ts'
import { beginText, enterText } from './scope.ts'

interface EmbeddedPlace {
  readonly folder?: string
  readonly content?: Blob
  readonly isWorthless?: () => boolean
}

export interface EmbeddedEngine extends Engine {
  /** All files of the database, while nothing uses it. */
  dump(): Promise<Blob>
}

/**
 * Opens the embedded database in `folder`, which is created if it does not exist; without a folder it is in memory.
 * A database in memory can begin with `content`, the dump of another. `isWorthless` is called after the folder was claimed: if it returns true, the content is removed first. Throws
 * `FolderInUse`, because two writers would destroy the database.
 */
export async function openPglite(options: EmbeddedPlace = {}): Promise<EmbeddedEngine> {
  if (!options.folder) {
    const loadDataDir = options.content ?? (await emptyCluster())
    return await engineOf(await PGlite.create({ loadDataDir }), () => {})
  }
  const folder = resolve(options.folder)
  const unlock = lockFolder(folder)
  try {
    if (options.isWorthless?.()) rmSync(folder, { recursive: true, force: true })
    if (!existsSync(join(folder, 'PG_VERSION'))) await makeIn(folder)
    return await engineOf(await PGlite.create(await durably(folder)), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Created in a temporary folder and moved into place, so that it is complete even if the process is killed. */
async function makeIn(folder: string): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const database = await PGlite.create({ dataDir: draft, loadDataDir: await emptyCluster() })
  await database.close()
  renameSync(draft, folder)
}

async function engineOf(database: PGlite, unlock: () => void): Promise<EmbeddedEngine> {
  const client = new pg.Client({ ...createPgConfig(database), pipeline: true })
  await client.connect()
  const session = sessionOf(client)
  const waiting: ((session: Session) => void)[] = []
  let isTaken = false
  const passOn = () => {
    const next = waiting.shift()
    if (next) next(session)
    else isTaken = false
  }
  async function acquire() {
    if (isTaken) return new Promise<Session>((take) => waiting.push(take))
    isTaken = true
    return session
  }
  function release() {
    if (session.broken) return void repair(session).then(passOn)
    passOn()
  }
  return {
    kind: 'pglite',
    acquire,
    release,
    sessions: () => ({ open: 1, idle: isTaken ? 0 : 1, waiting: waiting.length }),
    // The only session lasts as long as the process.
    async keep(statement) {
      await acquire()
      try {
        await session.runUnscoped(statement)
        return true
      } finally {
        release()
      }
    },
    dump: () => database.dumpDataDir('none'),
    async close() {
      await client.end()
      await database.close()
      unlock()
    },
  }
}

/** The session remembers its current scope, which is sent again only on change: it has no other user. */
function sessionOf(client: pg.Client): Session {
  let remembered: string | undefined
  const run: Send = async (text, parameters) => {
    if (parameters.length === 0) return answerOf(await client.query(text))
    const name = nameOf(text)
    return answerOf(await client.query({ text, values: [...parameters], ...(name && { name }) }))
  }
  return {
    runUnscoped: (text, parameters = []) => run(text, parameters),
    async runIn(scope, text, parameters) {
      const enter = enterText(scope, 'session')
      if (enter !== remembered) {
        remembered = undefined
        await run(enter, [])
        remembered = enter
      }
      return run(text, parameters)
    },
    begin: (scope, lock) => pipelinedTransaction(beginText(scope, lock), run),
  }
}

/** The only session cannot be replaced: an open transaction is rolled back instead. */
async function repair(session: Session): Promise<void> {
  delete session.broken
  await session.runUnscoped('rollback').catch(() => {})
}
