import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { metrics as metricKind } from '@quatrain/contract/resources/metric.ts'
import { sql } from 'kysely'
import { metricWords } from '#features/roll-out/roll-out.reads.ts'
import { initialComment } from '#kit/recording/changes.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import type { Document } from '#request/context/recording.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type DemoMetric, type DemoTemplate, statesOf } from './data.ts'
import { insertHistory } from './history.ts'

/** The state of a metric after one of its changes. */
interface State {
  readonly name: string
  readonly number: number
  readonly user: string
  readonly date_created: Date
  readonly group: string
  readonly probeversion: string
  readonly config: readonly KeyValue[]
}

/** Adds a tenant's metrics with their complete history in four statements. `db` is the tenant's. */
export async function loadMetrics(
  db: Db,
  metrics: readonly DemoMetric[],
  templates: ReadonlyMap<string, DemoTemplate>,
): Promise<void> {
  const histories = metrics.map((metric) => replay(metric, templates))
  const states = histories.flat().sort((a, b) => a.date_created.getTime() - b.date_created.getTime())
  await db.transaction().execute(async (db) => {
    await insertMetrics(
      db,
      histories.flatMap((history) => history.slice(-1)),
    )
    const lastDocuments = new Map<number, Document>()
    const entries = (await findDocuments(db, states)).map(({ id, document }, position) => {
      const { name, number, user, date_created } = states[position] ?? failed()
      const old = lastDocuments.get(id)
      lastDocuments.set(id, document)
      const comment = old ? describeChange(metricKind.compared, old, document, metricWords) : initialComment
      return {
        kind: 'metric',
        object_id: id,
        number,
        name,
        author: user,
        at: date_created,
        before: old,
        document,
        comment,
      }
    })
    await insertHistory(db, entries)
  })
}

const failed = () => {
  throw new Error('A metric of the demonstration has no template.')
}

/**
 * A metric starts with the configuration of its template version, and gets that of the new version when it is moved.
 */
function replay({ name, imported, changes }: DemoMetric, templates: ReadonlyMap<string, DemoTemplate>): State[] {
  const template = templates.get(name) ?? failed()
  const configOf = (probeversion: string) =>
    (statesOf(template).find((version) => version.probeversion === probeversion) ?? failed()).config
  const states: State[] = [{ ...imported, name, number: 1, config: configOf(imported.probeversion) }]
  for (const change of changes) {
    const last = states.at(-1) ?? failed()
    const edited = new Map(change.config.map(({ key, value }) => [key, value]))
    const config = change.probeversion === undefined ? last.config : configOf(change.probeversion)
    states.push({
      ...last,
      number: last.number + 1,
      user: change.user,
      date_created: change.date_created,
      group: change.group ?? last.group,
      probeversion: change.probeversion ?? last.probeversion,
      config: config.map(({ key, value }) => ({ key, value: edited.get(key) ?? value })),
    })
  }
  return states
}

/** Every state with the template version that it uses. */
const stateRows = (states: readonly State[]) => sql`
  json_to_recordset(${JSON.stringify(states.map((state, position) => ({ ...state, position })))}::json)
    as given (position integer, name text, number integer, "group" text, probeversion text, config json)
  join metric_templates as template on template.name = given.name
  join metric_template_versions as source on source.template_id = template.id
  left join probe_versions as probe on probe.id = source.probe_version_id
  left join packages as package on package.id = probe.package_id`

const pinned = sql`coalesce(probe_version_label(probe, package), '') = given.probeversion`

async function insertMetrics(db: Db, states: readonly State[]) {
  await sql`
    insert into metrics (row_version, template_id, template_version_id, group_id, config)
    select given.number, template.id, source.id,
      (select id from groups where kind = 'metrics' and name = given."group"), given.config
    from ${stateRows(states)}
    where ${pinned}
    order by given.position
  `.execute(db)
}

async function findDocuments(db: Db, states: readonly State[]) {
  const { rows } = await sql<{ id: number; document: Document }>`
    select metric.id, metric_document(source, probe_version_label(probe, package), given."group", given.config) as document
    from ${stateRows(states)}
    join metrics as metric on metric.tenant_id = current_tenant() and metric.template_id = template.id
    where ${pinned}
    order by given.position
  `.execute(db)
  if (rows.length !== states.length) return failed()
  return rows
}
