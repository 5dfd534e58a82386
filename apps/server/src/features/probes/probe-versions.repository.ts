import type { VersionOf } from '@quatrain/contract/kit/version.ts'
import type { ProbeDocument, probes } from '@quatrain/contract/resources/probe.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'

type Version = VersionOf<(typeof probes)['document']>

/** The document of a version, of the tables `version` and `package`. */
const document = sql`json_build_object(
  'name', version.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
  'description', version.description, 'comment', version.comment, 'repository', version.repository,
  'docurl', version.docurl)`

const source = sql`
  probe_versions as version
  join probes as probe on probe.id = version.probe_id
  join packages as package on package.id = version.package_id`

/** The current one first: an earlier one can be brought back. */
const newestFirst = sql`(version.id = probe.current_version_id) desc, version.created_at desc, version.id desc`

const asVersion = sql`
  version.id, package.version, version.name || ' (' || package.version || ')' as object_repr, version.created_at as date_created,
  version.author as "user", version.version_comment as comment, version.remark, ${document} as fields`

type Row = Omit<Version, 'date_created'> & { readonly date_created: Date | string }

const told = (rows: readonly Row[]): Version[] =>
  rows.map((row) => ({ ...row, date_created: new Date(row.date_created).toISOString() }))

/**
 * All versions of the probe that has this name, else of the one that had it last, newest first. None when there is no
 * such probe.
 */
export async function findVersionsNamed(db: Db, name: string): Promise<Version[]> {
  const { rows } = await sql<Row>`
    select ${asVersion} from ${source}
    where version.probe_id = (
      select version.probe_id from ${source} where version.name = ${name} or probe.name = ${name}
      order by (probe.name = ${name}) desc, version.created_at desc, version.id desc limit 1)
    order by ${newestFirst}
  `.execute(db)
  return told(rows)
}

/** All versions of all probes, by `name (version)`. */
export async function findAllVersions(db: Db): Promise<Version[]> {
  const { rows } = await sql<Row>`
    select ${asVersion} from ${source} order by object_repr, version.probe_id, version.id
  `.execute(db)
  return told(rows)
}

/** A version as the rules of a save need to know it. */
export interface KnownVersion {
  readonly id: number
  readonly version: string
  readonly comment: string
  readonly document: ProbeDocument
}

/** All versions of one probe, newest first. */
export async function findVersionsOf(db: Db, probeId: number): Promise<KnownVersion[]> {
  const { rows } = await sql<KnownVersion>`
    select version.id, package.version, version.version_comment as comment, ${document} as document
    from ${source} where probe.id = ${probeId} order by ${newestFirst}
  `.execute(db)
  return rows
}

/** Copies the versions of a probe that is about to go to where the recorder keeps those of everything else. */
export async function keepVersions(db: Db, kind: string, probeId: number): Promise<void> {
  await sql`
    insert into versions (kind, object_id, number, name, document, author, created_at, comment, remark)
    select ${kind}, probe.id, row_number() over (order by version.created_at, version.id), version.name, ${document},
      version.author, version.created_at, version.version_comment, version.remark
    from ${source} where probe.id = ${probeId}
  `.execute(db)
}
