import type { DocumentOf, Resource } from '@quatrain/contract/kit/resource.ts'
import type { Context } from '#request/context/context.ts'
import type { Document } from '#request/context/recording.ts'
import type { Change } from './changes.ts'
import { describeChange, type Words } from './describe-change.ts'

interface Options<Contents> {
  /** The name of an object in histories and in the activity log. */
  readonly nameOf: (contents: Contents) => string
  /** The document of a version; by default the fields of the resource's document. */
  readonly documentOf?: (contents: Contents) => Document
  /** How changes of lists are described in the comment of a version; absent if there are none. */
  readonly words?: Words
}

type StoredContents<Contents> = Contents & { readonly id: number; readonly rowVersion: number }

/** The facts about a kind that the recorder needs. */
export interface RecordedKind<Contents> {
  added(id: number, after: Contents): Change
  changed(ctx: Context, stored: StoredContents<Contents>, after: Contents): Change
  removed(stored: StoredContents<Contents>): Change
  /** The document of a version. */
  documentOf(contents: Contents): Document
}

/** The changes of one kind of object in the format of the recorder. */
export function recordedKind<R extends Resource, Contents extends object = DocumentOf<R>>(
  resource: R,
  { nameOf, documentOf = fieldsOf(resource), words = {} }: Options<Contents>,
): RecordedKind<Contents> {
  const { kind } = resource
  return {
    documentOf,
    added: (id, after) => ({ kind, id, name: nameOf(after), after: documentOf(after) }),
    changed(ctx, before, after) {
      const { id, rowVersion } = before
      const [old, now] = [documentOf(before), documentOf(after)]
      const comment = () => withRestored(ctx, describeChange(resource.compared, old, now, words))
      return { kind, id, name: nameOf(after), before: old, after: now, rowVersion, comment }
    },
    removed(before) {
      const { id, rowVersion } = before
      return { kind, id, name: nameOf(before), before: documentOf(before), rowVersion }
    },
  }
}

/** Picks the fields of a kind's document from an object. */
const fieldsOf =
  ({ document }: Resource) =>
  (contents: object): Document => {
    const values = new Map(Object.entries(contents))
    return Object.fromEntries(Object.keys(document.shape).map((field) => [field, values.get(field)]))
  }

/** The comment of a new version, including the number of a restored version. */
function withRestored({ write: { restoredFrom } }: Context, comment: string): string {
  return restoredFrom === undefined ? comment : `Restored version ${restoredFrom}. ${comment}`
}
