// Step 2: metric templates that depend on what has changed. Their documents go into the pending changes.
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import { templateWords } from '../roll-out.reads.ts'
import { changedVersions } from './1-former-versions.repository.ts'

/** Records the templates whose former current version has another document now, and increases their row versions. */
export async function recordTemplates({ db, tenant }: Context): Promise<void> {
  await sql`
    with followed as materialized (
      select template.id, template.name, template.row_version,
        template_document(was, was_for) as before, template_document(now, now_for) as after
      from (${changedVersions}) as changed
      join metric_templates as template on template.id = (now).template_id
      where changed.is_current
    ), counted as (
      update metric_templates as template set row_version = template.row_version + 1
      from followed where template.id = followed.id and followed.before::text <> followed.after::text
    )
    insert into pending_changes
      (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
    select 1, ${tenant.id}, ${metricTemplates.kind}, id, name, before, after, row_version,
      describe_change(before, after, ${Object.keys(templateWords)}::text[]), true
    from followed where before::text <> after::text
  `.execute(db)
}
