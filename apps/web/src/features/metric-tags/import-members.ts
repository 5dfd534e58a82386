import { type ImportMode, type ImportPlan, planImport, removedBy } from '#kit/imports/import-plan.ts'
import type { Imported } from '#kit/imports/use-csv-import.ts'
import { membersInOrder } from './member-rows.ts'
import { mustBeKnown } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

/** A metric template that has the tag. */
export interface Member {
  readonly name: string
}

/** Sorts the rows of a file by the result of importing them. While the known names are not loaded, the server decides. */
export const planMemberImport = (
  rows: readonly NameRow[],
  members: readonly string[],
  templateNames: ReadonlySet<string> | undefined,
): ImportPlan<Member> =>
  planImport<Member>(rows, {
    present: members.map((name) => ({ name })),
    keyOf: ({ name }) => name,
    reasonAgainst: ({ name }, repeat) => repeat ?? (templateNames?.has(name) === false ? mustBeKnown : undefined),
  })

/** The members with those of the file. */
export const importMembersInto = (members: readonly string[], plan: ImportPlan<Member>, mode: ImportMode): string[] => {
  const removed = new Set(removedBy(plan, mode).map(({ name }) => name))
  return membersInOrder([...members.filter((name) => !removed.has(name)), ...plan.added.map(({ name }) => name)])
}

/** The members as they were before an import; what was added or removed since stays so. */
export function withoutMemberImport({ before, after }: Imported<readonly string[]>, now: readonly string[]): string[] {
  const [earlier, imported] = [new Set(before), new Set(after)]
  const remainingNames = now.filter((name) => earlier.has(name) || !imported.has(name))
  return membersInOrder([...new Set([...remainingNames, ...before.filter((name) => !imported.has(name))])])
}
