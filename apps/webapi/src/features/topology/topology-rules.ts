import type { TopologyRow } from './topology-row.ts'

/** The maximum number of characters of a text that the database indexes. */
const longest = 512

/**
 * Returns why a row cannot be used; undefined if it can. Its fields are required, and short enough for an index, like the names of its
 * tags.
 */
export function problemOfRow({ fields, tags }: TopologyRow): string | undefined {
  const problems = [
    ...Object.entries(fields).flatMap(([field, text]) =>
      text.trim() === '' ? [`${field} is required`] : tooLong(field, text),
    ),
    ...Object.keys(tags).flatMap((name) => tooLong('the name of a tag', name)),
  ]
  return problems.length > 0 ? problems.join('; ') : undefined
}

const tooLong = (label: string, text: string) =>
  text.length > longest ? [`${label} must be ${longest} characters or fewer`] : []
