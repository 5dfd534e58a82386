import { isDeepStrictEqual } from 'node:util'
import type { Change } from '@quatrain/server/kit/recording/changes.ts'
import { record } from '@quatrain/server/kit/recording/recorder.ts'
import type { Context } from '@quatrain/server/request/context/context.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import type { Secrets } from '@quatrain/server/request/sealing/secrets.ts'
import { sql } from 'kysely'
import { ZodError, z } from 'zod'
import type { Ledger } from './ledger.ts'
import type { Remote } from './remote.ts'
import type { SourceRow, SourceSchema } from './source.ts'

/** The import of one schema, in its transaction. */
export interface Run {
  readonly ctx: Context
  readonly source: SourceSchema
  /** The schema of the super-tenant, which has the catalogue and the keys for the Web API. */
  readonly shared: SourceSchema
  readonly ledger: Ledger
  readonly sharedLedger: Ledger
  readonly secrets: Secrets
  /** The time zone of the other system's servers. */
  readonly zone: string
  /** What the Web API has of the tenant, if it was read. */
  readonly remote: Remote | undefined
}

/** A row with what the console would have of it. `key` identifies the object among those of its kind. */
export interface WantedObject<Extra extends object = object> {
  readonly row: SourceRow
  readonly key: string
  readonly document: Document
  readonly extra: Extra
}

/** Reads rows with `read`. One that cannot be read is listed with the reason. */
export function readRows<T>(ledger: Ledger, rows: readonly SourceRow[], read: (row: SourceRow) => T | undefined): T[] {
  return rows.flatMap((row) => {
    try {
      const value = read(row)
      return value === undefined ? [] : [value]
    } catch (error) {
      refuse(ledger, row, error)
      return []
    }
  })
}

/** A field that must be valid in the console. Throws an error that names it. */
export const validField = <T>(row: SourceRow, field: string, schema: z.ZodType<T>): T =>
  z.object({ [field]: schema }).parse(row.fields)[field] as T

/** The error of a row that cannot be imported; its message says why. */
export class Refused extends Error {}

/** Lists a row with the error that reading it has thrown. Throws errors that are not about the row. */
export const refuse = (ledger: Ledger, row: SourceRow, error: unknown): void =>
  ledger.settle(row, 'listed', problemOf(error))

function problemOf(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  }
  if (error instanceof Refused) return error.message
  // The message of the parser could quote a secret.
  if (error instanceof SyntaxError) return 'A list or document in it is not valid JSON.'
  if (error instanceof RangeError) return 'A time in it is not valid.'
  throw error
}

/**
 * Settles the outcome of objects, and returns those to add: the console does not have them, and no earlier row has their key.
 * An object that the console has already is never changed.
 */
export function newAmong<W extends WantedObject>(
  ledger: Ledger,
  wantedObjects: readonly W[],
  existing: ReadonlyMap<string, Document>,
  keyLabel = 'name',
): W[] {
  const earlier = new Map<string, W>()
  return wantedObjects.filter((object) => {
    const { row, key } = object
    const first = earlier.get(key)
    if (first) {
      const isCopy = isDeepStrictEqual(first.document, object.document)
      if (isCopy) ledger.settle(row, 'mapped', 'It is a copy of an earlier row.')
      else ledger.settle(row, 'listed', `An earlier row has the same ${keyLabel}, and was used.`)
      return false
    }
    earlier.set(key, object)
    const existingObject = existing.get(key)
    if (existingObject === undefined) ledger.settle(row, 'imported')
    else if (isSame(existingObject, object.document)) ledger.settle(row, 'present')
    else
      ledger.settle(
        row,
        'listed',
        `The console has it already, with another ${differing(existingObject, object.document)}.`,
      )
    return existingObject === undefined
  })
}

/** Objects that a kind may add to what the console has. */
interface NewObjects<W extends WantedObject> {
  readonly wantedObjects: readonly W[]
  /** The documents that the console has, by key. */
  readonly find: () => Promise<ReadonlyMap<string, Document>>
  readonly store: (objects: readonly W[]) => Promise<unknown>
  /** What the key of an object is called. */
  readonly keyLabel?: string
  /** The objects that are added of those that the console does not have. It settles the others. */
  readonly choose?: (objects: readonly W[]) => readonly W[]
}

/** Adds what the console does not have, and returns it as the database has it afterwards. */
export async function addNew<W extends WantedObject>(
  run: Run,
  { wantedObjects, find, store, keyLabel = 'name', choose = (objects) => objects }: NewObjects<W>,
): Promise<W[]> {
  const { ledger } = run
  const added = choose(newAmong(ledger, wantedObjects, await find(), keyLabel))
  await storeEach(run, added, ({ row }) => [row], store)
  return confirmed(ledger, added, await find())
}

/**
 * Stores objects together. If the database refuses them, it stores each alone, and lists the rows of one that it refuses,
 * with the rule that is broken.
 */
export async function storeEach<T>(
  run: Run,
  objects: readonly T[],
  rowsOf: (object: T) => readonly SourceRow[],
  store: (objects: readonly T[]) => Promise<unknown>,
): Promise<void> {
  if (objects.length === 0) return
  const { db } = run.ctx
  await sql`savepoint objects`.execute(db)
  try {
    await store(objects)
    await sql`release savepoint objects`.execute(db)
  } catch (error) {
    const rule = brokenRule(error)
    if (rule === undefined) throw error
    await sql`rollback to savepoint objects`.execute(db)
    if (objects.length === 1) {
      for (const row of objects.flatMap(rowsOf)) run.ledger.settle(row, 'listed', `The database refuses it: ${rule}.`)
      return
    }
    const middle = Math.ceil(objects.length / 2)
    await storeEach(run, objects.slice(0, middle), rowsOf, store)
    await storeEach(run, objects.slice(middle), rowsOf, store)
  }
}

/** The rule of the database that the error is about; undefined for another error. Values are not in it. */
function brokenRule(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !/^2[23]/.test(String(error.code))) return undefined
  return 'constraint' in error && error.constraint ? String(error.constraint) : error.message
}

/** The objects that the database has. It lists the others, and notes those that it has differently. */
export const confirmed = <W extends WantedObject>(
  ledger: Ledger,
  added: readonly W[],
  stored: ReadonlyMap<string, Document>,
): W[] =>
  added.filter(({ row, key, document }) => {
    const storedObject = stored.get(key)
    if (storedObject && !isSame(storedObject, document))
      ledger.note(row, `It is here with another ${differing(storedObject, document)}.`)
    if (!storedObject && ledger.outcomeOf(row) === 'imported') {
      ledger.settle(row, 'listed', 'What it refers to was not imported.')
    }
    return storedObject !== undefined
  })

const plain = (document: Document): Document => JSON.parse(JSON.stringify(document))
const isSame = (a: Document, b: Document) => isDeepStrictEqual(plain(a), plain(b))

const differing = (existing: Document, imported: Document): string =>
  Object.keys(imported)
    .filter((field) => !isSame({ field: existing[field] }, { field: imported[field] }))
    .join(', ')

/** The documents of a kind by their key. */
export const byKey = <T>(
  objects: readonly T[],
  keyOf: (object: T) => string,
  documentOf: (object: T) => Document,
): ReadonlyMap<string, Document> => new Map(objects.map((object) => [keyOf(object), documentOf(object)]))

/** Changes whose documents are sent to the database in one statement. */
const recordedAtOnce = 500

/** Records what a kind of object has added. */
export async function recordAdded({ ctx }: Run, changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += recordedAtOnce) {
    await record({ ...ctx, recording: { isDone: false } }, changes.slice(start, start + recordedAtOnce))
  }
}
