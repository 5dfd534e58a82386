import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'

export type Document = Readonly<Record<string, unknown>>

/** The side effects of a dry run. */
export type Preview = Omit<DryRun, 'notices'>

/** An object of a tenant that refers to an object of the kind `target` that the tenant does not have. */
export interface MissingName {
  readonly target: string
  readonly refersTo: string
  readonly tenant: string
  readonly kind: string
  readonly name: string
}

/** The state of the recorder in one request. */
export interface Recording {
  isDone: boolean
  /** Set if the write changes nothing: the row version of its object. Its transaction is rolled back. */
  unchanged?: { readonly rowVersion: number | undefined } | undefined
  /** Whether the transaction also stores something without a version, such as an event or a delivery. */
  hasMore?: boolean
  /** Names of other objects that differ from new names of this write only in capital letters. */
  twins?: readonly { readonly kind: string; readonly name: string }[] | null | undefined
  /** Set by a dry run: the objects that refer to what does not exist any more afterwards, or not yet. */
  missingNames?: readonly MissingName[] | null | undefined
  /** Set by a dry run. */
  preview?: Preview
}

/** What takes a recording back to its state of now, for a transaction that is rolled back and run again. */
export function restartOf(recording: Recording): () => void {
  const { isDone, unchanged, hasMore = false, twins } = recording
  return () => Object.assign(recording, { isDone, unchanged, hasMore, twins })
}
