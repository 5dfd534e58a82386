import type { Probe } from '@quatrain/contract/resources/probe.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { firstRowIn, rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists, inUse, notFound } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A probe with fields for the server only. */
export type StoredProbe = Probe & { readonly versionId: number; readonly rowVersion: number }

export const probeNotFound = () => notFound('Probe')
const nameTaken = () => alreadyExists('Probe with this name', 'name')
const packageTaken = () => alreadyExists('Version of this probe with this package', 'package')
const labelTaken = () => {
  const detail = 'A version of another probe has this name and this package version already.'
  return new AppError('already_exists', detail, { fields: { name: 'Already exists', package: 'Already exists' } })
}
export const isInUse = () => inUse('You cannot delete probe that is associated to metric templates.')

const probes = sql`
  select probe.id, probe.row_version as "rowVersion", version.id as "versionId", probe.name, package.version,
    package.name || ' (' || package.version || ')' as package, version.description, version.comment,
    version.repository, version.docurl,
    (select count(*)::integer from probe_versions where probe_id = probe.id) as nv
  from probes as probe
  join probe_versions as version on version.id = probe.current_version_id
  join packages as package on package.id = version.package_id`

/** All probes, by name ignoring case. */
export const findAll = (db: Db) => rowsIn(db)<Probe>`${probes} order by lower(probe.name), probe.name`

export type Which = { readonly name: string } | { readonly id: number }

const matches = (criteria: Which) =>
  'name' in criteria ? sql`probe.name = ${criteria.name}` : sql`probe.id = ${criteria.id}::integer`

/** Throws `not_found`. */
export async function find(db: Db, criteria: Which): Promise<StoredProbe> {
  const probe = await findIfThere(db, criteria)
  if (!probe) throw probeNotFound()
  return probe
}

export const findIfThere = (db: Db, criteria: Which) =>
  firstRowIn(db)<StoredProbe>`${probes} where ${matches(criteria)}`

/** Locks the probe until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, criteria: Which): Promise<StoredProbe> {
  // The lock is a separate statement: after waiting for it, the current version has to be read again.
  await sql`select from probes as probe where ${matches(criteria)} for update`.execute(db)
  const probe = await findIfThere(db, criteria)
  if (!probe) throw new AppError('not_found', 'Probe does not exist.')
  return probe
}

export interface KnownPackage {
  readonly id: number
  readonly version: string
}

/** The package with the label `name (version)`, which cannot change until the transaction ends. */
export const findPackage = (db: Db, label: string) =>
  firstRowIn(db)<KnownPackage>`
    select id, version from packages where name || ' (' || version || ')' = ${label} for key share`

export interface Values {
  readonly name: string
  readonly description: string
  readonly comment: string
  readonly repository: string
  readonly docurl: string
  readonly packageId: number
}

/** The author, time and comment of a version. */
export interface Making {
  readonly author: string
  readonly at: Date
  readonly comment: string
  readonly remark: string
}

/** Adds a probe with its first version. Throws `already_exists` for a name that is taken. */
export async function insert(db: Db, values: Values, making: Making): Promise<{ id: number; versionId: number }> {
  const added = await rowIn(db, probeNotFound)<{ id: number; versionId: number }>`
    with added as (
      insert into probes (name) values (${values.name}) returning id
    ), made as (${insertVersion(sql`(select id from added)`, values, making)})
    select added.id, made.id as "versionId" from added, made`.catch(explain)
  await sql`update probes set current_version_id = ${added.versionId} where id = ${added.id}`.execute(db)
  return added
}

/** Adds a version and makes it the current one. */
export const addVersion = (db: Db, probe: StoredProbe, values: Values, making: Making) =>
  write(db, probe, values.name, insertVersion(sql`${probe.id}::integer`, values, making))

/** Updates an existing version and makes it current, with the author and time of the save. */
export const rewriteVersion = (
  db: Db,
  probe: StoredProbe,
  values: Values & { readonly versionId: number },
  making: Making,
) =>
  write(
    db,
    probe,
    values.name,
    sql`
      update probe_versions set package_id = ${values.packageId}, name = ${values.name},
        description = ${values.description}, comment = ${values.comment}, repository = ${values.repository},
        docurl = ${values.docurl}, version_comment = ${making.comment},
        remark = ${making.remark}, author = ${making.author}, created_at = ${making.at}::timestamptz
      where id = ${values.versionId}
      returning id`,
  )

const insertVersion = (probeId: RawBuilder<unknown>, values: Values, { author, at, comment, remark }: Making) => sql`
  insert into probe_versions
    (probe_id, package_id, name, description, comment, repository, docurl, author, created_at, version_comment, remark)
  values (${probeId}, ${values.packageId}, ${values.name}, ${values.description}, ${values.comment},
    ${values.repository}, ${values.docurl}, ${author}, ${at}::timestamptz, ${comment}, ${remark})
  returning id`

const write = (db: Db, { id }: StoredProbe, name: string, version: RawBuilder<unknown>) =>
  rowIn(db, probeNotFound)<{ versionId: number; rowVersion: number }>`
    with written as (${version})
    update probes set name = ${name}, row_version = row_version + 1, current_version_id = written.id
    from written where probes.id = ${id}
    returning current_version_id as "versionId", row_version as "rowVersion"`.catch(explain)

/** Removes a probe with its versions. Throws `in_use` if a metric template uses it. */
export const remove = (db: Db, id: number) => db.deleteFrom('probes').where('id', '=', id).execute().catch(explain)

/** Says which part of a probe is taken. */
export const explain = explaining({
  probes_name_key: nameTaken,
  probe_versions_package_key: packageTaken,
  probe_versions_version_key: packageTaken,
  probe_versions_name_version_key: labelTaken,
  metric_template_versions_probe_fkey: isInUse,
})

/** The fields of a probe that do not depend on its package; `rowVersion` is the previous one. */
interface ProbeInPackage {
  readonly id: number
  readonly rowVersion: number
  readonly name: string
  readonly description: string
  readonly comment: string
  readonly repository: string
  readonly docurl: string
}

/** Increases the row version of every probe whose current version is in this package. Returns them by name. */
export const touchThoseInPackage = (db: Db, packageId: number) =>
  rowsIn(db)<ProbeInPackage>`
    with affected as (
      update probes as probe set row_version = row_version + 1
      from probe_versions as version
      where version.id = probe.current_version_id and version.package_id = ${packageId}
      returning probe.id, probe.row_version - 1 as "rowVersion", probe.name, version.description, version.comment,
        version.repository, version.docurl
    )
    select * from affected order by name`
