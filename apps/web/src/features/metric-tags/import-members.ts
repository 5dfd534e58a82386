import { type ImportMode, type ImportPlan, removedBy, repeated } from '#kit/imports/import-plan.ts'
import type { Imported } from '#kit/imports/use-csv-import.ts'
import { membersInOrder } from './member-rows.ts'
import { mustBeKnown } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

/** A metric template that has the tag. */
export interface Member {
  readonly name: string
}

/** Sorts the rows of a file by the result of importing them. While the known names are not loaded, the server decides. */
export function planMemberImport(
  rows: readonly NameRow[],
  members: readonly string[],
  templateNames: ReadonlySet<string> | undefined,
): ImportPlan<Member> {
  const present = new Set(members)
  const firstRows = new Map<string, number>()
  const added: NameRow[] = []
  const rejected: (NameRow & { reason: string })[] = []
  for (const row of rows) {
    const first = firstRows.get(row.name)
    if (first !== undefined) rejected.push({ ...row, reason: repeated(first) })
    else if (templateNames && !templateNames.has(row.name)) rejected.push({ ...row, reason: mustBeKnown })
    else {
      firstRows.set(row.name, row.number)
      if (!present.has(row.name)) added.push(row)
    }
  }
  const missingMembers = members.filter((name) => !firstRows.has(name)).map((name) => ({ name }))
  return { added, missingItems: missingMembers, rejected, keptCount: firstRows.size - added.length }
}

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
