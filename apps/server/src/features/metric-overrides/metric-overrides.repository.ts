import type {
  MetricOverride,
  MetricOverrideDocument,
  OverrideLists,
} from '@quatrain/contract/resources/metric-override.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { IdOrKey } from '#kit/resource/plain-writes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** An override with its row version. */
type StoredOverride = MetricOverride & { readonly rowVersion: number }

const matches = (criteria: IdOrKey) =>
  'id' in criteria ? sql`override.id = ${criteria.id}::integer` : sql`override.name = ${criteria.key}`

/** Each list in the order in which it was written. */
const selected = sql`
  override.id, override.row_version as "rowVersion", override.name,
  (select coalesce(json_agg(json_build_object('attribute', row.attribute, 'value', row.value) order by row.position), '[]')
   from metric_override_global_attributes as row
   where row.tenant_id = override.tenant_id and row.override_id = override.id) as global_attributes,
  (select coalesce(json_agg(json_build_object('hostname', row.hostname, 'attribute', row.attribute, 'value', row.value)
     order by row.position), '[]')
   from metric_override_host_attributes as row
   where row.tenant_id = override.tenant_id and row.override_id = override.id) as host_attributes,
  (select coalesce(json_agg(json_build_object('hostname', row.hostname, 'metric', row.metric,
     'parameter', row.parameter, 'value', row.value) order by row.position), '[]')
   from metric_override_metric_parameters as row
   where row.tenant_id = override.tenant_id and row.override_id = override.id) as metric_parameters`

/** Returns all overrides by name in code point order: the order in which they take effect. */
export const findAll = (db: Db) =>
  rowsIn(db)<StoredOverride>`
    select ${selected} from metric_overrides as override order by override.name`

export const find = (db: Db, criteria: IdOrKey) =>
  rowIn(db, () => throwNotFound('Metric configuration not found.'))<StoredOverride>`
    select ${selected} from metric_overrides as override where ${matches(criteria)}`

/** Locks the override until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, criteria: IdOrKey): Promise<StoredOverride> {
  const { rows } = await sql<StoredOverride>`
    select ${selected} from metric_overrides as override where ${matches(criteria)} for update of override
  `.execute(db)
  const detail =
    'id' in criteria
      ? 'Metric configuration override with requested id does not exist.'
      : 'Metric configuration not found.'
  return rows[0] ?? throwNotFound(detail)
}

const throwNotFound = (detail: string): never => {
  throw new AppError('not_found', detail)
}

/** Throws `already_exists` for a name that is taken. */
export async function insert(db: Db, { name, ...lists }: MetricOverrideDocument) {
  const added = await db
    .insertInto('metric_overrides')
    .values({ name })
    .returning(['id', 'row_version as rowVersion'])
    .executeTakeFirstOrThrow()
    .catch(explain('Local metric configuration with this name already exists.'))
  await insertRows(db, added.id, lists)
  return added
}

/** Throws `already_exists` for a name that is taken. */
export async function update(db: Db, { id, name, ...lists }: MetricOverride): Promise<void> {
  await sql`
    with global_attributes as (
      delete from metric_override_global_attributes where tenant_id = current_tenant() and override_id = ${id}
    ), host_attributes as (
      delete from metric_override_host_attributes where tenant_id = current_tenant() and override_id = ${id}
    ), metric_parameters as (
      delete from metric_override_metric_parameters where tenant_id = current_tenant() and override_id = ${id}
    )
    update metric_overrides set name = ${name}, row_version = row_version + 1
    where tenant_id = current_tenant() and id = ${id}
  `
    .execute(db)
    .catch(explain('Metric configuration override with this name already exists.'))
  // The new rows are inserted by a separate statement: in the same one, the old rows would conflict with them.
  await insertRows(db, id, lists)
}

/** Sends the rows of all three lists in one statement, in their order, without waiting. */
async function insertRows(
  db: Db,
  id: number,
  { global_attributes, host_attributes, metric_parameters }: OverrideLists,
) {
  const rowsOf = (rows: readonly object[]) =>
    sql`${JSON.stringify(rows.map((row, position) => ({ ...row, position })))}::json`
  const insertion = sql`
    with global_attributes as (
      insert into metric_override_global_attributes (override_id, position, attribute, value)
      select ${id}::integer, position, attribute, value
      from json_to_recordset(${rowsOf(global_attributes)}) as row (position integer, attribute text, value text)
    ), host_attributes as (
      insert into metric_override_host_attributes (override_id, position, hostname, attribute, value)
      select ${id}::integer, position, hostname, attribute, value
      from json_to_recordset(${rowsOf(host_attributes)})
        as row (position integer, hostname text, attribute text, value text)
    )
    insert into metric_override_metric_parameters (override_id, position, hostname, metric, parameter, value)
    select ${id}::integer, position, hostname, metric, parameter, value
    from json_to_recordset(${rowsOf(metric_parameters)})
      as row (position integer, hostname text, metric text, parameter text, value text)
  `
  await sendStatement(db, insertion)
}

interface Names {
  readonly metrics: readonly string[]
  readonly attributes: readonly string[]
}

/** Returns the names that no metric of the tenant has, in code point order. One statement. */
export async function findUnknown(db: Db, { metrics, attributes }: Names): Promise<Names> {
  const { rows } = await sql<Names>`
    select array(
        select given collate "C" from unnest(${[...metrics]}::text[]) as given
        where given collate "C" not in (select name from metrics_with_content) order by 1) as metrics,
      array(
        select given collate "C" from unnest(${[...attributes]}::text[]) as given
        where given not in (
          select entry ->> 'key' from metrics_with_content as metric
          cross join lateral json_array_elements(metric.attribute) as entry) order by 1) as attributes
  `.execute(db)
  return rows[0] ?? { metrics: [], attributes: [] }
}

export const remove = (db: Db, id: number) => db.deleteFrom('metric_overrides').where('id', '=', id).execute()

const explain = (detail: string) =>
  explaining({
    metric_overrides_name_key: () => new AppError('already_exists', detail, { fields: { name: 'Already exists' } }),
  })
