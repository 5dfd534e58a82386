// Queries for packages that one monitoring box would have to install in two versions.
import type { Estate } from '@quatrain/contract/findings/estate.ts'
import type { OtherVersion } from '@quatrain/contract/resources/shared-repos.ts'
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { find } from './packages.repository.ts'
import { compareVersions } from './version-order.ts'

/** The packages of each tenant's boxes: those of its metrics that are in a metric profile. */
const requiredRepos = (condition: RawBuilder<unknown>) => sql`
  select distinct metric.tenant_id, package.id, package.name, package.version
  from metrics as metric
  join metric_template_versions as template on template.id = metric.template_version_id
  join probe_versions as probe on probe.id = template.probe_version_id
  join packages as package on package.id = probe.package_id
  where ${condition} and exists (
    select from metric_profile_instances as pair
    where pair.tenant_id = metric.tenant_id and pair.metric = template.name)`

/**
 * Returns the other versions of this package that tenants need from one of its repos, the newest first. A tenant sees only the number of
 * other tenants, not their names. One statement.
 */
export async function otherVersionsOf(
  ctx: Context,
  tenancy: Tenancy,
  repo: { readonly id: number; readonly name: string },
): Promise<OtherVersion[]> {
  const own = ctx.tenant.deployment === 'tenant' ? sql`metric.tenant_id <> ${ctx.tenant.id}::integer` : sql`true`
  const { rows } = await sql<OtherVersion>`
    with needed as (${requiredRepos(sql`package.name = ${repo.name} and package.id <> ${repo.id}::integer and ${own}`)})
    select needed.version, count(distinct needed.tenant_id)::integer as tenants,
      json_agg(distinct yum_repo_label(repo, tag)) as repos
    from needed
    join package_repos as theirs on theirs.package_id = needed.id
    join package_repos as ours on ours.package_id = ${repo.id}::integer and ours.repo_id = theirs.repo_id
    join yum_repos as repo on repo.id = ours.repo_id
    join os_tags as tag on tag.id = repo.tag_id
    group by needed.version
  `.execute(tenancy.everyTenant)
  return rows.sort((a, b) => compareVersions(b.version, a.version))
}

/**
 * The packages that tenants need in different versions from one repo, by name. One statement. Metrics of packages that are in use in one
 * version only are not read, and packages are compared with each other, not the tenants that need them: tenants are many.
 */
export async function splitPackages(tenancy: Tenancy): Promise<Estate['splitPackages']> {
  const { rows } = await sql<Estate['splitPackages'][number]>`
    with used as materialized (
      select distinct package.id, package.name, link.repo_id
      from metric_counts as counted
      join probe_versions as probe on probe.id = counted.probe_version_id
      join packages as package on package.id = probe.package_id
      join package_repos as link on link.package_id = package.id
      where counted.metrics > 0
    ), alternative as materialized (
      select distinct one.id as one, other.id as other
      from used as one
      join used as other on other.name = one.name and other.id <> one.id and other.repo_id = one.repo_id
    ), chosen as materialized (
      select array(select one from alternative) as ids
    ), needed as materialized (
      select id, name, version, min(tenant_id) as first_tenant, max(tenant_id) as last_tenant
      from (${requiredRepos(sql`package.id = any((select ids from chosen)::integer[])`)}) as each group by id, name, version
    ), versions as (
      select distinct one.name, one.version
      from alternative
      join needed as one on one.id = alternative.one
      join needed as other on other.id = alternative.other
      where not (one.first_tenant = one.last_tenant and other.first_tenant = one.first_tenant and other.last_tenant = one.last_tenant)
    )
    select name, json_agg(version) as versions from versions group by name order by name
  `.execute(tenancy.everyTenant)
  return rows.map(({ name, versions }) => ({ name, versions: versions.toSorted((a, b) => compareVersions(b, a)) }))
}

/**
 * The operating systems that have the package in the version that the tenant's metrics use, but not in this version, by
 * name. Boxes with such a system would miss the package. One statement.
 */
async function systemsLost({ db }: Context, repo: { readonly id: number; readonly name: string }): Promise<string[]> {
  const systemsWith = (packages: RawBuilder<unknown>) => sql`
    select tag.name from package_repos as link
    join yum_repos as repo on repo.id = link.repo_id
    join os_tags as tag on tag.id = repo.tag_id
    where link.package_id in (${packages})`
  return rowNamesIn(db)`
    ${systemsWith(sql`
      select probe.package_id from metrics as metric
      join metric_template_versions as template on template.id = metric.template_version_id
      join probe_versions as probe on probe.id = template.probe_version_id
      join packages as package on package.id = probe.package_id
      where package.name = ${repo.name} and package.id <> ${repo.id}::integer`)}
    except ${systemsWith(sql`${repo.id}::integer`)}
    order by name`
}

/** The consequences of this version of the package for boxes. Throws `not_found`. */
export async function installationAfterMove(ctx: Context, tenancy: Tenancy, key: string) {
  const repo = await find(ctx.db, key)
  const [otherVersions, lostSystems] = await Promise.all([otherVersionsOf(ctx, tenancy, repo), systemsLost(ctx, repo)])
  return { otherVersions, lostSystems }
}
