import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { capitalized } from './label.ts'

/** Throws `not_found` if a write of several objects names some that do not exist; `field` is the list of names in its input. */
export function assertAllFound(
  { label }: Pick<Resource, 'label'>,
  field: string,
  names: readonly string[],
  objects: readonly { readonly name: string }[],
): void {
  const storedNames = new Set(objects.map(({ name }) => name))
  const unknown = names.flatMap((name, index) => (storedNames.has(name) ? [] : [{ name, index }]))
  if (unknown.length === 0) return
  const subject = capitalized(unknown.length === 1 ? label.one : label.many)
  const detail = `${subject} ${unknown.map(({ name }) => name).join(', ')} not found.`
  const fields = Object.fromEntries(unknown.map(({ index }) => [`${field}.${index}`, 'Not found']))
  throw new AppError('not_found', detail, { fields })
}
