import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { type MetricDocument, metrics } from '@quatrain/contract/resources/metric.ts'
import { metricWords } from '@quatrain/server/features/roll-out/roll-out.reads.ts'
import { sql } from 'kysely'
import { pairsOf, singleOf, textOf } from './decode.ts'
import { groupNamed, groupsHere } from './groups.ts'
import { type HistoryKind, historiesOf, recordWithHistory, settleOldVersions } from './histories.ts'
import { addNew, byKey, Refused, type Run, readRows, type WantedObject } from './run.ts'

/** A version of a metric template of the console. */
interface Version {
  readonly id: number
  readonly template_id: number
  /** The document of a metric of it, without a group and a configuration. */
  readonly document: MetricDocument
}

const history: HistoryKind = {
  model: 'metric',
  resource: metrics,
  words: metricWords,
  documentOf: (fields) => ({
    name: textOf(fields.name),
    mtype: textOf([fields.mtype].flat()[0]),
    tags: [fields.tags ?? []].flat(2).map(String).toSorted(),
    group: textOf([fields.group].flat()[0]),
    probeversion: labelOf(fields.probekey),
    description: textOf(fields.description),
    parent: singleOf(fields.parent),
    probeexecutable: singleOf(fields.probeexecutable),
    config: pairsOf(fields.config),
    attribute: pairsOf(fields.attribute),
    dependancy: pairsOf(fields.dependancy),
    flags: pairsOf(fields.flags),
    parameter: pairsOf(fields.parameter),
  }),
}

/** `["http-probe", "1.4.0"]` is `http-probe (1.4.0)`. */
function labelOf(key: unknown): string {
  if (!Array.isArray(key)) return ''
  const [name, version] = key.map(String)
  return `${name} (${version})`
}

/** The metrics of a tenant with their histories. A metric names its template and probe version by text. */
export async function importMetrics(run: Run): Promise<void> {
  const { source, ledger } = run
  const existingGroups = await groupsHere(run)
  const histories = historiesOf(run, history)
  const versions = await findVersions(run)
  const wantedMetrics = readRows(ledger, source.rowsOf('metric'), (row) => {
    const { fields } = row
    const [name, label] = [textOf(fields.name), textOf(fields.probeversion)]
    const version = versions.get(`${name}\n${label}`)
    if (!version) throw new Refused(`The catalogue has no metric template ${name} ${label && `for ${label}`}`.trim())
    const { name: group, dangling } = groupNamed(run, existingGroups, 'metrics', fields.group)
    if (dangling) ledger.note(row, `Its group ${dangling} does not exist, so it has none.`)
    const config: KeyValue[] = pairsOf(fields.config)
    const document = { ...version.document, group, config }
    return { row, key: String(version.template_id), document, extra: { version: version.id, name } }
  })
  const added = await addNew(run, {
    wantedObjects: wantedMetrics,
    find: () => metricsHere(run),
    store: async (added) => recordWithHistory(run, history, await insert(run, added), histories),
  })
  settleOldVersions(run, histories, added)
}

async function metricsHere({ ctx }: Run) {
  const { rows: existingMetrics } = await sql<{ template_id: number; document: MetricDocument }>`
    select metric.template_id, metric_document(source, probe_version_label(probe, package), owner.name, metric.config)
      as document
    from metrics as metric join metric_template_versions as source on source.id = metric.template_version_id
    left join probe_versions as probe on probe.id = source.probe_version_id
    left join packages as package on package.id = probe.package_id
    left join groups as owner on owner.tenant_id = metric.tenant_id and owner.id = metric.group_id
  `.execute(ctx.db)
  return byKey(
    existingMetrics,
    ({ template_id }) => String(template_id),
    ({ document }) => document,
  )
}

type NewMetric = WantedObject<{ readonly version: number; readonly name: string }> & {
  readonly document: MetricDocument
}

async function insert({ ctx }: Run, added: readonly NewMetric[]) {
  const metricRows = added.map(({ key, document, extra }, position) => ({
    position,
    template: Number(key),
    version: extra.version,
    group: document.group,
    config: document.config,
  }))
  const { rows: ids } = await sql<{ id: number; template_id: number }>`
    insert into metrics (template_id, template_version_id, group_id, config)
    select template, version, (select id from groups where kind = 'metrics' and name = given."group"), config
    from json_to_recordset(${JSON.stringify(metricRows)}::json)
      as given (position integer, template integer, version integer, "group" text, config json)
    order by position
    returning id, template_id
  `.execute(ctx.db)
  const idOf = new Map(ids.map(({ id, template_id }) => [String(template_id), id]))
  return added.map((metric) => ({ ...metric, id: idOf.get(metric.key) ?? 0, name: metric.extra.name }))
}

/** The versions of metric templates by name and version of the probe; that of a current template first. */
async function findVersions({ ctx }: Run): Promise<ReadonlyMap<string, Version>> {
  const { rows } = await sql<Version>`
    select source.id, source.template_id,
      metric_document(source, probe_version_label(probe, package), '', '[]') as document
    from metric_template_versions as source
    join metric_templates as template on template.id = source.template_id
    left join probe_versions as probe on probe.id = source.probe_version_id
    left join packages as package on package.id = probe.package_id
    order by template.name = source.name, source.id
  `.execute(ctx.db)
  return new Map(rows.map((version) => [`${version.document.name}\n${version.document.probeversion}`, version]))
}
