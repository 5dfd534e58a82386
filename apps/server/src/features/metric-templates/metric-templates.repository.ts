import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import {
  type MetricTemplate,
  type MetricTemplateDocument,
  type MetricTemplateRow,
  maxNamedTenants,
} from '@quatrain/contract/resources/metric-template.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { firstRowIn, rowIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists, notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

export const templateNotFound = () => notFound('Metric template')
/** The error of a write. */
const notExisting = () => new AppError('not_found', 'Metric template does not exist.')
const nameTaken = () => alreadyExists('Metric template with this name', 'name')

export const explain = explaining({ metric_templates_name_key: nameTaken, metric_tags_name_key: nameTaken })

/** A template with fields for the server only. */
export type StoredTemplate = MetricTemplate & { readonly rowVersion: number }

const fields = sql`
  version.name, version.mtype, version.tags, coalesce(probe_version_label(probe, package), '') as probeversion,
  case when package.id is null then '' else package.name || ' (' || package.version || ')' end as package,
  version.description, version.parent, version.probeexecutable, version.config, version.attribute, version.dependency,
  version.flags, version.parameter, (
    select roll_out_id from deleted_templates as deleted where deleted.template_id = template.id) as deleted_by`

/** What the columns `fields` give. */
type Read<Template> = Omit<Template, 'deleted_by'> & { readonly deleted_by: number | null }

const mark = (deleted_by: number | null) => (deleted_by === null ? {} : { deleted_by })

/** A version of a template with its probe. */
export const ofVersion = sql`
  left join probe_versions as probe on probe.id = version.probe_version_id
  left join packages as package on package.id = probe.package_id`

const current = sql`metric_templates as template
  join metric_template_versions as version on version.id = template.current_version_id
  ${ofVersion}`

/** All templates in their current version, by name in code point order. */
export async function findAll(db: Db): Promise<MetricTemplateRow[]> {
  const { rows } = await sql<Read<MetricTemplateRow>>`
    select template.id, ${fields}, ${ostag} from ${current} left join ${systems} order by version.name
  `.execute(db)
  return rows.map(({ deleted_by, ...template }) => ({ ...template, ...mark(deleted_by) }))
}

interface TemplateTenants {
  readonly count: number
  /** The names of the tenants in order; null if they are more than the list names. */
  readonly names: readonly string[] | null
}

/** Returns the tenants of each template, by its id; templates without tenants are missing. One statement. */
export async function tenantsOfTemplates(db: Db): Promise<ReadonlyMap<number, TemplateTenants>> {
  const { rows } = await sql<TemplateTenants & { id: number }>`
    with counted as materialized (
      select template_id, sum(tenants)::integer as tenants from template_tenant_counts
      group by template_id having sum(tenants) > 0
    )
    select counted.template_id as id, counted.tenants as count, case when counted.tenants <= ${maxNamedTenants} then array(
      select tenant.name from metrics as metric join tenants as tenant on tenant.id = metric.tenant_id
      where metric.template_id = counted.template_id order by tenant.name) end as names
    from counted
  `.execute(db)
  return new Map(rows.map(({ id, ...tenants }) => [id, tenants]))
}

/** Returns all templates, each with the tenants that have a metric of it. `db` has to see every tenant's rows. Two statements. */
export async function findAllWithTenants(db: Db): Promise<MetricTemplateRow[]> {
  const [templates, tenantsOf] = [await findAll(db), await tenantsOfTemplates(db)]
  return templates.map((template) => {
    const { count, names } = tenantsOf.get(template.id) ?? { count: 0, names: [] }
    return { ...template, tenant_count: count, ...(names && { tenants: [...names] }) }
  })
}

const ostag = sql`coalesce(systems.names, '{}') as ostag`

/** The operating systems that each package can be installed on; computed once for each package. */
const systems = sql`(
  select held.package_id, array_agg(distinct tag.name) as names
  from package_repos as held join yum_repos as repo on repo.id = held.repo_id join os_tags as tag on tag.id = repo.tag_id
  group by held.package_id) as systems on systems.package_id = package.id`

/** Throws `not_found`. */
export async function find(db: Db, name: string): Promise<StoredTemplate> {
  const row = await rowIn(db, templateNotFound)<Read<StoredTemplate>>`
    select template.id, template.row_version as "rowVersion", ${fields} from ${current} where template.name = ${name}`
  const { deleted_by, ...template } = row
  return { ...template, ...mark(deleted_by) }
}

/** A template that was read for a change, with its version. */
export type TemplateForUpdate = StoredTemplate & {
  readonly versionId: number
  readonly probeVersionId: number | null
}

/**
 * Locks the template and, by name, those that have it as their parent or as a dependency. Throws `not_found`.
 */
export async function findForUpdate(
  db: Db,
  id: number,
): Promise<{ readonly template: TemplateForUpdate; readonly naming: readonly NamingTemplate[] }> {
  const templates = await findAmong(
    db,
    sql`(template.id = ${id} or ${namesAnyOf(sql`array(select name from metric_templates where id = ${id})`)})`,
  )
  const template = templates.find((candidate) => candidate.id === id)
  if (!template) throw notExisting()
  return { template, naming: templates.filter((candidate) => candidate !== template) }
}

/** A template that has another one as its parent or as a dependency. */
export type NamingTemplate = TemplateForUpdate

/** The templates with these names, and those that refer to them, both by name; all are locked. */
export async function findNamedForUpdate(
  db: Db,
  names: readonly string[],
): Promise<{ readonly templates: readonly TemplateForUpdate[]; readonly naming: readonly NamingTemplate[] }> {
  const requested = sql`${[...names]}::text[]`
  const candidates = await findAmong(db, sql`(template.name = any(${requested}) or ${namesAnyOf(requested)})`)
  const { templates = [], naming = [] } = Object.groupBy(candidates, ({ name }) =>
    names.includes(name) ? 'templates' : 'naming',
  )
  return { templates, naming }
}

const namesAnyOf = (names: ReturnType<typeof sql>) => sql`(version.parent = any(${names}) or exists (
  select from json_array_elements(version.dependency) as entry where entry ->> 'key' = any(${names})))`

/** Metrics that are added in tenants meanwhile do not wait for this lock; a delete takes a stronger one by itself. */
async function findAmong(db: Db, condition: ReturnType<typeof sql>): Promise<TemplateForUpdate[]> {
  const { rows } = await sql<Read<TemplateForUpdate>>`
    select template.id, template.row_version as "rowVersion", version.id as "versionId",
      version.probe_version_id as "probeVersionId", ${fields}
    from ${current} where ${condition} order by template.name for no key update of template
  `.execute(db)
  return rows.map(({ deleted_by, ...template }) => ({ ...template, ...mark(deleted_by) }))
}

/** The context of the template that a save needs. */
export interface References {
  /** Undefined for an active template with an unknown probe version. */
  readonly probeVersionId: number | null | undefined
  /** `name (version)` of the package of the probe version; null for a passive template. */
  readonly package: string
  /** The version of the template for that probe version, if there is one, with its document. */
  readonly versionId: number | null
  readonly versionDocument: Record<string, unknown> | null
  /** The previous version, or the newest one of a new version: the comment compares with it. */
  readonly previousDocument: MetricTemplateDocument | null
  readonly isParentKnown: boolean
  /** The names in dependencies that no template has. */
  readonly unknownDependencies: readonly string[]
  /** Current name of the template that this one was cloned from. */
  readonly clonedFrom: string | null
  /** The tenants that use the renamed version and have another metric with the new name. */
  readonly clashes: readonly string[]
}

interface Requested {
  /** Undefined for a new template. */
  readonly id: number | null
  readonly name: string
  readonly probeversion: string
  readonly parent: string
  readonly dependency: readonly KeyValue[]
  readonly clonedFrom: number | null
}

/** `db` has to see every tenant's rows. */
export async function findReferences(db: Db, requested: Requested): Promise<References> {
  const { id, name, probeversion, parent, dependency, clonedFrom } = requested
  const row = await firstRowIn(db)<References & { probeVersionId: number | null }>`
    with requested as (
      select probe.id as probe_version_id, package.name || ' (' || package.version || ')' as label
      from (select 1) as always
      left join (probe_versions as probe join packages as package on package.id = probe.package_id)
        on probe_version_label(probe, package) = ${probeversion}
      order by probe.id desc limit 1
    ), target as (
      select version.* from metric_template_versions as version, requested
      where version.template_id = ${id}::integer and version.probe_version_id is not distinct from requested.probe_version_id
    ), previous as (
      select version.* from metric_template_versions as version
      where version.template_id = ${id}::integer and not exists (select from target where target.id <= version.id)
      order by version.id desc limit 1
    )
    select requested.probe_version_id as "probeVersionId", coalesce(requested.label, '') as package, (select id from target) as "versionId",
      (select template_document(version.*, probe_version_label(probe, package)) from target as version ${ofVersion})
        as "versionDocument",
      (select template_document(version.*, probe_version_label(probe, package)) from previous as version ${ofVersion})
        as "previousDocument",
      ${parent} = '' or exists (
        select from metric_templates as named where name = ${parent} and not exists (
          select from deleted_templates as deleted where deleted.template_id = named.id)) as "isParentKnown",
      array(
        select key from unnest(${dependency.map(({ key }) => key)}::text[]) with ordinality as dependency (key, place)
        where key collate "C" not in (select name from metric_templates) order by place) as "unknownDependencies",
      (select name from metric_templates where id = ${clonedFrom}::integer) as "clonedFrom",
      array(
        select tenant.name from metrics as metric
        join target on target.id = metric.template_version_id and target.name <> ${name}
        join tenants as tenant on tenant.id = metric.tenant_id
        where exists (
          select from metrics_with_content as other
          where other.tenant_id = metric.tenant_id and other.id <> metric.id and other.name = ${name})
        order by tenant.name) as clashes
    from requested`
  if (!row) throw new Error('A question without a table has one row.')
  return probeversion === '' ? row : { ...row, probeVersionId: row.probeVersionId ?? undefined }
}
