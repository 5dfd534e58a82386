// What other features may ask of metric templates. Each function answers one question.
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

/** Which templates can a tenant use? By name. */
export const availableTemplates = (ctx: Context) =>
  ctx.db
    .selectFrom('metric_templates as template')
    .innerJoin('metric_template_versions as version', 'version.id', 'template.current_version_id')
    .select(['template.name', 'version.mtype'])
    .orderBy('template.name')
    .execute()

/** Which templates are on this version of a probe now, `{probe}({version})`? By name. */
export async function templatesOnVersion(ctx: Context, version: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select template.name
    from probe_versions as probe
    join packages as package on package.id = probe.package_id
    join metric_template_versions as version on version.probe_version_id = probe.id
    join metric_templates as template on template.current_version_id = version.id
    where probe.name || '(' || package.version || ')' = ${version}
    order by template.name
  `.execute(ctx.db)
  return rows.map(({ name }) => name)
}

/** Is a version of this probe part of a version of a template? Then metrics may be made from it. */
export async function isProbeUsed(ctx: Context, probeId: number): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (
      select from metric_template_versions as version
      join probe_versions as probe on probe.id = version.probe_version_id
      where probe.probe_id = ${probeId}) as "isUsed"
  `.execute(ctx.db)
  return rows[0]?.isUsed ?? false
}
