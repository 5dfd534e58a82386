import type { NewestVersion } from '@quatrain/contract/kit/version.ts'
import type { ProbeDocument } from '@quatrain/contract/resources/probe.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { allOwnVersions, ownVersions } from '#kit/versions/own-version-source.ts'
import type { VersionNames } from '#kit/versions/recorded-versions.ts'
import type { VersionSource } from '#kit/versions/version-source.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { explain } from './probes.repository.ts'

/** The document of a version, of the tables `version` and `package`. */
const document = sql`json_build_object(
  'name', version.name, 'version', package.version, 'package', package.name || ' (' || package.version || ')',
  'description', version.description, 'comment', version.comment, 'repository', version.repository,
  'docurl', version.docurl)`

const source = sql`
  probe_versions as version
  join probes as probe on probe.id = version.probe_id
  join packages as package on package.id = version.package_id`

/** The current one first: an earlier one can be restored. */
const newestFirst = sql`(version.id = probe.current_version_id) desc, version.created_at desc, version.id desc`
const oldestFirst = sql`version.id = probe.current_version_id, version.created_at, version.id`

/** The names of recorded saves of a probe. */
export const probeNames: VersionNames = {
  base: sql`(document ->> 'version')`,
  label: sql`(name || ' (' || (document ->> 'version') || ')')`,
  called: sql`(name || ' (' || (document ->> 'version') || ')')`,
}

const asVersion = sql`
  version.id, package.version, version.name || ' (' || package.version || ')' as object_repr, version.created_at as date_created,
  version.author as "user", version.version_comment as comment, version.remark, ${document} as fields`

/** The versions of the probe with this name, else of the last one that had it; undefined if there is none. */
export async function versionsOfProbe(db: Db, name: string): Promise<VersionSource | undefined> {
  const row = await firstRowIn(db)<Omit<NewestVersion, 'deletion'> & { readonly probeId: number }>`
    select probe.id as "probeId", version.id, package.version, version.name from ${source}
    where version.probe_id = (
      select version.probe_id from ${source} where version.name = ${name} or probe.name = ${name}
      order by (probe.name = ${name}) desc, version.created_at desc, version.id desc limit 1)
    order by ${newestFirst} limit 1`
  if (!row) return undefined
  const { probeId, ...newest } = row
  return ownVersions(
    db,
    newest,
    sql`
    select ${asVersion}, row_number() over (order by ${oldestFirst})::integer as rank,
      version.name || ' (' || package.version || ')' as label, pg_column_size(version.*) as stored_size
    from ${source} where version.probe_id = ${probeId}`,
  )
}

/** All versions of all probes, by `name (version)`. */
export const allProbeVersions = (db: Db) =>
  allOwnVersions(db, {
    inOrder: sql`
      select version.id from ${source} order by version.name || ' (' || package.version || ')', version.probe_id, version.id`,
    among: (ids) => sql`select ${asVersion} from ${source} where version.id = any(${ids})`,
  })

/** A version with the fields that the rules of a save need. */
export interface KnownVersion {
  readonly id: number
  readonly version: string
  readonly comment: string
  readonly document: ProbeDocument
}

/** All versions of one probe, newest first. */
export const findVersionsOf = (db: Db, probeId: number) =>
  rowsIn(db)<KnownVersion>`
    select version.id, package.version, version.version_comment as comment, ${document} as document
    from ${source} where probe.id = ${probeId} order by ${newestFirst}`

/** The documents of all versions of all probes. */
export const findDocuments = (db: Db) =>
  rowsIn(db)<{ readonly document: ProbeDocument }>`select ${document} as document from ${source}`

/** The versions that metric templates use although they are not the current ones, the oldest first, with the name of the probe. */
export const findFormerVersionsInUse = (db: Db) =>
  rowsIn(db)<{ readonly probe: string; readonly document: ProbeDocument }>`
    select probe.name as probe, ${document} as document from ${source}
    where version.id <> probe.current_version_id and exists (
      select from metric_template_versions as used join metric_templates as template on template.current_version_id = used.id
      where used.probe_version_id = version.id)
    order by ${oldestFirst}`

/** A version of a stored probe, as it was written elsewhere. */
interface WrittenVersion extends Omit<ProbeDocument, 'version'> {
  /** The name of the probe. */
  readonly owner: string
  readonly author: string
  readonly at: Date
  readonly version_comment: string
}

/**
 * Adds versions in this order; those whose probe or package is not there are left out. Returns the labels of the packages of those that were
 * added. One statement. Throws `already_exists`.
 */
export async function insertVersions(db: Db, versions: readonly WrittenVersion[]): Promise<readonly string[]> {
  const rows = JSON.stringify(versions.map((version, position) => ({ ...version, position })))
  const added = await rowsIn(db)<{ package: string }>`
    insert into probe_versions
      (probe_id, package_id, name, description, comment, repository, docurl, author, created_at, version_comment)
    select probe.id, package.id, given.name, given.description, given.comment, given.repository, given.docurl,
      given.author, given.at, given.version_comment
    from json_to_recordset(${rows}::json) as given (position integer, owner text, package text, name text,
      description text, comment text, repository text, docurl text, author text, at timestamptz, version_comment text)
    join probes as probe on probe.name = given.owner
    join packages as package on package.name || ' (' || package.version || ')' = given.package
    order by given.position
    returning (select name || ' (' || version || ')' from packages where id = package_id) as package`.catch(explain)
  return added.map(({ package: label }) => label)
}
