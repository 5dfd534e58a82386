import { inOrder } from './member-rows.ts'
import { mustBeKnown } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

export type ImportMode = 'replace' | 'merge'

/** What a file would do to the members of a tag. */
export interface ImportPlan {
  readonly added: readonly NameRow[]
  /** Members that are not in the file: they go when the list is replaced. */
  readonly missing: readonly string[]
  readonly rejected: readonly (NameRow & { readonly reason: string })[]
  readonly kept: number
}

/** Sorts the rows of a file by what would become of them. Without the known names, the server decides about them. */
export function planImport(
  rows: readonly NameRow[],
  members: readonly string[],
  known: ReadonlySet<string> | undefined,
): ImportPlan {
  const present = new Set(members)
  const firstRows = new Map<string, number>()
  const added: NameRow[] = []
  const rejected: (NameRow & { reason: string })[] = []
  for (const row of rows) {
    const first = firstRows.get(row.name)
    if (first !== undefined) rejected.push({ ...row, reason: `Duplicated: it is in row ${first}` })
    else if (known && !known.has(row.name)) rejected.push({ ...row, reason: mustBeKnown })
    else {
      firstRows.set(row.name, row.number)
      if (!present.has(row.name)) added.push(row)
    }
  }
  const missing = members.filter((name) => !firstRows.has(name))
  return { added, missing, rejected, kept: firstRows.size - added.length }
}

/** The members with those of the file. */
export const importInto = (members: readonly string[], { added, missing }: ImportPlan, mode: ImportMode): string[] => {
  const gone = new Set(mode === 'replace' ? missing : [])
  return inOrder([...members.filter((name) => !gone.has(name)), ...added.map(({ name }) => name)])
}
