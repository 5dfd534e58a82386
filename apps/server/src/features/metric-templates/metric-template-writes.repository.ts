import type { MetricTemplateInput } from '@quatrain/contract/resources/metric-template.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import { explain, type NamingTemplate } from './metric-templates.repository.ts'

/** A version to be stored. */
interface Version extends MetricTemplateInput {
  readonly probeVersionId: number | null
  readonly author: string
  readonly createdAt: Date
  /** The comment on its changes since the previous version; undefined keeps the existing one. */
  readonly comment: string | null
  readonly remark: string
}

const values = (version: MetricTemplateInput) => sql`
  ${version.name}, ${version.mtype}, ${version.tags}::text[], ${version.description}, ${version.parent},
  ${version.probeexecutable}, ${JSON.stringify(version.config)}::json, ${JSON.stringify(version.attribute)}::json,
  ${JSON.stringify(version.dependency)}::json, ${JSON.stringify(version.flags)}::json,
  ${JSON.stringify(version.parameter)}::json`

const columns = sql`
  name, mtype, tags, description, parent, probeexecutable, config, attribute, dependency, flags, parameter`

const insertedVersion = (templateId: ReturnType<typeof sql>, version: Version) => sql`
  insert into metric_template_versions
    (template_id, probe_version_id, author, created_at, version_comment, remark, ${columns})
  select ${templateId}, ${version.probeVersionId}::integer, ${version.author}, ${version.createdAt}::timestamptz,
    ${version.comment}, ${version.remark}, ${values(version)}`

interface Saved {
  readonly id: number
  readonly rowVersion: number
  /** Tags that did not exist before. */
  readonly madeTags: readonly { readonly id: number; readonly name: string }[]
}

/** Adds a template with its first version. Throws `already_exists` for a name that is taken. Two statements. */
export async function insert(db: Db, version: Version): Promise<Saved> {
  const added = await saved(
    db,
    sql`
    with template as (
      insert into metric_templates (name) values (${version.name}) returning id, row_version
    ), version as (${insertedVersion(sql`template.id`, version)} from template returning id),
    ${retagged(version.tags)}
    ${outcome}`,
  )
  const { id, versionId } = added
  await db.updateTable('metric_templates').set({ current_version_id: versionId }).where('id', '=', id).execute()
  return added
}

/** Adds a version and makes it the current one. References to a renamed template are updated by `naming`. One statement. */
export const insertVersion = (
  db: Db,
  id: number,
  version: Version,
  naming: readonly NamingTemplate[],
): Promise<Saved> =>
  saved(
    db,
    sql`
    with version as (${insertedVersion(sql`${id}::integer`, version)} returning id),
    template as (${moved(version.name, sql`version.id`)} from version where metric_templates.id = ${id}
      returning metric_templates.id, row_version),
    ${renamedIn(naming)},
    ${retagged(version.tags)}
    ${outcome}`,
  )

/**
 * Updates a version of a template and makes it current, with the author and time of the save. References to a renamed template
 * are updated by `naming`. One statement.
 */
export const rewriteVersion = (
  db: Db,
  id: number,
  versionId: number,
  version: Omit<Version, 'probeVersionId'>,
  naming: readonly NamingTemplate[],
): Promise<Saved> =>
  saved(
    db,
    sql`
    with template as (${moved(version.name, sql`${versionId}::integer`)} where id = ${id} returning id, row_version),
    version as (
      update metric_template_versions set (${columns}, version_comment, remark, author, created_at) = (
        select ${values(version)}, coalesce(${version.comment}, version_comment), ${version.remark}::text,
          ${version.author}::text, ${version.createdAt}::timestamptz)
      where id = ${versionId} returning id
    ), ${renamedIn(naming)},
    ${retagged(version.tags)}
    ${outcome}`,
  )

/** References of these templates, each in its version. */
const renamedIn = (naming: readonly NamingTemplate[]) => sql`
  naming as (
    select * from json_to_recordset(${JSON.stringify(naming)}::json)
      as naming (id integer, "versionId" integer, parent text, dependency json)
  ), told as (
    update metric_template_versions as other set parent = naming.parent, dependency = naming.dependency
    from naming where other.id = naming."versionId"
  ), counted as (
    update metric_templates as other set row_version = row_version + 1 from naming where other.id = naming.id
  )`

const moved = (name: string, versionId: ReturnType<typeof sql>) => sql`
  update metric_templates set name = ${name}, current_version_id = ${versionId}, row_version = row_version + 1`

/** Replaces the tags of the template; missing tags are added. */
const retagged = (tags: readonly string[]) => sql`
  submitted as (select tag as name from unnest(${[...tags]}::text[]) as tag),
  made as (
    insert into metric_tags (name) select name from submitted
    where not exists (select from metric_tags where metric_tags.name = submitted.name)
    returning id, name
  ), meant as (
    select id from made union select tag.id from metric_tags as tag join submitted on submitted.name = tag.name
  ), untagged as (
    delete from metric_template_tags using template
    where template_id = template.id and tag_id not in (select id from meant)
  ), tagged as (
    insert into metric_template_tags (template_id, tag_id) select template.id, meant.id from template, meant
    on conflict do nothing
  )`

const outcome = sql`
  select template.id, template.row_version as "rowVersion", version.id as "versionId",
    (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') from made) as "madeTags"
  from template, version`

async function saved(db: Db, statement: ReturnType<typeof sql>): Promise<Saved & { readonly versionId: number }> {
  const { rows } = await statement.execute(db).catch(explain)
  const [row] = rows as (Saved & { readonly versionId: number })[]
  if (!row) throw new Error('The template was there a moment ago.')
  return row
}

/** Removes templates with all their versions, which must be unused. */
export async function remove(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('metric_templates')
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute()
}
