import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { candidateStatuses, probeCandidates } from '@quatrain/contract/resources/probe-candidate.ts'
import {
  findAll as findOverrides,
  insert as insertOverride,
} from '#features/metric-overrides/metric-overrides.repository.ts'
import { findAll as findCandidates } from '#features/probe-candidates/probe-candidates.repository.ts'
import { momentOf, rowsOf, textOf } from './decode.ts'
import { addNew, byKey, Refused, type Run, readRows, recordAdded } from './run.ts'

/** Sets of values that boxes use instead of those of the metrics. */
export async function importOverrides(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const wanted = readRows(ledger, source.rowsOf('override'), (row) => {
    const { fields } = row
    const document = metricOverrides.add?.parse({
      name: textOf(fields.name),
      global_attributes: rowsOf(fields.globalattribute, 1).map(([attribute, value]) => ({ attribute, value })),
      host_attributes: rowsOf(fields.hostattribute, 2).map(([hostname, attribute, value]) => ({
        ...{ hostname, attribute, value },
      })),
      metric_parameters: rowsOf(fields.metricparameter, 3).map(([hostname, metric, parameter, value]) => ({
        ...{ hostname, metric, parameter, value },
      })),
    })
    return document && { row, key: document.name, document, extra: document }
  })
  const documentOf = (stored: object) => metricOverrides.document.parse(stored)
  await addNew(run, {
    wanted,
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

/** Submitted probes. Two can have the same name; they differ by the time of their submission. */
export async function importCandidates(run: Run): Promise<void> {
  const { ctx, source, ledger, zone } = run
  for (const row of source.rowsOf('candidateStatus')) {
    const isKnown = candidateStatuses.some((status) => status === row.fields.name)
    ledger.settle(row, isKnown ? 'mapped' : 'listed', 'The console does not have this status.')
  }
  const wanted = readRows(ledger, source.rowsOf('candidate'), (row) => {
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
    wanted,
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
        added.map(({ document, extra }, at) => ({
          ...{ kind: probeCandidates.kind, id: ids[at]?.id ?? 0, name: extra.name, after: document },
        })),
      )
    },
  })
}
