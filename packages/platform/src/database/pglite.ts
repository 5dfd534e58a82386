import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Engine, Session } from './engine.ts'

/**
 * Opens the embedded database in `folder`, which is made when it is not there; without a folder it lives in memory.
 * `cluster` is a dump of an empty database to begin with, which is several seconds faster than making one.
 * Throws when another process has the folder open: two writers would destroy it.
 */
export async function openPglite(options: { folder?: string; cluster?: Blob } = {}): Promise<Engine> {
  const folder = options.folder && resolve(options.folder)
  const unlock = folder ? lock(folder) : () => {}
  try {
    const database = await PGlite.create({
      ...(folder && { dataDir: folder }),
      ...(options.cluster && { loadDataDir: options.cluster }),
    })
    return engineOf(database, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function engineOf(database: PGlite, unlock: () => void): Engine {
  const session: Session = {
    async run(text, parameters) {
      if (parameters.length > 0) return answerOf(await database.query<Record<string, unknown>>(text, [...parameters]))
      const results = await database.exec(text)
      return answerOf(results.at(-1) ?? { rows: [] })
    },
  }
  const waiting: ((session: Session) => void)[] = []
  let taken = false
  return {
    kind: 'pglite',
    async acquire() {
      if (taken) return new Promise<Session>((take) => waiting.push(take))
      taken = true
      return session
    },
    release() {
      const next = waiting.shift()
      if (next) next(session)
      else taken = false
    },
    async close() {
      await database.close()
      unlock()
    },
  }
}

const answerOf = (result: { rows: Record<string, unknown>[]; affectedRows?: number }) => ({
  rows: result.rows,
  affected: result.affectedRows ?? 0,
})

/** Claims the folder for this process. A claim left behind by a process that is gone does not count. */
function lock(folder: string): () => void {
  const file = `${folder}.lock`
  mkdirSync(dirname(folder), { recursive: true })
  for (const attempt of [1, 2]) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      return () => rmSync(file, { force: true })
    } catch (error) {
      const owner = ownerOf(file)
      if (attempt === 2 || owner === process.pid || isRunning(owner)) {
        throw new Error(`The database in ${folder} is in use by process ${owner}.`, { cause: error })
      }
      rmSync(file, { force: true })
    }
  }
  throw new Error(`The database in ${folder} cannot be locked.`)
}

function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return Number.NaN
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
