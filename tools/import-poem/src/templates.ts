import { technicalName } from '@quatrain/contract/kit/fields.ts'
import { metricTypes } from '@quatrain/contract/resources/metric-settings.ts'
import { type MetricTemplateDocument, metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { insertVersions } from '@quatrain/server/features/metric-templates/metric-template-versions.repository.ts'
import { templateWords } from '@quatrain/server/features/roll-out/roll-out.reads.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { pairsOf, singleOf, textOf } from './decode.ts'
import { labelOfProbe } from './probes.ts'
import { Refused, type Run, validField } from './run.ts'
import type { SourceRow } from './source.ts'
import { importVersioned } from './versions.ts'

interface OwnedVersion {
  readonly owner: string
  readonly document: MetricTemplateDocument
}

/** A template has one version for each version of its probe. */
const keyOf = ({ owner, document }: OwnedVersion): string => `${owner}\n${document.probeversion}`

/** Metric templates with their versions. */
export async function importTemplates(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const existingVersions = await probeVersionsHere(run)
  const tags = { object: tagsOf(run, 'template'), version: tagsOf(run, 'templateVersion') }
  await importVersioned<MetricTemplateDocument>(run, {
    kind: { ...metricTemplates, words: templateWords },
    models: { object: 'template', version: 'templateVersion' },
    documentIn: (row, model) => documentIn(run, row, tags[model], existingVersions),
    keyOf,
    with: 'version of the probe',
    objectsHere: () => templatesHere(run),
    versionsHere: () => versionsHere(run),
    table: 'metric_templates',
    insertVersions: (versions) => insertVersions(ctx.db, versions),
    setCurrent: (documents) => sql`
      update metric_templates as template set current_version_id = version.id
      from json_to_recordset(${documents}::json) as given (name text, probeversion text)
      left join probe_versions as probe on probe.name || ' (' || probe.version || ')' = given.probeversion
      join metric_template_versions as version on version.probe_version_id is not distinct from probe.id
      where template.name = given.name and version.template_id = template.id`,
  })
  for (const model of ['template', 'templateVersion'] as const) {
    for (const { row, from } of source.links(model, 'tag')) ledger.follow(row, source.find(model, from))
  }
}

async function versionsHere({ ctx }: Run): Promise<ReadonlyMap<string, MetricTemplateDocument>> {
  const { rows } = await sql<OwnedVersion>`
    select template.name as owner, template_document(version.*, probe.name || ' (' || probe.version || ')') as document
    from metric_template_versions as version join metric_templates as template on template.id = version.template_id
    left join probe_versions as probe on probe.id = version.probe_version_id
  `.execute(ctx.db)
  return new Map(rows.map((owned) => [keyOf(owned), owned.document]))
}

async function templatesHere({ ctx }: Run): Promise<ReadonlyMap<string, MetricTemplateDocument>> {
  const { rows } = await sql<{ readonly document: MetricTemplateDocument }>`
    select template_document(version.*, probe.name || ' (' || probe.version || ')') as document
    from metric_templates as template join metric_template_versions as version on version.id = template.current_version_id
    left join probe_versions as probe on probe.id = version.probe_version_id
  `.execute(ctx.db)
  return new Map(rows.map(({ document }) => [document.name, document]))
}

/** The versions of probes that the console has, as templates name them. */
async function probeVersionsHere({ ctx }: Run): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.selectFrom('probe_versions').select(['name', 'version']).execute()
  return new Set(rows.map(labelOfProbe))
}

type Tags = ReadonlyMap<SourceRow | undefined, readonly string[]>

/** The names of the tags of each row. */
function tagsOf({ source }: Run, model: 'template' | 'templateVersion'): Tags {
  const links = source.links(model, 'tag')
  const byOwner = Map.groupBy(links, ({ from }) => source.find(model, from))
  return new Map(
    [...byOwner].map(([row, links]) => [
      row,
      links.map(({ to }) => textOf(source.find('tag', to)?.fields.name)).toSorted(),
    ]),
  )
}

/** The columns that a template and its versions share. */
function documentIn(
  { source, ledger }: Run,
  row: SourceRow,
  tags: Tags,
  probesHere: ReadonlySet<string>,
): MetricTemplateDocument {
  const { fields } = row
  const mtype = z.enum(metricTypes).parse(source.find('templateType', fields.mtype)?.fields.name)
  const probe = source.find('probeVersion', fields.probekey)
  if (mtype === 'Active' && !probe) throw new Refused('It is active, but has no version of a probe.')
  if (mtype === 'Passive' && probe) ledger.note(row, 'It is passive, so its version of a probe was left out.')
  const version = textOf(source.find('package', probe?.fields.package)?.fields.version)
  const label = labelOfProbe({ name: textOf(probe?.fields.name), version })
  if (mtype === 'Active' && !probesHere.has(label)) throw new Refused(`Its probe ${label} was not imported.`)
  return {
    name: validField(row, 'name', technicalName()),
    mtype,
    tags: [...(tags.get(row) ?? [])],
    probeversion: mtype === 'Active' ? label : '',
    description: textOf(fields.description),
    parent: singleOf(fields.parent),
    probeexecutable: singleOf(fields.probeexecutable),
    config: pairsOf(fields.config),
    attribute: pairsOf(fields.attribute),
    dependency: pairsOf(fields.dependency ?? fields.dependancy),
    flags: pairsOf(fields.flags),
    parameter: pairsOf(fields.parameter),
  }
}
