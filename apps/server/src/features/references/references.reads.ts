// Which objects refer to which names.
import type { Dependent } from '@quatrain/contract/console/dependents.ts'
import type { UnresolvedReferences } from '@quatrain/contract/console/home.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { sql } from 'kysely'
import { referencesTo, storedNames } from '#kit/references/stored-names.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The objects that the handle sees and that refer to this kind and name; there does not have to be such an object. One statement. */
export async function findDependents(db: Db, kind: string, name: string): Promise<Dependent[]> {
  const names = storedNames(referencesTo(kind), {})
  if (!names) return []
  const { rows } = await sql<Dependent>`
    select kind, name, field, count(*)::integer as count
    from (${names}) as reference (kind, name, field, refers_to)
    where refers_to = ${name} group by kind, name, field order by kind, name, field
  `.execute(db)
  return rows
}

const toMetrics = storedNames(
  referencesTo(metrics.kind).filter(({ deleted }) => deleted === 'stays'),
  { isShort: true },
)

/**
 * The objects that refer to metrics that the tenant does not have, in references that stay when a metric is deleted; by kind and
 * name. One statement.
 */
export async function unknownMetrics({
  db,
}: Pick<Context, 'db'>): Promise<(UnresolvedReferences & { kind: string })[]> {
  const { rows } = await sql<UnresolvedReferences & { kind: string }>`
    with unknown as (
      select distinct kind, name, refers_to
      from (${toMetrics}) as reference (kind, name, field, refers_to)
      where refers_to <> '' and refers_to not in (select name from metrics_with_content)
    )
    select kind, name, (array_agg(refers_to order by refers_to))[1:3] as missing, count(*)::integer as count
    from unknown group by kind, name order by kind, name
  `.execute(db)
  return rows
}
