// What the catalogue makes of the metrics of all tenants: to be called in a transaction for every tenant.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import type { Document } from '#request/touched.ts'

/** A metric of some tenant. */
export interface MetricAnywhere {
  readonly tenantId: number
  readonly tenant: string
  readonly id: number
  readonly name: string
  readonly rowVersion: number
  readonly document: Document
}

/** A metric that stands on a template version, and what stands for its document as it is now. */
export interface StandingMetric extends MetricAnywhere {
  readonly print: string
}

const source = sql`metrics as metric
  join tenants as tenant on tenant.id = metric.tenant_id
  join metric_template_versions as template on template.id = metric.template_version_id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id`

const documentWith = (config: RawBuilder<unknown>) =>
  sql`metric_document(template, probe_version_label(probe, package), owner.name, ${config})`

const identity = sql`metric.tenant_id as "tenantId", tenant.name as tenant, metric.id, template.name`

/** All metrics on these template versions, by tenant and name; nobody else can change them from now on. */
export async function findStanding(db: Db, versions: readonly number[]): Promise<StandingMetric[]> {
  const document = documentWith(sql`metric.config`)
  const { rows } = await sql<StandingMetric>`
    select ${identity}, metric.row_version as "rowVersion", ${document} as document, md5(${document}::text) as print
    from ${source} where metric.template_version_id = any(${[...versions]}::integer[])
    order by tenant.name, template.name
    for update of metric
  `.execute(db)
  return rows
}

/**
 * Brings metrics up to the template versions they stand on, as these are now. Answers with those whose document is not
 * what it was: one statement, whatever their number.
 */
export async function follow(db: Db, standing: readonly StandingMetric[]): Promise<MetricAnywhere[]> {
  if (standing.length === 0) return []
  const given = standing.map(({ tenantId, id, print }) => ({ tenant_id: tenantId, id, print }))
  const config = sql`followed_config(template.config, metric.config)`
  const { rows } = await sql<MetricAnywhere>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (tenant_id integer, id integer, print text)
    ), now as materialized (
      select ${identity}, ${config} as config, ${documentWith(config)} as document, given.print
      from ${source} join given on given.tenant_id = metric.tenant_id and given.id = metric.id
    ), changed as (
      update metrics as metric set config = now.config, row_version = metric.row_version + 1
      from now
      where metric.tenant_id = now."tenantId" and metric.id = now.id and md5(now.document::text) <> now.print
      returning now."tenantId", now.tenant, now.id, now.name, metric.row_version - 1 as "rowVersion", now.document
    )
    select * from changed order by tenant, name
  `.execute(db)
  return rows
}

/** Removes every metric of these templates, whatever it is called by now. Answers with what there was. */
export async function removeOf(db: Db, templateIds: readonly number[]): Promise<MetricAnywhere[]> {
  const { rows } = await sql<MetricAnywhere>`
    with gone as (
      select ${identity}, metric.row_version as "rowVersion", ${documentWith(sql`metric.config`)} as document
      from ${source} where metric.template_id = any(${[...templateIds]}::integer[])
      for update of metric
    ), removed as (
      delete from metrics as metric using gone where metric.tenant_id = gone."tenantId" and metric.id = gone.id
    )
    select * from gone order by tenant, name
  `.execute(db)
  return rows
}
