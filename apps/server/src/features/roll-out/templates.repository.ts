// Finds the versions of metric templates that depend on what changes, and moves templates to another version of a probe.
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { actorName, type Context } from '#request/context/context.ts'

/** Templates are recorded before the metrics that use them. */
const step = sql`1::smallint`
const { kind } = metricTemplates
const ofVersion = sql`
  left join probe_versions as probe on probe.id = version.probe_version_id
  left join packages as package on package.id = probe.package_id`

/** What versions of templates depend on: a package, a version of a probe, or tags of templates in their current versions. */
export type Dependency =
  | { readonly package: number }
  | { readonly probeVersion: number }
  | { readonly taggedTemplates: readonly number[] }

/** A query of the ids of the versions that depend on it. */
export const dependentVersions = (dependency: Dependency): RawBuilder<unknown> => sql`
  select version.id from metric_templates as template
  join metric_template_versions as version on version.template_id = template.id ${ofVersion}
  where ${dependsOn(dependency)}`

function dependsOn(dependency: Dependency): RawBuilder<unknown> {
  if ('package' in dependency) return sql`package.id = ${dependency.package}`
  if ('probeVersion' in dependency) return sql`probe.id = ${dependency.probeVersion}`
  return sql`template.id = any(${[...dependency.taggedTemplates]}::integer[]) and template.current_version_id = version.id`
}

/**
 * Moves every template that uses one version of a probe now to another version of it: to a new version, or to the one
 * that it had there before, with its current content. Returns the names of those with another name there, which are not
 * changed. One statement for any number.
 */
export const moveTemplatesToVersion = (ctx: Context, { from, to }: { readonly from: number; readonly to: number }) =>
  rowNamesIn(ctx.db)`
    with moving as (
      select template.id, template.name, template.row_version, template.current_version_id, exists (
        select from metric_template_versions as earlier
        where earlier.template_id = template.id and earlier.probe_version_id = ${to} and earlier.name <> template.name
      ) as is_left
      from metric_templates as template
      join metric_template_versions as version on version.id = template.current_version_id
      where version.probe_version_id = ${from}
      for no key update of template
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
    ), recorded as (
      insert into pending_changes
        (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
      select ${step}, ${ctx.tenant.id}, ${kind}, moving.id, moving.name,
        template_document(version.*, ${labelOf(from)}), template_document(version.*, ${labelOf(to)}),
        moving.row_version, 'Changed probeversion.', true
      from moving join metric_template_versions as version on version.id = moving.current_version_id
      where not moving.is_left
    )
    select name from moving where is_left order by name`

/** The document of a template without its probe and author. */
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
