import { isDeepStrictEqual } from 'node:util'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { Change } from '@quatrain/server/kit/recording/changes.ts'
import { describeChange, type Words } from '@quatrain/server/kit/recording/describe-change.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { sql } from 'kysely'
import { textOf } from './decode.ts'
import { type Model, modelOf } from './models.ts'
import { Refused, type Run, readRows, recordAdded, type WantedObject } from './run.ts'
import type { SourceRow } from './source.ts'
import { authored, inOrder, type SourceVersion } from './versions.ts'

/** A kind of object with a history in the other system. */
export interface HistoryKind {
  readonly model: Model
  readonly resource: Resource
  readonly words?: Words
  /** The document of a version, of the fields that the other system recorded. */
  readonly documentOf: (fields: Readonly<Record<string, unknown>>) => Document
}

export type Histories = ReadonlyMap<SourceRow, readonly SourceVersion[]>

/** The versions of all objects of a kind, oldest first. Versions of objects that do not exist any more are listed. */
export function historiesOf(run: Run, { model, resource, words = {}, documentOf }: HistoryKind): Histories {
  const { source, ledger, zone } = run
  const rows = source.rowsOf('history').filter(({ fields }) => {
    const contentType = source.find('contentType', fields.content_type)
    return modelOf(textOf(contentType?.fields.model)) === model
  })
  const hasNumbers = source.rowsOf(model).some(({ id }) => id !== undefined)
  const versions = readRows(ledger, rows, (row) => {
    const { object_id, object_repr, serialized_data } = row.fields
    // A deleted object can have had the name of a present one. Only dumps without numbers have nothing but the name.
    const owner = hasNumbers ? source.find(model, Number(object_id)) : source.find(model, [object_repr])
    if (!owner) throw new Refused('It is a version of an object that does not exist any more.')
    const [recorded] = JSON.parse(textOf(serialized_data)) as { fields?: Record<string, unknown> }[]
    const sourceDocument = documentOf(recorded?.fields ?? {})
    const document = resource.document.parse(sourceDocument)
    return { row, owner, document: document as Document, ...authored(row, zone, 'user', 'comment') }
  })
  const kind = { compared: resource.compared, words }
  return new Map(
    [...Map.groupBy(versions, ({ owner }) => owner)].map(([owner, ownVersions]) => [owner, inOrder(ownVersions, kind)]),
  )
}

type Added = WantedObject & { readonly id: number; readonly name: string }

/**
 * Records added objects with their versions of the other system. If the last one is not the object as it is now, the
 * import is another version.
 */
export async function recordWithHistory(
  run: Run,
  { resource: { kind, compared }, words = {} }: HistoryKind,
  added: readonly Added[],
  histories: Histories,
): Promise<void> {
  const { ctx, ledger } = run
  const entries = added.flatMap(({ id, row }) =>
    (histories.get(row) ?? []).map(({ row: source, document, author, at, comment }, index) => {
      ledger.settle(source, 'imported')
      return { kind, object_id: id, number: index + 1, name: textOf(document.name), document, author, at, comment }
    }),
  )
  await sql`
    insert into versions (kind, object_id, number, name, document, author, created_at, comment)
    select kind, object_id, number, name, document, author, at, comment
    from json_to_recordset(${JSON.stringify(entries)}::json) as given (
      kind text, object_id integer, number integer, name text, document json, author text, at timestamptz, comment text)
  `.execute(ctx.db)
  await recordAdded(
    run,
    added.map(({ id, row, name, document }): Change => {
      const last = histories.get(row)?.at(-1)?.document
      const change = { kind, id, name, after: document }
      if (last === undefined) return change
      if (isDeepStrictEqual(last, document)) return { ...change, keepsItsVersions: true }
      return { ...change, comment: () => `Imported. ${describeChange(compared, last, document, words)}` }
    }),
  )
}

/** Versions of objects that were not added: the console has both, or neither. */
export function settleOldVersions({ ledger }: Run, histories: Histories, added: readonly WantedObject[]): void {
  const isAdded = new Set(added.map(({ row }) => row))
  for (const [owner, versions] of histories) {
    if (isAdded.has(owner)) continue
    for (const { row } of versions) {
      if (ledger.outcomeOf(owner) === 'present') ledger.settle(row, 'present')
      else ledger.follow(row, owner)
    }
  }
}
