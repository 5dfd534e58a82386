import { type ImportMode, type ImportPlan, removedBy, repeated } from '#kit/imports/import-plan.ts'
import type { Imported } from '#kit/imports/use-csv-import.ts'
import { inOrder } from './member-rows.ts'
import { mustBeKnown } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

/** A metric template that has the tag. */
export interface Member {
  readonly name: string
}

/** Sorts the rows of a file by the result of importing them. While the known names are not loaded, the server decides. */
export function planImport(
  rows: readonly NameRow[],
  members: readonly string[],
  known: ReadonlySet<string> | undefined,
): ImportPlan<Member> {
  const present = new Set(members)
  const firstRows = new Map<string, number>()
  const added: NameRow[] = []
  const rejected: (NameRow & { reason: string })[] = []
  for (const row of rows) {
    const first = firstRows.get(row.name)
    if (first !== undefined) rejected.push({ ...row, reason: repeated(first) })
    else if (known && !known.has(row.name)) rejected.push({ ...row, reason: mustBeKnown })
    else {
      firstRows.set(row.name, row.number)
      if (!present.has(row.name)) added.push(row)
    }
  }
  const missing = members.filter((name) => !firstRows.has(name)).map((name) => ({ name }))
  return { added, missing, rejected, kept: firstRows.size - added.length }
}

/** The members with those of the file. */
export const importInto = (members: readonly string[], plan: ImportPlan<Member>, mode: ImportMode): string[] => {
  const removed = new Set(removedBy(plan, mode).map(({ name }) => name))
  return inOrder([...members.filter((name) => !removed.has(name)), ...plan.added.map(({ name }) => name)])
}

/** The members as they were before an import; what was added or removed since stays so. */
export function withoutImport({ before, after }: Imported<readonly string[]>, now: readonly string[]): string[] {
  const [earlier, imported] = [new Set(before), new Set(after)]
  const kept = now.filter((name) => earlier.has(name) || !imported.has(name))
  return inOrder([...new Set([...kept, ...before.filter((name) => !imported.has(name))])])
}
