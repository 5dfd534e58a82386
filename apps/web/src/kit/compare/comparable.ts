import { diff, size } from '@quatrain/contract/compare/compare.ts'
import type { Data, Fields } from '@quatrain/contract/compare/field.ts'
import type { Changes } from '@quatrain/contract/compare/rules.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'

/** How the values of a form and the documents of a resource stand for each other, so that states of it can be compared. */
export interface Comparable<Values> {
  readonly resource: Pick<Resource, 'compared'>
  /** What of its documents the form can change, where that is not all of them. */
  readonly compared?: Fields
  /** The document that saving these values would store. */
  readonly toDocument: (values: Values) => Data
  /** The values that a document stands for. What it does not hold, such as ids of rows, is that of `beside`. */
  readonly fromDocument: (document: unknown, beside?: Values) => Values | undefined
  /** How many changes a person would count, where rows tell more than documents: a changed row is one change. */
  readonly countChanges?: (before: Values, after: Values) => number
}

/** The fields that two states of the form are compared by. */
export const comparedFields = ({ compared, resource }: Pick<Comparable<never>, 'compared' | 'resource'>): Fields =>
  compared ?? resource.compared

/** What changed from one state of the form to another. */
export const changesBetween = <Values>(form: Comparable<Values>, before: Values, after: Values): Changes =>
  diff(comparedFields(form), form.toDocument(before), form.toDocument(after))

/** How many changes a person would say lie between two states. */
export const countChanges = <Values>(form: Comparable<Values>, before: Values, after: Values): number =>
  form.countChanges?.(before, after) ?? size(changesBetween(form, before, after))
