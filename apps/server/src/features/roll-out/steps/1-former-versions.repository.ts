// Step 1: what tenants have seen of the versions of metric templates that a change may concern.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

const label = sql`probe_version_label(probe, package)`

/** Joins to `template`, a version of a metric template: what else tenants see of it. */
const withProbe = sql`
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id`

/** Stores the versions with these ids as they are before the change. Returns whether there are any. */
export async function keepFormerVersions(db: Db, ids: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into former_versions (id, version, is_current, probeversion, docurl, package_id, package_name, package_version)
    select template.id, template, exists (select from metric_templates where current_version_id = template.id),
      ${label}, probe.docurl, package.id, package.name, package.version
    from metric_template_versions as template ${withProbe}
    where template.id in (${ids})
  `.execute(db)
  return numAffectedRows > 0n
}

/** Removes the stored versions that are the same after the change. Statements without parameters, to be followed by another one. */
export const keepingOnlyChanged = sql`
  delete from former_versions as former using metric_template_versions as template ${withProbe}
  where template.id = former.id
    and template_document(former.version, former.probeversion)::text = template_document(template, ${label})::text
    and row(former.docurl, former.package_id, former.package_name, former.package_version)
      is not distinct from row(probe.docurl, package.id, package.name, package.version);
  analyze former_versions`

/** The versions with their content before and now, as a `Step` has them. */
export const changedVersions = sql`
  select former.id, former.version as was, former.probeversion as was_for, template as now, ${label} as now_for,
    former.is_current
  from former_versions as former
  join metric_template_versions as template on template.id = former.id ${withProbe}`
