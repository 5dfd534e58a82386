// Queries on packages for other features.
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import type { NewerPackage } from '@quatrain/contract/resources/metric-moves.ts'
import type { packageUsageOf } from '@quatrain/contract/resources/package.ts'
import type { PackageUsage } from '@quatrain/contract/resources/package-usage.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { tenantsUsing } from '#features/roll-out/roll-out.reads.ts'
import type { Context } from '#request/context/context.ts'
import type { Db, Tenancy } from '#request/tenancy/tenancy.ts'
import { find, findNamed } from './packages.repository.ts'
import { compareVersions } from './version-order.ts'

/** The package named `name-version`. Throws `not_found`. */
export const packageAt = ({ db }: Context, key: string): Promise<{ readonly id: number; readonly name: string }> =>
  find(db, key)

/** The package of each metric that has one, with all its versions, the newest first. Two statements. */
export async function metricsWithPackages(ctx: Context) {
  const metrics = await packagesOfMetrics(ctx)
  const packageNames = [...new Set(metrics.map(({ name }) => name))]
  const versionsByName = Map.groupBy(await findNamed(ctx.db, packageNames), ({ name }) => name)
  return metrics.map((metric) => ({
    ...metric,
    versions: (versionsByName.get(metric.name) ?? []).map(({ version }) => version),
  }))
}

/** The packages of the tenant's metrics that exist in a newer version. Two statements. */
export async function packagesWithNewer(ctx: Context): Promise<NewerPackage[]> {
  const outdated = (await metricsWithPackages(ctx)).filter(
    ({ version, versions: [newest = version] }) => compareVersions(version, newest) < 0,
  )
  return [...Map.groupBy(outdated, ({ name }) => name)].map(([name, metrics]) => ({
    name,
    versions: [...new Set(metrics.map(({ version }) => version))],
    newest: metrics[0]?.versions[0] ?? '',
    metrics: metrics.map(({ metric }) => metric),
  }))
}

/** The package version of each metric, by name; passive ones have none. */
const packagesOfMetrics = ({ db }: Context) =>
  rowsIn(db)<PackageOfMetric>`
    select metric.name as metric, package.name, package.version
    from metrics_with_content as metric
    join packages as package on package.id = metric.package_id
    order by metric.name`

interface PackageOfMetric {
  readonly metric: string
  readonly name: string
  readonly version: string
}

/** The packages with these probe versions, such as `web-probe (1.0.0)`, by name and version. */
export const packagesOfProbes = ({ db }: Context, labels: readonly string[]) =>
  rowsIn(db)<Omit<PackageOfMetric, 'metric'>>`
    select distinct package.name, package.version
    from probe_versions as probe join packages as package on package.id = probe.package_id
    where probe_version_label(probe.*, package.*) = any(${[...labels]}::text[])
    order by package.name, package.version`

/** The packages in this repo, by name and version. */
export const packagesWithRepo = (ctx: Context, repoId: number) =>
  ctx.db
    .selectFrom('package_repos as link')
    .innerJoin('packages as package', 'package.id', 'link.package_id')
    .select(['package.id', 'package.name', 'package.version'])
    .where('link.repo_id', '=', repoId)
    .orderBy('package.name')
    .orderBy('package.version')
    .execute()

/**
 * The dependents of these packages. For the super-tenant the metrics of all tenants are counted, with the handle that
 * spans tenants; for a tenant its own.
 */
export async function usageOfPackages(ctx: Context, tenancy: Tenancy, ids: readonly number[]): Promise<PackageUsage> {
  const probesOfPackages = sql`probe.package_id = any(${[...ids]}::integer[])`
  const { rows } = await sql<Omit<PackageUsage, 'tenants'>>`
    select (
      select coalesce(json_agg(json_build_object('name', owner.name, 'version', package.version)
                               order by owner.name, package.version), '[]')
      from probe_versions as probe
      join probes as owner on owner.id = probe.probe_id
      join packages as package on package.id = probe.package_id
      where ${probesOfPackages}
    ) as probes, (
      select coalesce(json_agg(template.name order by template.name), '[]')
      from metric_templates as template
      where template.id in (
        select version.template_id from metric_template_versions as version
        join probe_versions as probe on probe.id = version.probe_version_id where ${probesOfPackages})
    ) as templates
  `.execute(ctx.db)
  const db = ctx.tenant.deployment === 'super' ? tenancy.everyTenant : ctx.db
  const tenants = await tenantsUsing(db, sql`metric.package_id = any(${[...ids]}::integer[])`)
  const [{ probes, templates } = { probes: [], templates: [] }] = rows
  return { probes, templates, tenants }
}

/** All versions of a package, the newest first, with the tenants whose metrics run them. `db` spans tenants. One statement. */
export async function versionsInUse(db: Db, name: string): Promise<AnswerOf<typeof packageUsageOf>['versions']> {
  const versions = await rowsIn(db)<AnswerOf<typeof packageUsageOf>['versions'][number]>`
    with counted as (
      select metric.package_id, tenant.name, count(*)::integer as metrics
      from metrics_with_content as metric join tenants as tenant on tenant.id = metric.tenant_id
      where metric.package_id in (select id from packages where name = ${name})
      group by metric.package_id, tenant.name)
    select package.version, (
      select coalesce(json_agg(json_build_object('name', counted.name, 'metrics', metrics) order by counted.name), '[]')
      from counted where package_id = package.id) as tenants
    from packages as package where package.name = ${name}`
  return versions.toSorted((a, b) => compareVersions(b.version, a.version))
}
