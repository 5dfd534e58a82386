// The table of references of the contract, read from the tables of all kinds.
import { type Reference, references } from '@quatrain/contract/resources/references.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Objects, objectsOfKinds } from './objects-of-kinds.ts'

export const referencesTo = (kind: string): readonly Reference[] => references.filter(({ to }) => to === kind)

/**
 * Selects kind, name and field of the objects with one of these references, and the names that they contain, then what `more` selects of
 * the `object`. `isShort` reads lists without repetitions where a table has them. Undefined if no table has such references.
 */
export function storedNames(
  fields: readonly Reference[],
  { isShort = false, more = () => sql`` }: { isShort?: boolean; more?: (reference: Reference) => RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  const queries = fields.flatMap((reference) => namesAt(reference, isShort, more(reference)) ?? [])
  return queries.length === 0 ? undefined : sql.join(queries, sql` union all `)
}

function namesAt({ from, field, where = {} }: Reference, isShort: boolean, more: RawBuilder<unknown>) {
  const objects: Objects | undefined = objectsOfKinds[from]
  const [column = '', ...steps] = field.split('.')
  const [value, names] = [objects?.fields[column], isShort ? objects?.distinct?.[field] : undefined]
  if (!objects || !value) return undefined
  const namesInField = names
    ? sql`unnest(${names}) as found`
    : sql`jsonb_path_query(${value}, ${pathOf(steps, where)}::text::jsonpath) as path (found_in),
        lateral (select found_in #>> '{}') as read (found)`
  return sql`select ${from}::text, ${objects.name}, ${field}::text, found${more} from ${objects.from}, ${namesInField}`
}

/** The path of SQL for that of a reference: `$[*] ? (@."kind" == "metrics")."group"`. */
function pathOf(steps: readonly string[], where: Readonly<Record<string, string>>): string {
  const conditions = Object.entries(where).map(([key, value]) => `@.${JSON.stringify(key)} == ${JSON.stringify(value)}`)
  const parts = steps.map((step) => (step === '*' ? '[*]' : `.${JSON.stringify(step)}`))
  const filter = conditions.length > 0 ? ` ? (${conditions.join(' && ')})` : ''
  // A condition is about the entry that has the last field.
  return ['$', ...parts.slice(0, -1), filter, ...parts.slice(-1)].join('')
}
