// Which objects refer to which names.

import type { Dependent, MissingNames } from '@quatrain/contract/console/dependents.ts'
import { canBeMissing } from '@quatrain/contract/resources/references.ts'
import { serviceTypes } from '@quatrain/contract/resources/service-type.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { objectsOfKinds } from '#kit/references/objects-of-kinds.ts'
import { referencesTo, storedNames } from '#kit/references/stored-names.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The objects that the handle sees and that refer to this kind and name; there does not have to be such an object. One statement. */
export async function findDependents(db: Db, kind: string, name: string): Promise<Dependent[]> {
  const names = storedNames(referencesTo(kind), {})
  if (!names) return []
  return rowsIn(db)<Dependent>`
    select kind, name, field, count(*)::integer as count
    from (${names}) as reference (kind, name, field, refers_to)
    where refers_to = ${name} group by kind, name, field order by kind, name, field
  `
}

/**
 * The objects of a kind that refer to names that nothing has, by key. Service types are compared with these; undefined if they are not
 * known. One statement.
 */
export async function findMissingNames(
  db: Db,
  kind: string,
  typeNames: readonly string[] | undefined,
): Promise<MissingNames[]> {
  const ofKind = Map.groupBy(
    canBeMissing.filter(({ from }) => from === kind),
    ({ to }) => to,
  )
  const queries = [...ofKind].flatMap(([to, fields]) => {
    const names = storedNames(fields, { isShort: true, more: ({ from }) => sql`, ${keyOf(from)}` })
    const targets = namesOf(to, typeNames)
    if (!names || !targets) return []
    return sql`select key, ${to}::text as target, refers_to from (${names}) as reference (kind, name, field, refers_to, key)
      where refers_to <> '' and refers_to not in (${targets})`
  })
  if (queries.length === 0) return []
  return rowsIn(db)<MissingNames>`
    with missing as (
      select key, target, count(distinct refers_to)::integer as count,
        (array_agg(distinct refers_to order by refers_to))[1:3] as names
      from (${sql.join(queries, sql` union all `)}) as reference group by key, target
    )
    select key, json_agg(json_build_object('kind', target, 'names', names, 'count', count) order by target) as missing
    from missing group by key order by key
  `
}

const keyOf = (kind: string) => objectsOfKinds[kind]?.key ?? objectsOfKinds[kind]?.name ?? sql`''`

/** Selects the names of all objects of a kind that others can refer to. */
function namesOf(kind: string, typeNames: readonly string[] | undefined) {
  if (kind === serviceTypes.kind) return typeNames && sql`select unnest(${[...typeNames]}::text[])`
  const objects = objectsOfKinds[kind]
  return objects && sql`select ${objects.name} from ${objects.from}`
}
