import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import { type MetricTemplateDocument, noProbe } from '@quatrain/contract/resources/metric-template.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { allOwnVersions, ownVersions } from '#kit/versions/own-version-source.ts'
import type { VersionNames } from '#kit/versions/recorded-versions.ts'
import type { VersionSource } from '#kit/versions/version-source.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { ofVersion } from './metric-templates.repository.ts'

const source = sql`metric_templates as template
  join metric_template_versions as version on version.template_id = template.id ${ofVersion}`

const newestFirst = sql`(version.id = template.current_version_id) desc, version.created_at desc, version.id desc`
const oldestFirst = sql`version.id = template.current_version_id, version.created_at, version.id`

/**
 * The version has the name of its probe's package; one without a probe is identified by its time. If the template had
 * the same version of another probe before, the label includes the probe, so that addresses are unique.
 */
const knownVersions = sql`
  case
    when probe.id is null then to_char(version.created_at at time zone 'UTC', 'YYYYMMDD-HH24MISS')
    when row_number() over (partition by version.template_id, probe.version order by ${newestFirst}) = 1
      then probe.version
    else probe_version_label(probe, package)
  end`

/** The names of recorded saves of a template. */
export const templateNames: VersionNames = {
  base: sql`coalesce(substring(document ->> 'probeversion' from '\\((.*)\\)$'),
    to_char(created_at at time zone 'UTC', 'YYYYMMDD-HH24MISS'))`,
  label: sql`coalesce(nullif(document ->> 'probeversion', ''), ${noProbe})`,
  called: sql`(name || coalesce(' [' || nullif(document ->> 'probeversion', '') || ']', ''))`,
}

const called = sql`version.name || coalesce(' [' || probe_version_label(probe, package) || ']', '')`

const asVersion = sql`
  version.id, ${knownVersions} as version, ${called} as object_repr,
  version.created_at as date_created, version.author as "user", version.version_comment as comment, version.remark,
  template_document(version.*, probe_version_label(probe, package)) as fields`

/**
 * The versions of the template with this name, else of the last one that had it; the current one is the newest.
 * Undefined if there is no such template.
 */
export async function versionsOfTemplate(db: Db, name: string): Promise<VersionSource | undefined> {
  const version = await firstRowIn(db)<Omit<NewestVersion, 'deletion'> & { readonly templateId: number }>`
    select template.id as "templateId", version.id, ${knownVersions} as version, version.name from ${source}
    where template.id = (
      select named.template_id from metric_template_versions as named
      join metric_templates as holder on holder.id = named.template_id
      where named.name = ${name}
      order by (holder.name = ${name}) desc, named.created_at desc, named.id desc limit 1)
    order by ${newestFirst} limit 1`
  if (!version) return undefined
  const { templateId, ...newest } = version
  return ownVersions(
    db,
    newest,
    sql`
    select ${asVersion}, row_number() over (order by ${oldestFirst})::integer as rank,
      coalesce(probe_version_label(probe, package), ${noProbe}) as label, pg_column_size(version.*) as stored_size
    from ${source} where template.id = ${templateId}`,
  )
}

/** All versions of all templates, by `name [probe (version)]`. */
export const allTemplateVersions = (db: Db) =>
  allOwnVersions(db, {
    inOrder: sql`select version.id from ${source} order by ${called}, version.id`,
    // The label of a version depends on the other versions of its template.
    among: (ids) => sql`
      select * from (
        select ${asVersion} from ${source}
        where template.id in (select template_id from metric_template_versions where id = any(${ids}))
      ) as known where id = any(${ids})`,
  })

/** A version of a stored template, as it was written elsewhere. */
interface WrittenVersion extends MetricTemplateDocument {
  /** The name of the template. */
  readonly owner: string
  readonly author: string
  readonly at: Date
  readonly version_comment: string
}

/** Adds versions in this order; those whose template is not there are left out. One statement. */
export async function insertVersions(db: Db, versions: readonly WrittenVersion[]): Promise<void> {
  const rows = JSON.stringify(versions.map((version, position) => ({ ...version, position })))
  await sql`
    insert into metric_template_versions (template_id, probe_version_id, name, mtype, tags, description, parent,
      probeexecutable, config, attribute, dependency, flags, parameter, author, created_at, version_comment)
    select template.id, probe.id, given.name, given.mtype, given.tags, given.description, given.parent,
      given.probeexecutable, given.config, given.attribute, given.dependency, given.flags, given.parameter,
      given.author, given.at, given.version_comment
    from json_to_recordset(${rows}::json) as given (
      position integer, owner text, probeversion text, name text, mtype text, tags text[], description text, parent text,
      probeexecutable text, config json, attribute json, dependency json, flags json, parameter json,
      author text, at timestamptz, version_comment text)
    join metric_templates as template on template.name = given.owner
    left join probe_versions as probe on probe.name || ' (' || probe.version || ')' = given.probeversion
    order by given.position
  `.execute(db)
}
