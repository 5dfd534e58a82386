import { objectReference } from '@quatrain/contract/kit/fields.ts'
import { type GroupKind, groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { maxGroupName } from '@quatrain/contract/resources/group.ts'
import { addedGroup } from '@quatrain/server/features/groups/added-group.reads.ts'
import { textOf } from './decode.ts'
import type { Model } from './models.ts'
import { addNew, type Run, readRows, recordAdded, validField } from './run.ts'

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
  const wantedGroups = groupKinds.flatMap((kind) =>
    readRows(ledger, source.rowsOf(modelOfGroups[kind]), (row) => {
      const name = validField(row, 'name', objectReference(maxGroupName))
      return { row, key: keyOfGroup(kind, name), document: {}, extra: { kind, name } }
    }),
  )
  await addNew(run, {
    wantedObjects: wantedGroups,
    find: async () => new Map([...(await groupsHere(run))].map((key) => [key, {}])),
    store: async (added) => {
      const sourceGroups = added.map(({ extra }) => extra)
      const rows = await ctx.db.insertInto('groups').values(sourceGroups).returning(['id', 'kind', 'name']).execute()
      await recordAdded(run, rows.map(addedGroup))
    },
  })
}

/** The groups that the console has. */
export async function groupsHere({ ctx }: Run): Promise<ReadonlySet<string>> {
  const existingGroups = await ctx.db.selectFrom('groups').select(['kind', 'name']).execute()
  return new Set(existingGroups.map(({ kind, name }) => keyOfGroup(kind, name)))
}

export const keyOfGroup = (kind: string, name: string): string => `${kind}\n${name}`

/** The name of the group of an object; empty for none, also where that system names a group that is not here. */
export function groupNamed(
  run: Run,
  existingGroups: ReadonlySet<string>,
  kind: GroupKind,
  reference: unknown,
): { readonly name: string; readonly dangling: string } {
  const groupName = textOf(reference)
  const groupRow = run.source.find(modelOfGroups[kind], reference)
  // A text is a name and not a number of a row.
  const name =
    groupRow && (typeof reference === 'number' || Array.isArray(reference) || groupRow.fields.name === groupName)
  if (!name) return { name: '', dangling: groupName }
  const own = textOf(groupRow.fields.name)
  return existingGroups.has(keyOfGroup(kind, own)) ? { name: own, dangling: '' } : { name: '', dangling: own }
}
