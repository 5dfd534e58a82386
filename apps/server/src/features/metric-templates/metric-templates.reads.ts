// Queries on metric templates for other features.
import { rowNamesIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/** Whether the tenant of the session can use this template: not if it is being deleted and the tenant has no metric of it. */
export const isOffered = (templateId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from withdrawn_templates as withdrawn where withdrawn.template_id = ${templateId})`

/** The templates that a tenant can use, by name, as it sees them. */
export const availableTemplates = (ctx: Context) =>
  ctx.db
    .selectFrom('metric_templates as template')
    .innerJoin('versions_with_content as version', 'version.id', 'template.current_version_id')
    .select(['version.name', 'version.mtype'])
    .where(isOffered(sql`template.id`))
    .orderBy('version.name')
    .execute()

/** The templates that use this version of a probe, `{probe}({version})`, now, by name. */
export const templatesOnVersion = (ctx: Context, version: string) =>
  rowNamesIn(ctx.db)`
    select template.name
    from probe_versions as probe
    join packages as package on package.id = probe.package_id
    join metric_template_versions as version on version.probe_version_id = probe.id
    join metric_templates as template on template.current_version_id = version.id
    where probe.name || '(' || package.version || ')' = ${version}
    order by template.name`

/** Whether a version of a template uses a version of this probe, so that metrics may use it too. */
export const isProbeUsed = (ctx: Context, probeId: number): Promise<boolean> =>
  valueIn(ctx.db)<boolean>`
    select exists (
      select from metric_template_versions as version
      join probe_versions as probe on probe.id = version.probe_version_id
      where probe.probe_id = ${probeId}) as "isUsed"
  `
