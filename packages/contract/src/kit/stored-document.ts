import { type Data, isData } from '../compare/field.ts'
import type { Resource } from './resource.ts'

/** A stored document of a kind of object, as data to compare; nothing where it is none. */
export function storedDocument({ document }: Pick<Resource, 'document'>, stored: unknown): Data | undefined {
  const { data } = document.safeParse(stored)
  return isData(data) ? data : undefined
}
