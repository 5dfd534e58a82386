import { type Data, isData } from '../compare/field.ts'
import type { DocumentOf, Resource } from './resource.ts'

/** A stored document of a kind as data for comparisons; undefined if it is invalid. */
export function storedDocument({ document }: Pick<Resource, 'document'>, stored: unknown): Data | undefined {
  const { data } = document.safeParse(stored)
  return isData(data) ? data : undefined
}

/** The input of a write for a document: the fields that an add and a change share. */
export type DocumentInput<R extends Resource> = R extends { readonly fromDocument: (document: never) => infer Input }
  ? Input
  : DocumentOf<R>

/** Converts a stored document, including one of an old version, to the input of a write; undefined if it is invalid. */
export function inputFromDocument<R extends Resource>(resource: R, stored: unknown): DocumentInput<R> | undefined {
  const { data } = resource.document.safeParse(stored)
  // The type of `fromDocument` is that of this schema.
  return data && ((resource.fromDocument?.(data as never) ?? data) as DocumentInput<R>)
}

/** Converts the input of a write to the stored document. Throws if a document has more fields, as a metric's has. */
export function documentFromInput<R extends Resource>(resource: R, input: DocumentInput<R>): DocumentOf<R> {
  return resource.document.parse(resource.toDocument?.(input as never) ?? input) as DocumentOf<R>
}
