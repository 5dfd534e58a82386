import { objectName } from '@quatrain/contract/kit/fields.ts'
import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { documentFromInput } from '@quatrain/contract/kit/stored-document.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { byServiceAndMetric, metricProfiles, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import {
  aggregationProfileKind,
  findMetricProfileId,
} from '@quatrain/server/features/aggregation-profiles/aggregation-profiles.kind.ts'
import { metricProfileKind } from '@quatrain/server/features/metric-profiles/metric-profiles.kind.ts'
import { reportKind } from '@quatrain/server/features/reports/reports.kind.ts'
import { thresholdsProfileKind } from '@quatrain/server/features/thresholds-profiles/thresholds-profiles.kind.ts'
import type { Owned, OwnedContent, OwnedTable } from '@quatrain/server/kit/owned/owned-table.ts'
import type { RemoteObject } from '@quatrain/server/kit/two-stores/remote-objects.ts'
import type { Document } from '@quatrain/server/request/context/recording.ts'
import { z } from 'zod'
import { textOf } from './decode.ts'
import { groupNamed, groupsHere, modelOfGroups } from './groups.ts'
import { type Histories, type HistoryKind, historiesOf, recordWithHistory, settleOldVersions } from './histories.ts'
import type { Remote } from './remote.ts'
import { addNew, byKey, Refused, type Run, refuse, validField, type WantedObject } from './run.ts'
import type { SourceRow } from './source.ts'

interface Kind<Own> {
  /** The table of the other system, and the list of the Web API. */
  readonly model: keyof Remote
  readonly groups: GroupKind
  readonly kind: { readonly table: OwnedTable<Own> }
  readonly itemsOf: (remote: Remote) => readonly RemoteObject<Owned<Own>>[]
  readonly history: Omit<HistoryKind, 'model'>
  /** The fields of the newest version, if the other system has histories of the kind. */
  readonly fieldsOf?: (run: Run, document: Document) => Promise<Own>
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : (value ?? []))
const common = (fields: Document) => ({
  name: textOf(fields.name),
  groupname: textOf(fields.groupname),
  description: textOf(fields.description),
})

const pair = z.tuple([z.string(), z.string()]).transform(([service, metric]) => ({ service, metric }))

/** The pairs of a metric profile in their order; that system can have one several times. */
function pairsIn(value: unknown) {
  const pairs = z.array(pair).parse(parsed(value))
  return [...new Map(pairs.map((pair) => [pairKey(pair), pair])).values()].toSorted(byServiceAndMetric)
}

/** Metric, aggregation and thresholds profiles, and reports: in this order they refer to each other. */
export async function importProfiles(run: Run): Promise<void> {
  await importKind(run, {
    model: 'metricProfile',
    groups: 'metricprofiles',
    kind: metricProfileKind,
    itemsOf: (remote) => remote.metricProfile,
    history: {
      resource: metricProfiles,
      words: metricProfileKind.words,
      documentOf: (fields) => ({ ...common(fields), metricinstances: pairsIn(fields.metricinstances) }),
    },
    fieldsOf: async (_, document) => {
      const { services } = metricProfiles.fromDocument(metricProfiles.document.parse(document))
      return { services }
    },
  })
  await importKind(run, {
    model: 'aggregation',
    groups: 'aggregations',
    kind: aggregationProfileKind,
    itemsOf: (remote) => remote.aggregation,
    history: {
      resource: aggregationProfiles,
      documentOf: (fields) => ({ ...fields, ...common(fields), groups: parsed(fields.groups) }),
    },
    async fieldsOf({ ctx }, document) {
      const content = aggregationProfiles.document.parse(document)
      const metricProfileId = await findMetricProfileId(ctx.db, content.metric_profile)
      return { ...content, metricProfileId: metricProfileId ?? '' }
    },
  })
  await importKind(run, {
    model: 'thresholdsProfile',
    groups: 'thresholdsprofiles',
    kind: thresholdsProfileKind,
    itemsOf: (remote) => remote.thresholdsProfile,
    history: {
      resource: thresholdsProfiles,
      documentOf: (fields) => ({ ...common(fields), rules: parsed(fields.rules) }),
    },
    fieldsOf: async (_, document) => ({ rules: thresholdsProfiles.document.parse(document).rules }),
  })
  await importKind(run, {
    model: 'report',
    groups: 'reports',
    kind: reportKind,
    itemsOf: (remote) => remote.report,
    history: { resource: reports, documentOf: (fields) => fields },
  })
}

async function importKind<Own extends object>(run: Run, kind: Kind<Own>): Promise<void> {
  const { ctx, source, ledger } = run
  const { model } = kind
  const { table } = kind.kind
  const history = { ...kind.history, model }
  const { resource } = history
  const histories = historiesOf(run, history)
  const existingGroups = await groupsHere(run)
  const documentOf = (content: object): Document => documentFromInput(resource, { ...content })
  const wantedProfiles: (WantedObject<OwnedContent<Own>> & { readonly name: string })[] = []
  for (const row of source.rowsOf(model)) {
    const content = await contentOf(run, kind, row, histories, existingGroups)
    if (!content) continue
    const { apiid: key, name } = content
    wantedProfiles.push({ row, key, name, document: documentOf(content), extra: content })
  }
  const names = new Map((await table.findAll(ctx.db)).map(({ name, apiid }) => [name, apiid]))
  const unique = wantedProfiles.filter(({ row, key, name }) => {
    const earlierProfile = names.get(name)
    names.set(name, earlierProfile ?? key)
    if (earlierProfile === undefined || earlierProfile === key) return true
    ledger.settle(row, 'listed', `Another ${resource.label.one} has this name.`)
    return false
  })
  const added = await addNew(run, {
    wantedObjects: unique,
    find: async () => byKey(await table.findAll(ctx.db), ({ apiid }) => apiid, documentOf),
    store: async (objects) => {
      const inserted = []
      for (const object of objects) inserted.push({ ...object, ...(await table.insert(ctx.db, object.extra)) })
      await recordWithHistory(run, history, inserted, histories)
    },
  })
  settleOldVersions(run, histories, added)
  settleLinks(run, kind)
  const knownIds = new Set(source.rowsOf(model).map(({ fields }) => textOf(fields.apiid).toLowerCase()))
  for (const { id, name } of run.remote ? kind.itemsOf(run.remote) : []) {
    if (knownIds.has(id.toLowerCase())) continue
    const why = `Only the Web API has this ${resource.label.one}. The console can take it over, under Differences.`
    ledger.remark({ table: 'Web API', row: `"${name}"`, why })
  }
}

const apiid = z.uuid('It is not an id of the Web API').transform((text) => text.toLowerCase())
const inNeither = 'Neither the Web API nor the history has its content.'
const inWebApi = 'Its content is only in the Web API: give its address with --web-api.'

/** The content of an object: that of the Web API, else of its newest version. */
async function contentOf<Own extends object>(
  run: Run,
  { groups, model, itemsOf, fieldsOf }: Kind<Own>,
  row: SourceRow,
  histories: Histories,
  existingGroups: ReadonlySet<string>,
): Promise<OwnedContent<Own> | undefined> {
  const { ctx, source, ledger, remote } = run
  try {
    const id = validField(row, 'apiid', apiid)
    const { name: groupname, dangling } = groupNamed(run, existingGroups, groups, [textOf(row.fields.groupname)])
    const description = textOf(row.fields.description)
    const own = { name: validField(row, 'name', objectName()), groupname, description }
    if (own.name !== textOf(row.fields.name)) ledger.note(row, 'The spaces in its name are single here.')
    const item = remote && itemsOf(remote).find((item) => item.id.toLowerCase() === id)
    // The row with the history is looked for, because several rows can have the same id.
    const rows = source.rowsOf(model).filter(({ fields }) => textOf(fields.apiid).toLowerCase() === id)
    const newest = [row, ...rows].map((row) => histories.get(row)?.at(-1)?.document).find((document) => document)
    const fields = item ? undefined : newest && (await fieldsOf?.(run, newest))
    const content = item ? await item.content(ctx.db, own) : fields && { ...fields, ...own }
    if (!content) throw new Refused(remote ? inNeither : inWebApi)
    if (groupname === '' && dangling) ledger.note(row, `Its group ${dangling} does not exist, so it has none.`)
    const metricProfile = 'metric_profile' in content && model === 'aggregation' ? content.metric_profile : undefined
    if (metricProfile !== undefined && !(await findMetricProfileId(ctx.db, textOf(metricProfile)))) {
      throw new Refused(`Its metric profile ${textOf(metricProfile)} does not exist.`)
    }
    if (remote && !item) ledger.note(row, 'The Web API does not have it.')
    return { ...content, description: content.description ?? description, apiid: id }
  } catch (error) {
    refuse(ledger, row, error)
    return undefined
  }
}

/** Links from groups. An object also has the name of its group, which counts. */
function settleLinks(
  { source, ledger }: Run,
  { groups, model }: { readonly groups: GroupKind; readonly model: keyof Remote },
): void {
  for (const { row, from, to } of source.links(modelOfGroups[groups], model)) {
    const [group, object] = [source.find(modelOfGroups[groups], from), source.find(model, to)]
    const isUsed = group !== undefined && object?.fields.groupname === group.fields.name
    if (isUsed || !row) ledger.follow(row, object)
    else ledger.settle(row, 'listed', 'The object names another group, which was used.')
  }
}
