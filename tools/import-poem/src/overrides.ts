import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { candidateStatuses, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import {
  findAll as findOverrides,
  insert as insertOverride,
} from '@quatrain/server/features/metric-overrides/metric-overrides.repository.ts'
import { findAll as findCandidates } from '@quatrain/server/features/probe-candidates/probe-candidates.repository.ts'
import { momentOf, rowsOf, textOf } from './decode.ts'
import { addNew, byKey, Refused, type Run, readRows, recordAdded } from './run.ts'

/** Sets of values that boxes use instead of those of the metrics. */
export async function importOverrides(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const wantedOverrides = readRows(ledger, source.rowsOf('override'), (row) => {
    const { fields } = row
    const { kept, refused } = withoutRefusedRows({
      global_attributes: recordsOf(fields.globalattribute, ['attribute']),
      host_attributes: recordsOf(fields.hostattribute, ['hostname', 'attribute']),
      metric_parameters: recordsOf(fields.metricparameter, ['hostname', 'metric', 'parameter']),
    })
    for (const words of refused) ledger.note(row, `Its row ${words}`)
    const lists = [fields.globalattribute, fields.hostattribute, fields.metricparameter].map((list) => rowsOf(list, 0))
    const texts = lists.flat(2)
    if (texts.some((text) => text.trim() === '')) ledger.note(row, 'Its empty rows were left out.')
    if (texts.some((text) => /\S {2}/.test(text))) ledger.note(row, 'A row has two blanks in a row: compare it.')
    const document = metricOverrides.add.parse({ name: textOf(fields.name), ...kept })
    return { row, key: document.name, document, extra: document }
  })
  const documentOf = (stored: object) => metricOverrides.document.parse(stored)
  await addNew(run, {
    wantedObjects: wantedOverrides,
    find: async () => byKey(await findOverrides(ctx.db), ({ name }) => name, documentOf),
    store: async (added) => {
      const changes = []
      for (const { key, document, extra } of added) {
        const { id } = await insertOverride(ctx.db, extra)
        changes.push({ kind: metricOverrides.kind, id, name: key, after: document })
      }
      await recordAdded(run, changes)
    },
  })
}

/** Rows of named texts and a value, without those that are blank. */
const recordsOf = (value: unknown, names: readonly string[]): Readonly<Record<string, string>>[] =>
  rowsOf(value, names.length)
    .filter((texts) => texts.some((text) => text.trim() !== ''))
    .map((texts) => Object.fromEntries([...names, 'value'].map((name, index) => [name, texts[index] ?? ''])))

type Rows = readonly Readonly<Record<string, string>>[]

/** A row that the console refuses costs no other of its set. The words have no value, which can be a secret. */
function withoutRefusedRows(lists: Readonly<Record<string, Rows>>) {
  const problems = new Map<Rows[number], string>()
  for (const { path, message } of metricOverrides.add.safeParse({ name: 'imported', ...lists }).error?.issues ?? []) {
    const [list, index] = path
    const row = lists[String(list)]?.[Number(index)]
    if (row) problems.set(row, message)
  }
  const refused = [...problems].map(([row, message]) => {
    const words = Object.entries(row).flatMap(([name, text]) => (name === 'value' ? [] : [text]))
    return `"${words.join(' ')}" was left out: ${message}`
  })
  const acceptedLists = Object.entries(lists).map(([list, rows]) => [list, rows.filter((row) => !problems.has(row))])
  return { kept: Object.fromEntries(acceptedLists), refused }
}

/** Submitted probes. Two can have the same name; they differ by the time of their submission. */
export async function importCandidates(run: Run): Promise<void> {
  const { ctx, source, ledger, zone } = run
  for (const row of source.rowsOf('candidateStatus')) {
    const isKnown = candidateStatuses.some((status) => status === row.fields.name)
    ledger.settle(row, isKnown ? 'mapped' : 'listed', 'The console does not have this status.')
  }
  const wantedCandidates = readRows(ledger, source.rowsOf('candidate'), (row) => {
    const { fields } = row
    const texts = Object.keys(probeCandidates.document.shape).map((field) => [field, textOf(fields[field])])
    const status = textOf(source.find('candidateStatus', fields.status)?.fields.name)
    const document = probeCandidates.document.parse({ ...Object.fromEntries(texts), status })
    const [created, last_update] = [momentOf(fields.created, zone), momentOf(fields.last_update, zone)]
    if (!created) throw new Refused('created: Required')
    const mailed = candidateStatuses.filter((status) => fields[`${status}_sent`] === true)
    const extra = { ...document, created, last_update: last_update ?? created, mailed }
    return { row, key: `${document.name}\n${created.toISOString()}`, document, extra }
  })
  await addNew(run, {
    wantedObjects: wantedCandidates,
    find: async () =>
      byKey(
        await findCandidates(ctx.db),
        ({ name, created }) => `${name}\n${created}`,
        (stored) => probeCandidates.document.parse(stored),
      ),
    store: async (added) => {
      const ids = await ctx.db
        .insertInto('probe_candidates')
        .values(added.map(({ extra }) => extra))
        .returning('id')
        .execute()
      await recordAdded(
        run,
        added.map(({ document, extra }, index) => ({
          kind: probeCandidates.kind,
          id: ids[index]?.id ?? 0,
          name: extra.name,
          after: document,
        })),
      )
    },
  })
}
