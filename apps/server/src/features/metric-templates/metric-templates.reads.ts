// What other features may ask of metric templates. Each function answers one question.
import type { Context } from '#request/context.ts'

/** Which templates can a tenant use? By name. */
export const availableTemplates = (ctx: Context) =>
  ctx.db
    .selectFrom('metric_templates as template')
    .innerJoin('metric_template_versions as version', 'version.id', 'template.current_version_id')
    .select(['template.name', 'version.mtype'])
    .orderBy('template.name')
    .execute()
