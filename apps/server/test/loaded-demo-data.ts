import { isDeepStrictEqual } from 'node:util'
import { byServiceAndMetric } from '@quatrain/contract/resources/metric-profile.ts'
import { sql } from 'kysely'
import type { DemoTenant } from '#demo/data.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Throws if the metrics and profiles of a tenant differ from the data. */
export async function assertDataLoaded(db: Db, tenant: DemoTenant): Promise<void> {
  const { name, metrics, metric_profiles, aggregation_profiles, thresholds_profiles } = tenant
  assertSame(
    `metrics of ${name}`,
    await findMetrics(db),
    metrics.map(({ name, group, probeversion, config, changes }) => {
      return { name, group, probeversion, config, versions: changes.length + 1 }
    }),
  )
  assertSame(
    `metric profiles of ${name}`,
    await findProfiles(db),
    metric_profiles.map(({ name, groupname, description, services, history }) => {
      const pairs = services.flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric })))
      return { name, groupname, description, pairs: pairs.sort(byServiceAndMetric), versions: history.length + 1 }
    }),
  )
  assertSame(
    `aggregation profiles of ${name}`,
    await findDocuments(db, 'aggregationprofile', 'aggregation_profiles'),
    aggregation_profiles.map(({ user: _, date_created: __, history, metric_profile, ...content }) => {
      return { ...content, description: '', metric_profile: metric_profile.name, versions: history.length + 1 }
    }),
  )
  assertSame(
    `thresholds profiles of ${name}`,
    await findDocuments(db, 'thresholdsprofile', 'thresholds_profiles'),
    thresholds_profiles.map(({ user: _, date_created: __, history, ...content }) => {
      return { ...content, description: '', versions: history.length + 1 }
    }),
  )
}

type Named = { readonly name: string }

function assertSame(description: string, loadedRows: readonly Named[], expected: readonly Named[]): void {
  const loadedByName = new Map(loadedRows.map((row) => [row.name, row]))
  const differing = expected.find((row) => !isDeepStrictEqual(loadedByName.get(row.name), row))
  if (loadedRows.length !== expected.length || differing) {
    throw new Error(
      `The ${description} differ from the demonstration data: ${differing?.name ?? 'there are too many'}.`,
    )
  }
}

async function findMetrics(db: Db): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select version.name, owner.name as "group", coalesce(probe_version_label(probe, package), '') as probeversion,
      metric.config,
      (select count(*)::integer from versions as kept where kept.kind = 'metric' and kept.object_id = metric.id) as versions
    from metrics as metric
    join metric_template_versions as version on version.id = metric.template_version_id
    left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
    left join probe_versions as probe on probe.id = version.probe_version_id
    left join packages as package on package.id = probe.package_id
  `.execute(db)
  return rows
}

async function findProfiles(db: Db): Promise<Named[]> {
  const { rows } = await sql<Named & { pairs: { service: string; metric: string }[] }>`
    select profile.name, owner.name as groupname, profile.description,
      (select json_agg(json_build_object('service', pair.service, 'metric', pair.metric))
       from metric_profile_instances as pair where pair.profile_id = profile.id) as pairs,
      (select count(*)::integer from versions as kept
       where kept.kind = 'metricprofile' and kept.object_id = profile.id) as versions
    from metric_profiles as profile
    join groups as owner on owner.tenant_id = profile.tenant_id and owner.id = profile.group_id
  `.execute(db)
  return rows.map((profile) => ({ ...profile, pairs: profile.pairs.toSorted(byServiceAndMetric) }))
}

/** The documents of the newest versions of the profiles in a table, with the number of versions. */
async function findDocuments(db: Db, kind: string, table: string): Promise<Named[]> {
  const { rows } = await sql<{ document: Named; versions: number }>`
    select newest.document, newest.number as versions
    from ${sql.table(table)} as profile
    join lateral (
      select document, number from versions
      where kind = ${kind} and object_id = profile.id order by number desc limit 1
    ) as newest on true
  `.execute(db)
  return rows.map(({ document, versions }) => ({ ...document, versions }))
}
