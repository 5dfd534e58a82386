import { type Data, isData } from '../compare/field.ts'
import type { DocumentOf, Resource } from './resource.ts'

/** A stored document of a kind of object, as data to compare; nothing where it is none. */
export function storedDocument({ document }: Pick<Resource, 'document'>, stored: unknown): Data | undefined {
  const { data } = document.safeParse(stored)
  return isData(data) ? data : undefined
}

/** What a write sends to store a document again: the fields that an add and a change share. */
export type DocumentInput<R extends Resource> = R extends { readonly fromDocument: (document: never) => infer Input }
  ? Input
  : DocumentOf<R>

/** The way back from a stored document, also one of an old version, to what a write sends; nothing where it is none. */
export function inputFromDocument<R extends Resource>(resource: R, stored: unknown): DocumentInput<R> | undefined {
  const { data } = resource.document.safeParse(stored)
  // `fromDocument` was declared for what this schema gives.
  return data && ((resource.fromDocument?.(data as never) ?? data) as DocumentInput<R>)
}

/** The document that is stored of what a write sends. Throws where a document has more than that, as a metric's has. */
export function documentFromInput<R extends Resource>(resource: R, input: DocumentInput<R>): DocumentOf<R> {
  return resource.document.parse(resource.toDocument?.(input as never) ?? input) as DocumentOf<R>
}
