import { isDeepStrictEqual } from 'node:util'
import { ZodError, z } from 'zod'
import type { Change } from '#kit/recording/changes.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import type { Document } from '#request/recording.ts'
import type { Secrets } from '#request/secrets.ts'
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
export interface Wanted<Extra extends object = object> {
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

/** Why a row cannot be imported. */
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
 * Settles the fate of objects, and returns those to add: the console does not have them, and no earlier row has their key.
 * An object that the console has already is never changed.
 */
export function newAmong<W extends Wanted>(
  ledger: Ledger,
  wanted: readonly W[],
  existing: ReadonlyMap<string, Document>,
  same = 'name',
): W[] {
  const earlier = new Map<string, W>()
  return wanted.filter((object) => {
    const { row, key } = object
    const first = earlier.get(key)
    if (first) {
      const isCopy = isDeepStrictEqual(first.document, object.document)
      if (isCopy) ledger.settle(row, 'mapped', 'It is a copy of an earlier row.')
      else ledger.settle(row, 'listed', `An earlier row has the same ${same}, and was used.`)
      return false
    }
    earlier.set(key, object)
    const there = existing.get(key)
    if (there === undefined) ledger.settle(row, 'imported')
    else if (isSame(there, object.document)) ledger.settle(row, 'present')
    else ledger.settle(row, 'listed', `The console has it already, with another ${differing(there, object.document)}.`)
    return there === undefined
  })
}

const plain = (document: Document): Document => JSON.parse(JSON.stringify(document))
const isSame = (a: Document, b: Document) => isDeepStrictEqual(plain(a), plain(b))

const differing = (there: Document, wanted: Document): string =>
  Object.keys(wanted)
    .filter((field) => !isSame({ field: there[field] }, { field: wanted[field] }))
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
