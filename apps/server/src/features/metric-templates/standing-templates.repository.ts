// What the catalogue makes of the metric templates that stand on a part of it.
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import type { Document } from '#request/touched.ts'
import { ofVersion } from './metric-templates.repository.ts'
import type { Standing } from './standing-on.effects.ts'

/** A version of a template, and what stands for its document as it is now. */
export interface StandingVersion {
  readonly versionId: number
  readonly id: number
  readonly name: string
  readonly rowVersion: number
  /** Whether the template is at this version. */
  readonly isCurrent: boolean
  readonly document: Document
  readonly print: string
}

const document = sql`template_document(version.*, probe_version_label(probe, package))`
const source = sql`metric_templates as template
  join metric_template_versions as version on version.template_id = template.id ${ofVersion}`

/** By name; nobody else can change the templates from now on. */
export async function findStanding(db: Db, standing: Standing): Promise<StandingVersion[]> {
  const { rows } = await sql<StandingVersion>`
    select version.id as "versionId", template.id, template.name, template.row_version as "rowVersion",
      template.current_version_id = version.id as "isCurrent", ${document} as document,
      md5(${document}::text) as print
    from ${source} where ${standing} order by template.name, version.id
    for update of template
  `.execute(db)
  return rows
}

/**
 * Counts on those templates whose document is not what it was, and answers with them. One statement, whatever their
 * number.
 */
export async function countOn(
  db: Db,
  standing: readonly StandingVersion[],
): Promise<Pick<StandingVersion, 'id' | 'document'>[]> {
  const given = standing.map(({ id, versionId, print }) => ({ id, version_id: versionId, print }))
  const { rows } = await sql<Pick<StandingVersion, 'id' | 'document'>>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::json) as given (id integer, version_id integer, print text)
    ), changed as (
      select template.id, ${document} as document
      from ${source} join given on given.version_id = version.id
      where md5(${document}::text) <> given.print
    ), counted as (
      update metric_templates as template set row_version = row_version + 1
      from changed where template.id = changed.id
    )
    select * from changed
  `.execute(db)
  return rows
}
