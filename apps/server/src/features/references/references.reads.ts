// Which objects refer to which names: the table of references of the contract, read from the tables of all kinds.
import type { Dependent } from '@quatrain/contract/console/dependents.ts'
import type { UnresolvedReferences } from '@quatrain/contract/console/home.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import { type Reference, references } from '@quatrain/contract/resources/references.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Objects, objectsOfKinds } from './objects-of-kinds.reads.ts'

/** The objects that the handle sees and that refer to this kind and name; there does not have to be such an object. One statement. */
export async function findDependents(db: Db, kind: string, name: string): Promise<Dependent[]> {
  const queries = referencesTo(kind).flatMap((reference) => namesAt(reference) ?? [])
  if (queries.length === 0) return []
  const { rows } = await sql<Dependent>`
    select kind, name, field, count(*)::integer as count
    from (${sql.join(queries, sql` union all `)}) as reference (kind, name, field, refers_to)
    where refers_to = ${name} group by kind, name, field order by kind, name, field
  `.execute(db)
  return rows
}

/**
 * The objects that refer to metrics that the tenant does not have, in references that stay when a metric is deleted; by kind and
 * name. One statement.
 */
export async function unknownMetrics({
  db,
}: Pick<Context, 'db'>): Promise<(UnresolvedReferences & { kind: string })[]> {
  const staying = referencesTo(metrics.kind).filter(({ deleted }) => deleted === 'stays')
  const queries = staying.flatMap((reference) => distinctNamesAt(reference) ?? namesAt(reference) ?? [])
  const { rows } = await sql<UnresolvedReferences & { kind: string }>`
    with unknown as (
      select distinct kind, name, refers_to
      from (${sql.join(queries, sql` union all `)}) as reference (kind, name, field, refers_to)
      where refers_to <> '' and refers_to not in (select name from metrics_with_content)
    )
    select kind, name, (array_agg(refers_to order by refers_to))[1:3] as missing, count(*)::integer as count
    from unknown group by kind, name order by kind, name
  `.execute(db)
  return rows
}

/** The kinds with references that stay when their target is deleted. */
const labels = new Map<string, { readonly many: string }>(
  [metrics, metricProfiles, aggregationProfiles, thresholdsProfiles, metricOverrides, probeCandidates].map(
    ({ kind, label }) => [kind, label],
  ),
)

/** What still names a deleted object, as sentences: `It stays in thresholds profiles: DAY, NIGHT.` One statement. */
export async function stayingReferences(db: Db, kind: string, name: string): Promise<string[]> {
  const staying = referencesTo(kind).filter(({ deleted }) => deleted === 'stays')
  const dependents = (await findDependents(db, kind, name)).filter(
    // An object that refers to itself goes with the reference.
    (dependent) =>
      !(dependent.kind === kind && dependent.name === name) && staying.some((reference) => isOf(dependent, reference)),
  )
  return [...Map.groupBy(dependents, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const names = [...new Set(ofKind.map(({ name }) => name))]
    return `It stays in ${labels.get(kind)?.many ?? kind}: ${names.join(', ')}.`
  })
}

const isOf = (dependent: Dependent, { from, field }: Reference) => dependent.kind === from && dependent.field === field

const referencesTo = (kind: string): readonly Reference[] => references.filter(({ to }) => to === kind)

/** Selects kind, name and field of the objects with a reference, and the names that they contain; undefined if no table has them. */
function namesAt({ from, field, where = {} }: Reference): RawBuilder<unknown> | undefined {
  const [column = '', ...steps] = field.split('.')
  const objects: Objects | undefined = objectsOfKinds[from]
  const value = objects?.fields[column]
  if (!objects || !value) return undefined
  return sql`select ${from}::text, ${objects.name}, ${field}::text, found #>> '{}'
    from ${objects.from}, jsonb_path_query(${value}, ${pathOf(steps, where)}::text::jsonpath) as found`
}

/** The same without repetitions, if the table of the objects has these names. */
function distinctNamesAt({ from, field }: Reference): RawBuilder<unknown> | undefined {
  const objects: Objects | undefined = objectsOfKinds[from]
  const names = objects?.distinct?.[field]
  if (!objects || !names) return undefined
  return sql`select ${from}::text, ${objects.name}, ${field}::text, found from ${objects.from}, unnest(${names}) as found`
}

/** The path of SQL for that of a reference: `$[*] ? (@."kind" == "metrics")."group"`. */
function pathOf(steps: readonly string[], where: Readonly<Record<string, string>>): string {
  const conditions = Object.entries(where).map(([key, value]) => `@.${JSON.stringify(key)} == ${JSON.stringify(value)}`)
  const parts = steps.map((step) => (step === '*' ? '[*]' : `.${JSON.stringify(step)}`))
  const filter = conditions.length > 0 ? ` ? (${conditions.join(' && ')})` : ''
  // A condition is about the entry that has the last field.
  return ['$', ...parts.slice(0, -1), filter, ...parts.slice(-1)].join('')
}
