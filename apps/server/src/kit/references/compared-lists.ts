import type { OutsideKind } from '@quatrain/contract/resources/references.ts'
import type { Context } from '#request/context/context.ts'
import type { Document } from '#request/context/recording.ts'

/** A list of the Web API that names in documents are compared with. */
interface ComparedList {
  /** What it lists, at the beginning of a sentence: `Service types`. */
  readonly label: string
  /** The names in a document; by default the texts in the fields of the references to it. */
  readonly namesIn?: (document: Document) => readonly string[]
  /** Those of the names in the document that the list does not have; none if there is no list. Throws `upstream_failed`. */
  readonly findMissing: (ctx: Context, names: readonly string[], document: Document) => Promise<readonly string[]>
  /** Says that the list does not have these names. */
  readonly sentence: (names: string) => string
}

/** The lists by the kind that references name. The server refuses an operations profile that the Web API does not have. */
export type ComparedLists = Readonly<Record<Exclude<OutsideKind, 'operationsprofile'>, ComparedList>>

/** A list for the documents of one kind. */
export type OutsideList = Required<ComparedList>
