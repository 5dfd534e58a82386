import type { TopologyRow } from './topology-row.ts'

/** The maximum number of characters of a text that the database indexes. */
const longest = 512

/** All violations of a row: its fields are required, and short enough for an index, like the names of its tags. */
export const problemsOfRow = ({ fields, tags }: TopologyRow): string[] => [
  ...Object.entries(fields).flatMap(([field, text]) => problemsOfText(field, text)),
  ...Object.keys(tags).flatMap((name) => problemsOfText('the name of a tag', name)),
]

function problemsOfText(what: string, text: string): string[] {
  if (text.trim() === '') return [`${what} is required`]
  return text.length > longest ? [`${what} must be ${longest} characters or fewer`] : []
}
