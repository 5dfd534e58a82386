import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '@quatrain/contract/compare/field.ts'
import { initialComment } from '@quatrain/server/kit/recording/changes.ts'
import { describeChange, type Words } from '@quatrain/server/kit/recording/describe-change.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { type RawBuilder, sql } from 'kysely'
import { momentOf, textOf } from './decode.ts'
import type { Ledger } from './ledger.ts'
import type { Model } from './models.ts'
import { confirmed, newAmong, Refused, type Run, readRows, recordAdded, storeEach, type WantedObject } from './run.ts'
import type { SourceRow } from './source.ts'

/** How versions of a kind are compared. */
interface Kind {
  readonly compared: Fields
  readonly words?: Words
}

/** A version of an object, as the other system recorded it. */
export interface SourceVersion<D extends Document = Document> {
  readonly row: SourceRow
  readonly document: D
  readonly author: string
  readonly at: Date
  /** A sentence, or changes in a form that this import generates again. */
  readonly comment: string
}

/** A kind of the catalogue whose objects have versions in a table of their own. */
interface VersionedKind<Doc extends Document & { readonly name: string }> {
  readonly kind: Kind & { readonly kind: string; readonly label: { readonly one: string } }
  /** The models of the other system, and the columns that both share. Throws what `readRows` lists. */
  readonly models: { readonly object: Model; readonly version: Model }
  readonly documentIn: (row: SourceRow, model: 'object' | 'version') => Doc
  /** What identifies a version in the console, and what a message calls it. */
  readonly keyOf: (version: OwnedDocument<Doc>) => string
  readonly keyName?: string
  /** What identifies the version that the other system writes twice; the key if it is absent. */
  readonly identityOf?: (version: OwnedDocument<Doc>) => string
  /** What the version of an object belongs to, as in `with its package`. */
  readonly with: string
  readonly objectsHere: () => Promise<ReadonlyMap<string, Document>>
  readonly versionsHere: () => Promise<ReadonlyMap<string, Document>>
  readonly table: 'probes' | 'metric_templates'
  readonly insertVersions: (
    versions: readonly (Doc & Author & { readonly version_comment: string })[],
  ) => Promise<unknown>
  /** Sets the current versions of objects with the documents in this JSON. */
  readonly setCurrent: (documents: string) => RawBuilder<unknown>
}

interface OwnedDocument<Doc> {
  readonly owner: string
  readonly document: Doc
}

interface Author {
  readonly owner: string
  readonly author: string
  readonly at: Date
}

type Version<Doc> = WantedObject<Author & { readonly comment: string }> & { readonly document: Doc }

/** Imports the objects of a kind with their versions. An object that the console has gets the versions that it lacks. */
export async function importVersioned<Doc extends Document & { readonly name: string }>(
  run: Run,
  imported: VersionedKind<Doc>,
): Promise<void> {
  const { source, ledger, zone } = run
  const { kind, models, documentIn, keyOf, keyName, identityOf = keyOf } = imported
  const { one } = kind.label
  const current = readRows(ledger, source.rowsOf(models.object), (row) => {
    const document = documentIn(row, 'object')
    return { row, key: document.name, document, extra: {} }
  })
  const currentVersions = new Map(
    current.map(({ key: owner, document }) => [identityOf({ owner, document }), document]),
  )
  const versions = readRows(ledger, source.rowsOf(models.version), (row) => {
    const object = source.find(models.object, row.fields.object_id)
    if (!object) throw new Refused(`It is a version of a ${one} that does not exist.`)
    const owner = textOf(object.fields.name)
    const recorded = documentIn(row, 'version')
    // That system writes the current version twice, and not always the same.
    const document = currentVersions.get(identityOf({ owner, document: recorded })) ?? recorded
    if (!isDeepStrictEqual(document, recorded)) ledger.note(row, `It differs from its ${one}, which was used.`)
    return { row, document, owner, ...authored(row, zone, 'version_user', 'version_comment') }
  })
  const ordered = [...Map.groupBy(versions, ({ owner }) => owner).values()]
    .flatMap((ownVersions) => inOrder(ownVersions, kind))
    .map(({ row, document, ...extra }) => ({ row, key: keyOf({ owner: extra.owner, document }), document, extra }))
  const knownVersions = await imported.versionsHere()
  const added = newAmong(ledger, ordered, knownVersions, keyName)

  const versioned = new Set([...knownVersions.keys(), ...added.map(({ key }) => key)])
  const withVersion = current.filter(({ row, key: owner, document }) => {
    if (versioned.has(keyOf({ owner, document }))) return true
    ledger.settle(row, 'listed', `The history has no version of it with its ${imported.with}.`)
    return false
  })
  const documents = await imported.objectsHere()
  const addedObjects = newAmong(ledger, withVersion, documents)
  const stored = withOwners(ledger, added, new Set([...documents.keys(), ...addedObjects.map(({ key }) => key)]), one)
  await storeWithVersions(run, imported, addedObjects, stored)
  confirmed(ledger, stored, await imported.versionsHere())
  confirmed(ledger, addedObjects, await imported.objectsHere())
}

/** The versions whose owners the console has or will have. It lists the others. */
function withOwners<Doc>(
  ledger: Ledger,
  versions: readonly Version<Doc>[],
  owners: ReadonlySet<string>,
  one: string,
): Version<Doc>[] {
  return versions.filter(({ row, extra }) => {
    if (owners.has(extra.owner)) return true
    ledger.settle(row, 'listed', `Its ${one} ${extra.owner} was not imported.`)
    return false
  })
}

/** Stores objects with their versions. If the database refuses one of these, neither the object nor any is stored. */
async function storeWithVersions<Doc extends Document & { readonly name: string }>(
  run: Run,
  imported: VersionedKind<Doc>,
  objects: readonly WantedObject[],
  versions: readonly Version<Doc>[],
): Promise<void> {
  const byOwner = Map.groupBy(versions, ({ extra }) => extra.owner)
  const objectOf = new Map(objects.map((object) => [object.key, object]))
  const owners = [...new Set([...objectOf.keys(), ...byOwner.keys()])].map((key) => {
    const object = objectOf.get(key)
    return { objects: object ? [object] : [], versions: byOwner.get(key) ?? [] }
  })
  await storeEach(
    run,
    owners,
    (owner) => [...owner.objects, ...owner.versions].map(({ row }) => row),
    (storedOwners) =>
      insert(
        run,
        imported,
        storedOwners.flatMap((owner) => owner.objects),
        storedOwners.flatMap((owner) => owner.versions),
      ),
  )
}

async function insert<Doc extends Document & { readonly name: string }>(
  run: Run,
  { kind: { kind }, table, insertVersions, setCurrent }: VersionedKind<Doc>,
  objects: readonly WantedObject[],
  versions: readonly Version<Doc>[],
): Promise<void> {
  const { db } = run.ctx
  const names = JSON.stringify(objects.map(({ key }) => ({ name: key })))
  const { rows: ids } = await sql<{ id: number; name: string }>`
    insert into ${sql.table(table)} (name) select name from json_to_recordset(${names}::json) as given (name text)
    returning id, name
  `.execute(db)
  await insertVersions(
    versions.map(({ document, extra: { comment: version_comment, ...extra } }) => ({
      ...document,
      ...extra,
      version_comment,
    })),
  )
  await setCurrent(JSON.stringify(objects.map(({ document }) => document))).execute(db)
  const idOf = new Map(ids.map(({ id, name }) => [name, id]))
  const changes = objects.map(({ key, document }) => ({
    kind,
    id: idOf.get(key) ?? 0,
    name: key,
    after: document,
    keepsItsVersions: true,
  }))
  await recordAdded(run, changes)
  await sql`select keep_own_versions()`.execute(db)
}

/** Returns who made a version and when, by the names that the columns have. */
export function authored({ fields }: SourceRow, zone: string, author: string, comment: string) {
  const savedAt = momentOf(fields.date_created, zone)
  if (!savedAt) throw new SyntaxError('date_created is missing.')
  return { at: savedAt, author: textOf(fields[author]), comment: textOf(fields[comment]) }
}

/** Versions in the order of time, with comments in words. */
export function inOrder<V extends SourceVersion>(versions: readonly V[], { compared, words }: Kind): V[] {
  const sorted = versions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.row.id) - Number(b.row.id))
  return sorted.map((version, index) => {
    const previousVersion = sorted[index - 1]
    const isSentence = version.comment !== '' && !version.comment.startsWith('[')
    if (isSentence) return version
    const comment = previousVersion
      ? describeChange(compared, previousVersion.document, version.document, words)
      : initialComment
    return { ...version, comment }
  })
}
