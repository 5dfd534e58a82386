import type { catalogueHome, changeList, changesByDay, home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { rowNamesIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { changeRequestOfRow } from '#kit/recording/recent-changes.ts'
import { containing } from '#kit/resource/containing.ts'
import { readPage } from '#kit/resource/read-page.ts'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

type Counts = AnswerOf<typeof home>['counts']
type CatalogueCounts = Pick<AnswerOf<typeof catalogueHome>, 'counts' | 'deprecated' | 'eol'>

/** The table of each kind, by the kind's name in addresses. */
const tables: Readonly<Record<keyof Counts, string>> = {
  metric: 'metrics',
  metricprofiles: 'metric_profiles',
  aggregations: 'aggregation_profiles',
  thresholdsprofiles: 'thresholds_profiles',
  reports: 'reports',
}
const catalogueTables: Readonly<Record<keyof CatalogueCounts['counts'], string>> = {
  tenants: 'tenants',
  yumrepos: 'yum_repos',
  packages: 'packages',
  probes: 'probes',
  metrictags: 'metric_tags',
  metrictemplates: 'metric_templates',
  default_ports: 'default_ports',
}

/** The number of objects of each kind that a tenant has. */
export async function tenantCounts(ctx: Context): Promise<Counts> {
  return (await only<{ counts: Counts }>(ctx, sql`select ${countsOf(tables)} as counts`)).counts
}

/** The number of objects of each kind in the catalogue, and of the templates with a tag that needs attention. */
export const catalogueCounts = (ctx: Context): Promise<CatalogueCounts> =>
  only(
    ctx,
    sql`select ${countsOf(catalogueTables)} as counts, ${tagged('deprecated')} as deprecated, ${tagged('eol')} as eol`,
  )

/** The numbers of rows as one object. */
const countsOf = (tables: Readonly<Record<string, string>>) =>
  sql`json_build_object(${sql.join(Object.entries(tables).map(([name, table]) => sql`${name}::text, ${countOf(table)}`))})`

const countOf = (table: string) => sql`(select count(*)::integer from ${sql.table(table)})`

const tagged = (tag: string) => sql`(
  select count(*)::integer from metric_template_tags as tagged join metric_tags as tag on tag.id = tagged.tag_id
  where tag.name = ${tag})`

async function only<Row>({ db }: Context, query: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await query.$castTo<Row>().execute(db)
  const [row] = rows
  if (!row) throw new Error('A query without a table has one row.')
  return row
}

const chartDays = 90

/** The numbers of objects of these kinds that were added, changed and deleted on each of the last days. One statement. */
export const countChangesByDay = ({ db, now }: Context, kinds: readonly string[]) =>
  rowsIn(db)<AnswerOf<typeof changesByDay>['days'][number]>`
    select day::date::text as day, (count(*) filter (where action = 'add'))::integer as add,
      (count(*) filter (where action = 'change'))::integer as change,
      (count(*) filter (where action = 'delete'))::integer as delete
    from generate_series(1 - ${chartDays}::integer, 0) as shift
    cross join lateral (select ${now().toISOString().slice(0, 10)}::timestamp + shift * interval '1 day' as day) as calendar
    left join activity on tenant_id = current_tenant() and kind = any(${[...kinds]}::text[])
      and at >= day at time zone 'UTC' and at < (day + interval '1 day') at time zone 'UTC'
    group by day order by day`

/** A page of the activity log: what was added, changed and deleted of these kinds, each object by itself. */
export async function listChanges(
  { db }: Context,
  {
    sort = '-at',
    actor,
    action,
    kind,
    name,
    since,
    until,
    request,
    remark,
    ...page
  }: InputOf<typeof changeList>['query'],
  kinds: readonly string[],
): Promise<AnswerOf<typeof changeList>> {
  const [isOfActor, isOfName] = await Promise.all([isOneOf(db, 'actor', actor), isOneOf(db, 'object_name', name)])
  const wantedKinds = kinds.filter((readableKind) => kind === undefined || kind === '' || readableKind === kind)
  const { rows, total } = await readPage(
    db,
    db
      .selectFrom('activity')
      .select(['at', 'actor', 'kind', 'object_id', 'object_name', 'number'])
      .select([changeRequestOfRow(kinds).as('request'), sql<string>`coalesce((${remarkOf}), '')`.as('remark')])
      .select(({ ref }) => ref('action').$castTo<'add' | 'change' | 'delete'>().as('action'))
      // Each list is one parameter, so that the statement is the same for lists of every length.
      .where(sql<boolean>`kind = any(${wantedKinds}::text[])`)
      .where(sql<boolean>`action = any(${action === undefined ? actions : [action]}::text[])`)
      .where(isOfActor)
      .$if(since !== undefined, (query) => query.where('at', '>=', new Date(since ?? 0)))
      .$if(until !== undefined, (query) => query.where('at', '<', new Date(until ?? 0)))
      .$if(request !== undefined, (query) => query.where(isOfRequest(request)))
      .$if(Boolean(remark), (query) => query.where(isRemarked(remark ?? '')))
      .where(isOfName),
    page,
    // Rows that were imported have later numbers than changes that were made after them.
    (query, areFew) =>
      query
        .orderBy(areFew ? sql`at + interval '0'` : 'at', sort === 'at' ? 'asc' : 'desc')
        .orderBy('number', sort === 'at' ? 'asc' : 'desc'),
  )
  return {
    rows: rows.map(({ at, object_id, object_name, ...change }) => {
      return { ...change, at: new Date(at).toISOString(), id: object_id, name: object_name }
    }),
    total,
  }
}

/** More of them are in so many rows that these are soon found without an index. */
const maxValues = 1_000
const maxEqual = 4

/**
 * The condition that a column contains this part. Operators of texts do not use indexes under row security, so the part is looked for in
 * the distinct values, each of which the index of the column has; whether it is one of those does use the index.
 */
async function isOneOf(db: Db, column: 'actor' | 'object_name', part = ''): Promise<RawBuilder<boolean>> {
  if (part === '') return sql`true`
  const value = sql.ref(column)
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${value} from activity where tenant_id = current_tenant() and ${after} order by ${value} limit 1)`
  const names = await rowNamesIn(db)`
    with recursive logged as (
      select ${next(sql`true`)} as name
      union all
      select ${next(sql`${value} > logged.name`)} from logged where name is not null
    )
    select name from logged where name ilike ${containing(part)} limit ${maxValues + 1}`
  if (names.length > maxValues) return sql`${value} ilike ${containing(part)}`
  // The planner expects ten elements in a list that is a parameter.
  if (names.length > maxEqual) return sql`${value} = any(${names}::text[])`
  return sql`${value} = any(array[${sql.join(names.map((name) => sql`${name}::text`))}]::text[])`
}

/** The version of a row: the one that it has made, or the deletion after the last one. */
const versionOfRow = sql`coalesce(activity.after_version, activity.before_version + 1)`

const remarkOf = sql`
  select version.remark from versions as version
  where version.tenant_id = activity.tenant_id and version.kind = activity.kind
    and version.object_id = activity.object_id and version.number = ${versionOfRow}`

/** Few versions have a remark, and these have an index. */
const isRemarked = (words: string) => sql<boolean>`(activity.kind, activity.object_id, ${versionOfRow}) in (
  select version.kind, version.object_id, version.number from versions as version
  where version.tenant_id = current_tenant() and version.remark <> '' and version.remark ilike ${containing(words)})`

/** The rows of a request have its time, by which an index finds them. */
const isOfRequest = (request: number | undefined) => sql<boolean>`(activity.at, activity.request_id) = (
  select applied_at, request_id from change_requests where tenant_id = current_tenant() and id = ${request})`

/** The rows about changes of objects. */
const actions = ['add', 'change', 'delete']
