import { objectReference } from '@quatrain/contract/kit/fields.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { maxGroupName } from '@quatrain/contract/resources/group.ts'
import { addedGroup } from '#features/groups/groups.effects.ts'
import { textOf } from './decode.ts'
import type { Model } from './models.ts'
import { byKey, newAmong, type Run, readRows, recordAdded, validField } from './run.ts'

/** The tables of groups, and of what belongs to them. */
export const modelOfGroups = {
  reports: 'groupOfReports',
  metrics: 'groupOfMetrics',
  aggregations: 'groupOfAggregations',
  metricprofiles: 'groupOfMetricProfiles',
  thresholdsprofiles: 'groupOfThresholdsProfiles',
} as const satisfies Record<GroupKind, Model>

/** The groups of a tenant, still without objects and users. */
export async function importGroups(run: Run): Promise<void> {
  const { ctx, source, ledger } = run
  const wanted = groupKinds.flatMap((kind) =>
    readRows(ledger, source.rowsOf(modelOfGroups[kind]), (row) => {
      const name = validField(row, 'name', objectReference(maxGroupName))
      return { row, key: `${kind}\n${name}`, document: {}, extra: { kind, name } }
    }),
  )
  const known = await ctx.db.selectFrom('groups').select(['kind', 'name']).execute()
  const keyed = byKey(
    known,
    ({ kind, name }) => `${kind}\n${name}`,
    () => ({}),
  )
  const added = newAmong(ledger, wanted, keyed).map(({ extra }) => extra)
  if (added.length === 0) return
  const rows = await ctx.db.insertInto('groups').values(added).returning(['id', 'kind', 'name']).execute()
  await recordAdded(run, rows.map(addedGroup))
}

/** The name of the group of an object; empty for none, also where that system names a group that does not exist. */
export function groupNamed(
  run: Run,
  kind: GroupKind,
  reference: unknown,
): { readonly name: string; readonly dangling: string } {
  const given = textOf(reference)
  const found = run.source.find(modelOfGroups[kind], reference)
  // A text is a name and not a number of a row.
  const name = found && (typeof reference === 'number' || Array.isArray(reference) || found.fields.name === given)
  return name ? { name: textOf(found.fields.name), dangling: '' } : { name: '', dangling: given }
}
