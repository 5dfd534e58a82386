import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { databaseOn } from '@quatrain/platform/database/database.ts'
import type { Engine, Session } from '@quatrain/platform/database/engine.ts'
import { textIn } from '@quatrain/platform/database/failures.ts'
import { openPostgreSql } from '@quatrain/platform/database/postgresql.ts'
import type { Scope } from '@quatrain/platform/database/scope.ts'
import type { TestDatabase, TestDatabases } from '@quatrain/platform/testing/databases.ts'
import { schema } from '@quatrain/webapi/kit/tenancy.ts'
import { folder, migrateWebApi } from '@quatrain/webapi/migrate.ts'
import { consoleMigrations, migrateConsole } from '#database/open-database.ts'
import { consoleSchema } from '#request/tenancy/tenancy.ts'

/** Statements of one transaction, or a single one in its own scope. */
export interface Work {
  readonly scope: Scope
  readonly statements: { readonly text: string; readonly parameters: readonly unknown[] }[]
}

/** The databases of an installation, in the order in which a test opens them. */
export const stores = [
  { name: 'console', schema: consoleSchema, folder: consoleMigrations, migrate: migrateConsole },
  { name: 'webapi', schema, folder, migrate: migrateWebApi },
] as const
type StoreName = (typeof stores)[number]['name']

/** A database of a release as SQL, and the statements of requests in it. */
export interface RecordedStore {
  readonly dump: string
  readonly work: readonly Work[]
}

const pathOf = (release: string, store: StoreName, kind: 'sql' | 'json') =>
  join(import.meta.dirname, 'releases', `${release}-${store}.${kind}.gz`)
const read = async (path: string) => gunzipSync(await readFile(path)).toString()

export const readStore = async (release: string, store: StoreName): Promise<RecordedStore> => ({
  dump: await read(pathOf(release, store, 'sql')),
  work: JSON.parse(await read(pathOf(release, store, 'json'))),
})

export async function writeStore(release: string, store: StoreName, { dump, work }: RecordedStore): Promise<void> {
  await mkdir(dirname(pathOf(release, store, 'sql')), { recursive: true })
  await writeFile(pathOf(release, store, 'sql'), gzipSync(dump, { level: 9 }))
  await writeFile(pathOf(release, store, 'json'), gzipSync(JSON.stringify(work), { level: 9 }))
}

/** The database as SQL that older servers and a driver understand. */
export async function dumpOf(url: string): Promise<string> {
  const options = ['--no-owner', '--rows-per-insert=200', url]
  const { stdout } = await promisify(execFile)('pg_dump', options, { maxBuffer: 1 << 28 })
  return stdout.replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout.*|--.*)?\n/gm, '')
}

export interface Recording {
  readonly url: string
  /** What was kept, without repetitions. */
  readonly kept: readonly Work[]
  /** Keeps the statements since the last call, or forgets them. */
  keep(): void
  forget(): void
}

/** Databases of which the statements are recorded, and the recordings in the order in which the databases are opened. */
export function recordingOf(databases: TestDatabases) {
  const recordings: Recording[] = []
  return {
    recordings,
    databases: {
      ...databases,
      async open(prepare) {
        const opened = await databases.open(prepare)
        const works: Work[] = []
        recordings.push(Object.assign(recordingIn(works), { url: opened.url ?? '' }))
        const engine = openPostgreSql(opened.url ?? '')
        const close = async () => {
          await engine.close()
          await opened.close()
        }
        return { ...opened, ...databaseOn(recordedEngine(engine, works)), close } satisfies TestDatabase
      },
    } satisfies TestDatabases,
  }
}

function recordingIn(works: Work[]): Omit<Recording, 'url'> {
  const kept = new Map<string, Work>()
  return {
    get kept() {
      return [...kept.values()].filter(({ statements }) => statements.length > 0)
    },
    keep() {
      for (const work of works.splice(0)) {
        const texts = work.statements.map(({ text }) => text).join(';')
        if (!kept.has(texts)) kept.set(texts, work)
      }
    },
    forget: () => void works.splice(0),
  }
}

function recordedEngine(engine: Engine, works: Work[]): Engine {
  const originals = new WeakMap<Session, Session>()
  return {
    ...engine,
    async acquire() {
      const session = await engine.acquire()
      const recorded: Session = {
        get broken() {
          return session.broken === true
        },
        set broken(isBroken) {
          session.broken = isBroken
        },
        runUnscoped: (text, parameters) => session.runUnscoped(text, parameters),
        runIn(scope, text, parameters) {
          works.push({ scope, statements: [{ text, parameters: parameters.map(asText) }] })
          return session.runIn(scope, text, parameters)
        },
        begin(scope, lock) {
          const work: Work = { scope, statements: [] }
          works.push(work)
          const open = session.begin(scope, lock)
          return {
            beginning: open.beginning,
            end: (how) => open.end(how),
            run(text, parameters) {
              work.statements.push({ text, parameters: parameters.map(asText) })
              return open.run(text, parameters)
            },
          }
        },
      }
      originals.set(recorded, session)
      return recorded
    },
    release: (session) => engine.release(originals.get(session) ?? session),
  }
}

/** Loads a dump into an empty database, and closes the connection, whose settings the dump has changed. */
export async function load(url: string, dump: string): Promise<void> {
  const engine = openPostgreSql(url)
  const session = await engine.acquire()
  await session.runUnscoped(dump)
  engine.release(session)
  await engine.close()
}

/** As PostgreSQL writes it, which JSON can keep. */
const asText = (parameter: unknown): unknown =>
  parameter instanceof Date
    ? parameter.toISOString()
    : Buffer.isBuffer(parameter)
      ? `\\x${parameter.toString('hex')}`
      : typeof parameter === 'bigint'
        ? String(parameter)
        : parameter

/**
 * Does the work and takes it back. Returns the constraint that it violated or the SQLSTATE with
 * which it failed, or undefined.
 */
export async function rehearse(engine: Engine, { scope, statements }: Work): Promise<string | undefined> {
  const session = await engine.acquire()
  const work = session.begin(scope)
  try {
    for (const { text, parameters } of statements) await work.run(text, parameters)
    return undefined
  } catch (error) {
    return textIn(error, 'constraint') ?? textIn(error, 'code') ?? String(error)
  } finally {
    await work.end('rollback')
    engine.release(session)
  }
}
