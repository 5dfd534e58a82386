// What other features may cause metric templates to become. The caller records the changes with its own.
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { sql } from 'kysely'
import { followTemplateVersions } from '#features/metrics/metrics.effects.ts'
import { describeChange } from '#kit/describe-change.ts'
import type { Change } from '#kit/recorder.ts'
import { actorName, type Context } from '#request/context.ts'
import type { Document } from '#request/touched.ts'
import { templateWords } from './metric-template-document.ts'
import type { Standing } from './standing-on.effects.ts'
import { countOn, findStanding } from './standing-templates.repository.ts'

interface Moved {
  readonly id: number
  readonly name: string
  readonly rowVersion: number
  readonly before: Document
  /** Nothing when it stays where it is. */
  readonly after: Document | null
}

/**
 * Moves every template that is on one version of a probe now to another version of it: a version of its own for each,
 * or the one that it had there before, with what it is now. A template that was called otherwise there is left: tenants
 * know it by that name, and so do their profiles. One statement, whatever their number.
 */
export async function moveTemplates(
  ctx: Context,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly changes: Change[]; readonly left: string[] }> {
  const { rows } = await sql<Moved>`
    with moving as (
      select template.id, template.name, template.row_version, template.current_version_id, exists (
        select from metric_template_versions as earlier
        where earlier.template_id = template.id and earlier.probe_version_id = ${to} and earlier.name <> template.name
      ) as is_left
      from metric_templates as template
      join metric_template_versions as version on version.id = template.current_version_id
      where version.probe_version_id = ${from}
      for update of template
    ), made as (
      insert into metric_template_versions as made (template_id, probe_version_id, ${content}, author, created_at,
        version_comment)
      select moving.id, ${to}::integer, ${contentOf('version')}, ${actorName(ctx)}, ${ctx.now()}::timestamptz,
        'Changed probeversion.'
      from moving join metric_template_versions as version on version.id = moving.current_version_id
      where not moving.is_left
      on conflict on constraint metric_template_versions_probe_key do update set (${content}, author, created_at,
        version_comment) = (${contentOf('excluded')}, excluded.author, excluded.created_at, excluded.version_comment)
      returning id, template_id
    ), moved as (
      update metric_templates as template set current_version_id = made.id, row_version = row_version + 1
      from made where template.id = made.template_id
    )
    select moving.id, moving.name, moving.row_version as "rowVersion",
      template_document(version.*, ${labelOf(from)}) as before,
      case when not moving.is_left then template_document(version.*, ${labelOf(to)}) end as after
    from moving join metric_template_versions as version on version.id = moving.current_version_id
    order by moving.name
  `.execute(ctx.db)
  return {
    changes: rows.flatMap(({ after, ...moved }) => (after ? [{ ...ofTemplate, ...moved, after }] : [])),
    left: rows.flatMap(({ after, name }) => (after ? [] : [name])),
  }
}

/**
 * Applies a change of what versions of templates stand on, such as a package or a tag, and lets the templates and the
 * metrics of all tenants follow. Four statements, whatever their number; to be called in a transaction for every tenant.
 */
export async function followTemplates<T>(
  ctx: Context,
  standing: Standing,
  apply: () => Promise<T>,
): Promise<{ readonly applied: T; readonly changes: Change[] }> {
  const versions = await findStanding(ctx.db, standing)
  const current = new Map(versions.filter(({ isCurrent }) => isCurrent).map((version) => [version.id, version]))
  const ids = versions.map(({ versionId }) => versionId)
  const { applied, changes: metrics } = await followTemplateVersions(ctx, ids, apply)
  const changed = current.size === 0 ? [] : await countOn(ctx.db, [...current.values()])
  const after = new Map(changed.map(({ id, document }) => [id, document]))
  const templates = [...current.values()].flatMap(({ id, name, rowVersion, document }): Change[] => {
    const now = after.get(id)
    if (!now) return []
    const comment = describeChange(document, now, templateWords)
    return [
      {
        kind: metricTemplates.kind,
        id,
        name,
        rowVersion,
        before: document,
        after: now,
        comment,
        keepsItsVersions: true,
      },
    ]
  })
  return { applied, changes: [...templates, ...metrics] }
}

const ofTemplate = { kind: metricTemplates.kind, keepsItsVersions: true } as const

/** What a template is, beside its probe and who made it so. */
const columns = [
  'name',
  'mtype',
  'tags',
  'description',
  'parent',
  'probeexecutable',
  'config',
  'attribute',
  'dependency',
  'flags',
  'parameter',
] as const
const content = sql.join(columns.map((column) => sql.ref(column)))
const contentOf = (table: 'version' | 'excluded') => sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))

const labelOf = (probeVersion: number) => sql`(
  select probe_version_label(probe, package) from probe_versions as probe
  join packages as package on package.id = probe.package_id where probe.id = ${probeVersion})`
