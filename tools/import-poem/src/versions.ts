import type { Fields } from '@quatrain/contract/compare/field.ts'
import { initialComment } from '@quatrain/server/kit/recording/changes.ts'
import { describeChange, type Words } from '@quatrain/server/kit/recording/describe-change.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { sql } from 'kysely'
import { momentOf, textOf } from './decode.ts'
import type { Ledger } from './ledger.ts'
import { type Run, recordAdded, storeEach, type Wanted } from './run.ts'
import type { SourceRow } from './source.ts'

/** A version of an object, as the other system recorded it. */
export interface SourceVersion<D extends Document = Document> {
  readonly row: SourceRow
  readonly document: D
  readonly author: string
  readonly at: Date
  /** A sentence, or changes in a form that this import generates again. */
  readonly comment: string
}

/** A new version of an object that has versions in a table of its own. */
export type VersionOfOwner = Wanted<{
  readonly owner: string
  readonly author: string
  readonly at: Date
  readonly comment: string
}>

/** The versions whose owners the console has or will have. It lists the others. */
export function withOwners<V extends VersionOfOwner>(
  ledger: Ledger,
  versions: readonly V[],
  added: readonly Wanted[],
  existing: ReadonlyMap<string, Document>,
  kind: string,
): V[] {
  const owners = new Set([...existing.keys(), ...added.map(({ key }) => key)])
  return versions.filter(({ row, extra }) => {
    if (owners.has(extra.owner)) return true
    ledger.settle(row, 'listed', `Its ${kind} ${extra.owner} was not imported.`)
    return false
  })
}

/** Records added objects that have versions in a table of their own, given their ids. */
export async function recordWithVersions(
  run: Run,
  kind: string,
  ids: readonly { readonly id: number; readonly name: string }[],
  added: readonly Wanted[],
): Promise<void> {
  const idOf = new Map(ids.map(({ id, name }) => [name, id]))
  const changes = added.map(({ key, document }) => ({
    kind,
    id: idOf.get(key) ?? 0,
    name: key,
    after: document,
    keepsItsVersions: true,
  }))
  await recordAdded(run, changes)
  await sql`select keep_own_versions()`.execute(run.ctx.db)
}

/** Stores objects with their versions. If the database refuses one of these, neither the object nor any is stored. */
export async function storeWithVersions<V extends VersionOfOwner>(
  run: Run,
  objects: readonly Wanted[],
  versions: readonly V[],
  store: (objects: readonly Wanted[], versions: readonly V[]) => Promise<void>,
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
    (versionsOfOwner) =>
      store(
        versionsOfOwner.flatMap((owner) => owner.objects),
        versionsOfOwner.flatMap((owner) => owner.versions),
      ),
  )
}

/** Returns who made a version and when, by the names that the columns have. */
export function authored({ fields }: SourceRow, zone: string, author: string, comment: string) {
  const savedAt = momentOf(fields.date_created, zone)
  if (!savedAt) throw new SyntaxError('date_created is missing.')
  return { at: savedAt, author: textOf(fields[author]), comment: textOf(fields[comment]) }
}

/** Versions in the order of time, with comments in words. */
export function inOrder<V extends SourceVersion>(
  versions: readonly V[],
  { compared, words }: { readonly compared: Fields; readonly words?: Words },
): V[] {
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
