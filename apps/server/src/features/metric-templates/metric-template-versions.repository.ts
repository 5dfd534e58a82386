import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import type { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { ofVersion } from './metric-templates.repository.ts'

type Version = VersionOf<(typeof metricTemplates)['document']>

const source = sql`metric_templates as template
  join metric_template_versions as version on version.template_id = template.id ${ofVersion}`

const newestFirst = sql`(version.id = template.current_version_id) desc, version.created_at desc, version.id desc`

/**
 * A version is that of its probe's package; one without a probe is known by when it was made. Where the template was on
 * the same version of another probe before, that one says which probe, so that each has an address of its own.
 */
const known = sql`
  case
    when probe.id is null then to_char(version.created_at at time zone 'UTC', 'YYYYMMDD-HH24MISS')
    when row_number() over (partition by version.template_id, probe.version order by ${newestFirst}) = 1
      then probe.version
    else probe_version_label(probe, package)
  end`

const asVersion = sql`
  version.id, ${known} as version,
  version.name || coalesce(' [' || probe_version_label(probe, package) || ']', '') as object_repr,
  version.created_at as date_created, version.author as "user", version.version_comment as comment, version.remark,
  template_document(version.*, probe_version_label(probe, package)) as fields`

type Row = Omit<Version, 'date_created'> & { readonly date_created: Date | string }

const told = (rows: readonly Row[]): Version[] =>
  rows.map((row) => ({ ...row, date_created: new Date(row.date_created).toISOString() }))

/**
 * All versions of the template that has this name, else of the one that had it last; the current one first, then from
 * the newest. None when there is no such template.
 */
export async function findVersionsNamed(db: Db, name: string): Promise<Version[]> {
  const { rows } = await sql<Row>`
    select ${asVersion} from ${source}
    where template.id = (
      select named.template_id from metric_template_versions as named
      join metric_templates as holder on holder.id = named.template_id
      where named.name = ${name}
      order by (holder.name = ${name}) desc, named.created_at desc, named.id desc limit 1)
    order by ${newestFirst}
  `.execute(db)
  return told(rows)
}

/** All versions of all templates, by `name [probe (version)]`. */
export async function findAllVersions(db: Db): Promise<Version[]> {
  const { rows } = await sql<Row>`select ${asVersion} from ${source} order by object_repr, version.id`.execute(db)
  return told(rows)
}
