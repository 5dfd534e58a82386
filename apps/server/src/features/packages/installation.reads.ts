// Queries for the packages to be installed on a monitoring box.

import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import type { MachineRepos } from '@quatrain/contract/machine-api/repos.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/**
 * The packages of the tenant's metrics with these names on this operating system; undefined if the system does not
 * exist.
 */
export const installationOf = (ctx: Context, metrics: readonly string[], os: string) =>
  installation(ctx, os, sql`metric.name = any(${[...metrics]}::text[])`)

/** The packages of the tenant's metrics whose template has the tag `internal` now; undefined like above. */
export const installationOfInternal = (ctx: Context, os: string) =>
  installation(
    ctx,
    os,
    sql`metric.template_id in (
      select tagged.template_id from tags_of_templates() as tagged where tagged.name = 'internal')`,
  )

interface NeededPackage {
  readonly name: string | null
  readonly version: string
  readonly repo: string | null
  readonly content: string
}

/**
 * The packages of the probe versions that metrics use, which need not be the newest; a passive metric needs none. If a
 * package is in two repos of one system, the first by name is used.
 */
async function installation(
  ctx: Context,
  os: string,
  packageIds: RawBuilder<unknown>,
): Promise<MachineRepos | undefined> {
  const { rows } = await sql<NeededPackage>`
    with needed as (
      select distinct metric.package_id as id, metric.package_name as name, metric.package_version as version
      from metrics_with_content as metric
      where metric.package_id is not null and metric.tenant_id = current_tenant() and ${packageIds}
    )
    select needed.name, needed.version, source.name as repo, source.content
    from os_tags as os
    left join needed on true
    left join lateral (
      select repo.name, repo.content
      from package_repos as link
      join yum_repos as repo on repo.id = link.repo_id
      where link.package_id = needed.id and repo.tag_id = os.id
      order by repo.name
      limit 1
    ) as source on true
    where replace(lower(os.name), ' ', '') = ${os}
    order by source.name, needed.name, needed.version
  `.execute(ctx.db)
  return rows.length === 0 ? undefined : byRepo(rows)
}

function byRepo(rows: readonly NeededPackage[]): MachineRepos {
  const data = new Map<string, { content: string; packages: { name: string; version: string }[] }>()
  const missingPackages: string[] = []
  for (const { name, version, repo, content } of rows) {
    if (name === null) continue
    if (repo === null) {
      missingPackages.push(`${name} (${version})`)
      continue
    }
    const repoData = data.get(repo) ?? { content, packages: [] }
    repoData.packages.push({ name, version })
    data.set(repo, repoData)
  }
  return { data, missing_packages: missingPackages.sort(byCodePoint) }
}
