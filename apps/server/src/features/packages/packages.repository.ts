import type { Package } from '@quatrain/contract/resources/package.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError, alreadyExists, inUse } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { IdOrKey } from '#kit/resource/plain-writes.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { compareVersions } from './version-order.ts'

/** A package with its row version. */
export type StoredPackage = Package & { readonly rowVersion: number }

const own = sql`
  package.id, package.row_version as "rowVersion", package.name, package.version, package.use_present_version`

const labels = sql`json_agg(yum_repo_label(repo, tag) order by yum_repo_label(repo, tag))`
const labelled = sql`
  package_repos as link join yum_repos as repo on repo.id = link.repo_id join os_tags as tag on tag.id = repo.tag_id`

const fields = sql`
  ${own}, (select coalesce(${labels}, '[]') from ${labelled} where link.package_id = package.id) as repos`

const matches = (criteria: IdOrKey) =>
  'id' in criteria
    ? sql`package.id = ${criteria.id}::integer`
    : sql`package.name || '-' || package.version = ${criteria.key}::text`

/** Every package: by name without regard to case, then the newest version first. */
export const findAll = (db: Db): Promise<StoredPackage[]> => findThose(db, sql`true`)

/** Packages of the probes that the tenant's metrics run. */
export const findUsed = (db: Db): Promise<StoredPackage[]> =>
  findThose(
    db,
    sql`package.id in (
      select metric.package_id from metrics_with_content as metric)`,
  )

/** Every version of these packages: by name without regard to case, then the newest version first. */
export const findNamed = (db: Db, names: readonly string[]): Promise<StoredPackage[]> =>
  findThose(db, sql`package.name = any(${[...names]}::text[])`)

/** Every version of one package, the newest first. Throws `not_found`. */
export async function findVersions(db: Db, name: string): Promise<StoredPackage[]> {
  const versions = await findThose(db, sql`package.name = ${name}`)
  return versions.length > 0 ? versions : throwNotFound('Package not found.')
}

async function findThose(db: Db, condition: RawBuilder<unknown>): Promise<StoredPackage[]> {
  // Repos are joined once for all packages: a look-up for each package would read all repos each time.
  const { rows } = await sql<StoredPackage>`
    with those as (select * from packages as package where ${condition}), linked as (
      select link.package_id, ${labels} as repos from ${labelled}
      where link.package_id in (select id from those) group by link.package_id
    )
    select ${own}, coalesce(linked.repos, '[]') as repos
    from those as package left join linked on linked.package_id = package.id
    order by lower(package.name), package.name
  `.execute(db)
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap((versions) =>
    versions.sort((a, b) => compareVersions(b.version, a.version)),
  )
}

export const find = (db: Db, key: string) =>
  rowIn(db, () => throwNotFound('Package not found.'))<StoredPackage>`
    select ${fields} from packages as package where ${matches({ key })}`

/** Locks the package until the transaction ends. Throws `not_found`. */
export const findForUpdate = (db: Db, criteria: IdOrKey): Promise<StoredPackage & { readonly hasProbes: boolean }> =>
  rowIn(db, () => throwNotFound('Package does not exist.'))<StoredPackage & { hasProbes: boolean }>`
    select ${fields}, exists (select from probe_versions where package_id = package.id) as "hasProbes"
    from packages as package where ${matches(criteria)} for update of package`

const throwNotFound = (detail: string): never => {
  throw new AppError('not_found', detail)
}

/** The errors of these labels of repos in order; undefined for valid ones. */
export async function problemsOfRepos(db: Db, labels: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ problem: string | null }>`
    select case
      when exists (select from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id
                   where yum_repo_label(repo, tag) = requested.label) then null
      when requested.label !~ '^\\S+ \\(.+\\)$' then 'YUM repo tag should be specified.'
      when not exists (select from os_tags where name = regexp_replace(requested.label, '^\\S+ \\((.+)\\)$', '\\1'))
        then 'OS tag does not exist.'
      else 'YUM repo does not exist.'
    end as problem
    from unnest(${[...labels]}::text[]) with ordinality as requested (label, position)
    order by requested.position
  `.execute(db)
  return rows.map(({ problem }) => problem)
}

type Values = Omit<Package, 'id'>

const reposLabelled = (labels: readonly string[]) => sql`
  select repo.id from yum_repos as repo join os_tags as tag on tag.id = repo.tag_id
  where yum_repo_label(repo, tag) = any(${[...labels]}::text[])`

/** Inserts packages with those of their repos that exist. */
const inserting = (packages: readonly Values[]) => sql`
  with given as (
    select * from json_to_recordset(${JSON.stringify(packages)}::json)
      as given (name text, version text, use_present_version boolean, repos text[])
  ), added as (
    insert into packages (name, version, use_present_version)
    select name, version, use_present_version from given returning id, row_version, name, version
  ), linked as (
    insert into package_repos (package_id, repo_id)
    select added.id, repo.id from added
    join given on given.name = added.name and given.version = added.version
    join yum_repos as repo on true
    join os_tags as tag on tag.id = repo.tag_id and yum_repo_label(repo, tag) = any(given.repos)
  )
  select id, row_version as "rowVersion", name, version from added`

/** Throws `already_exists` for a name and version, or an address, that is taken. */
export const insert = (db: Db, values: Values) =>
  rowIn(db)<{ id: number; rowVersion: number }>`${inserting([values])}`.catch(explain)

/** Adds any number of packages in one statement. Throws the error of the database. */
export const insertAll = (db: Db, packages: readonly Values[]) =>
  rowsIn(db)<{ id: number; name: string; version: string }>`${inserting(packages)}`

/** Increases the row version by one. Throws as `insert` does. */
export async function update(db: Db, id: number, values: Values): Promise<void> {
  await sql`
    with requested as (${reposLabelled(values.repos)}), removed as (
      delete from package_repos where package_id = ${id} and repo_id not in (select id from requested)
    ), added as (
      insert into package_repos (package_id, repo_id) select ${id}::integer, id from requested on conflict do nothing
    )
    update packages
    set name = ${values.name}, version = ${values.version}, use_present_version = ${values.use_present_version},
      row_version = row_version + 1
    where id = ${id}
  `
    .execute(db)
    .catch(explain)
}

/** Increases the row version of every package in this repo, and returns these packages with the repo's new label. */
export const touchThoseWithRepo = (db: Db, repoId: number) =>
  rowsIn(db)<StoredPackage>`
    with affected as (
      update packages set row_version = row_version + 1
      where id in (select package_id from package_repos where repo_id = ${repoId})
      returning *
    )
    select ${fields} from affected as package order by package.name, package.version`

/** Throws `in_use` if a probe uses the package. */
export const remove = (db: Db, id: number) => db.deleteFrom('packages').where('id', '=', id).execute().catch(explain)

export const hasProbes = () => inUse('You cannot delete package with associated probes.')
const nameTaken = () => alreadyExists('Package with this name and version', 'name')
const addressTaken = () => {
  const detail = 'Another package has the same name and version when both are written with a dash between them.'
  return new AppError('already_exists', detail, { fields: { name: 'Already exists', version: 'Already exists' } })
}
const probeVersionTaken = () => {
  const detail = 'A probe of this package has this version already, from another package.'
  return new AppError('already_exists', detail, { fields: { version: 'Already exists' } })
}

const explain = explaining({
  packages_name_version_key: nameTaken,
  packages_address_key: addressTaken,
  probe_versions_package_fkey: hasProbes,
  probe_versions_version_key: probeVersionTaken,
  probe_versions_name_version_key: probeVersionTaken,
})
