import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/**
 * Contradictions in the activity log: rows whose document before the write differs from the document after the previous
 * row, each as `tenant kind name: fields`. A write that judged or recorded an outdated state of its object appears
 * here.
 */
export async function contradictions({ owner }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ found: string }>`
    select tenant_id || ' ' || kind || ' ' || object_name || ': ' || coalesce((
        select string_agg(field || ' ' || coalesce((left_by -> field)::text, '-') || ' / ' || coalesce((before -> field)::text, '-'), ', ')
        from json_object_keys(before) as field where (left_by -> field)::text is distinct from (before -> field)::text
      ), 'there was none') as found
    from (
      select *, lag(after) over same as left_by, row_number() over same as position from activity_with_documents
      where action not in ('reveal', 'reseal')
      window same as (partition by tenant_id, kind, object_id order by number)
    ) as entry
    where position > 1 and before::jsonb is distinct from left_by::jsonb
    order by tenant_id, number
  `.execute(owner)
  return rows.map(({ found }) => found)
}

/** Rows of the activity log that contain the document of the version before, each as `tenant kind name: number`. */
export async function repeatedDocuments({ owner }: TestApp): Promise<string[]> {
  const { rows } = await sql<{ found: string }>`
    select entry.tenant_id || ' ' || entry.kind || ' ' || entry.object_name || ': ' || entry.number as found
    from (
      select *, max(after_version) over (
        partition by tenant_id, kind, object_id order by number rows between unbounded preceding and 1 preceding) as latest
      from activity
    ) as entry
    join versions as version on version.tenant_id = entry.tenant_id and version.kind = entry.kind
      and version.object_id = entry.object_id and version.number = entry.latest
    where entry.before::jsonb = version.document::jsonb
    order by entry.tenant_id, entry.number
  `.execute(owner)
  return rows.map(({ found }) => found)
}
