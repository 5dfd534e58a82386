import type { Importable } from '@quatrain/contract/resources/metric-imports.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import { choosing } from './metrics.repository.ts'

/** Every template that the tenant has no metric of, by name, and what an import would make of it. One statement. */
export async function findImportable(db: Db): Promise<Importable[]> {
  const { rows } = await sql<Importable>`
    with ${choosing(sql`
      select name from metric_templates as free
      where not exists (select from metrics as metric where metric.template_id = free.id)`)}
    select chosen.name, current.mtype, to_json(current.tags) as tags, current.description,
      case when taken.id is null then '' else coalesce(probe_version_label(taken_probe, taken_package), '') end
        as probeversion,
      coalesce(probe_version_label(probe, package), '') as newest,
      case when taken.id is null then 'unavailable' when taken.id = current.id then 'imported' else 'warning' end
        as outcome
    from chosen
    join metric_templates as template on template.id = chosen.template_id
    join metric_template_versions as current on current.id = template.current_version_id
    left join probe_versions as probe on probe.id = current.probe_version_id
    left join packages as package on package.id = probe.package_id
    left join metric_template_versions as taken on taken.id = chosen.version_id
    left join probe_versions as taken_probe on taken_probe.id = taken.probe_version_id
    left join packages as taken_package on taken_package.id = taken_probe.package_id
    order by chosen.name
  `.execute(db)
  return rows
}

/** What prevents the import of these: the tenant has them already, or they do not exist. One statement. */
export async function findObstacles(
  db: Db,
  names: readonly string[],
): Promise<{ readonly name: string; readonly isThere: boolean }[]> {
  const { rows } = await sql<{ name: string; isThere: boolean }>`
    select wanted.name, held.is_there as "isThere"
    from (select distinct name collate "C" as name from unnest(${[...names]}::text[]) as name) as wanted
    cross join lateral (select exists (
      select from metrics as metric
      join metric_template_versions as version on version.id = metric.template_version_id
      join metric_templates as template on template.id = metric.template_id
      where version.name = wanted.name or template.name = wanted.name) as is_there) as held
    where held.is_there or not exists (select from metric_templates as template where template.name = wanted.name)
    order by wanted.name
  `.execute(db)
  return rows
}
