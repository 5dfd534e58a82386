import type { Fields } from '@quatrain/contract/compare/field.ts'
import { initialComment } from '#kit/recording/changes.ts'
import { describeChange, type Words } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/recording.ts'
import { momentOf, textOf } from './decode.ts'
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

/** Who made a version and when, by the names that the columns have. */
export function authored({ fields }: SourceRow, zone: string, author: string, comment: string) {
  const at = momentOf(fields.date_created, zone)
  if (!at) throw new SyntaxError('date_created is missing.')
  return { at, author: textOf(fields[author]), comment: textOf(fields[comment]) }
}

/** Versions in the order of time, with comments in words. */
export function inOrder<V extends SourceVersion>(
  versions: readonly V[],
  { compared, words }: { readonly compared: Fields; readonly words?: Words },
): V[] {
  const sorted = versions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.row.id) - Number(b.row.id))
  return sorted.map((version, at) => {
    const before = sorted[at - 1]
    const isSentence = version.comment !== '' && !version.comment.startsWith('[')
    if (isSentence) return version
    const comment = before ? describeChange(compared, before.document, version.document, words) : initialComment
    return { ...version, comment }
  })
}
