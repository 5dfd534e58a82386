import { diff, size } from '@quatrain/contract/compare/compare.ts'
import type { Data, Fields } from '@quatrain/contract/compare/field.ts'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { lazyPart } from '#lib/load-part.ts'

/** Converts the values of a form and the documents of a resource, so that their states can be compared. */
export interface Comparable<Values> {
  readonly resource: Pick<Resource, 'compared'>
  /** The fields of its documents that the form can change, if not all. */
  readonly compared?: Fields
  /** The document that saving these values would store. */
  readonly toDocument: (values: Values) => Data
  /** The values of a document. Data that it does not contain, such as ids of rows, comes from `currentValues`. */
  readonly fromDocument: (document: unknown, currentValues?: Values) => Values | undefined
  /** The number of changes, if it differs from that of the documents: a changed row is one change. */
  readonly countChanges?: (before: Values, after: Values) => number
}

/** The fields that two states of the form are compared by. */
export const comparedFields = ({ compared, resource }: Pick<Comparable<never>, 'compared' | 'resource'>): Fields =>
  compared ?? resource.compared

/** The changes from one state of the form to another. */
export const changesBetween = <Values>(form: Comparable<Values>, before: Values, after: Values): Changes =>
  diff(comparedFields(form), form.toDocument(before), form.toDocument(after))

/** The number of changes between two states. */
export const countChanges = <Values>(form: Comparable<Values>, before: Values, after: Values): number =>
  form.countChanges?.(before, after) ?? size(changesBetween(form, before, after))

/** The differences of what a form restores or imports, loaded when they are first shown: most forms show none. */
export const LazyDifferenceView = lazyPart(
  () => import('./DifferenceView.tsx'),
  ({ DifferenceView }) => DifferenceView,
)
