import type { SourceRow, SourceSchema } from './source.ts'

/**
 * What became of a row. `imported`: it was added. `present`: the console has the same already. `mapped`: it is part of
 * another object, or the console needs none of its kind. `listed`: it was not imported, for the reason that is given.
 */
export const fates = ['imported', 'present', 'mapped', 'listed'] as const
export type Fate = (typeof fates)[number]

/** A row in words, with what has to be known of it. */
export interface Remark {
  readonly table: string
  readonly row: string
  readonly why: string
}

export interface TableCounts extends Readonly<Record<Fate, number>> {
  readonly table: string
  readonly rows: number
}

/** Accounts for every row of a schema: each has one fate, and rows that nothing has settled are listed. */
export interface Ledger {
  settle(row: SourceRow, fate: Fate, why?: string): void
  /** Something was imported, but not exactly as it was. */
  note(row: SourceRow, why: string): void
  /** Something that is in no row. */
  remark(remark: Remark): void
  isSettled(row: SourceRow): boolean
  /** Settles a row that is only a part of another one: it is mapped, or listed with the other one. */
  follow(row: SourceRow | undefined, owner: SourceRow | undefined): void
  fateOf(row: SourceRow): Fate
  counts(): TableCounts[]
  listed(): Remark[]
  notes(): Remark[]
}

const ownerNotImported = 'What it is a part of was not imported.'
const unknown = 'This import does not know the table.'

export function ledgerOf({ rows }: SourceSchema): Ledger {
  const settled = new Map<SourceRow, { readonly fate: Fate; readonly why: string }>()
  const notes: Remark[] = []
  const fateOf = (row: SourceRow) => settled.get(row) ?? ({ fate: 'listed', why: unknown } as const)
  const remark = (row: SourceRow, why: string): Remark => ({ table: row.table, row: wordsFor(row), why })
  return {
    settle(row, fate, why = '') {
      settled.set(row, { fate, why })
    },
    note: (row, why) => void notes.push(remark(row, why)),
    remark: (note) => void notes.push(note),
    isSettled: (row) => settled.has(row),
    fateOf: (row) => fateOf(row).fate,
    follow(row, owner) {
      if (!row) return
      const isLost = owner === undefined || fateOf(owner).fate === 'listed'
      settled.set(row, isLost ? { fate: 'listed', why: ownerNotImported } : { fate: 'mapped', why: '' })
    },
    counts: () =>
      [...Map.groupBy(rows, ({ table }) => table)]
        .map(([table, rows]) => {
          const counts = { imported: 0, present: 0, mapped: 0, listed: 0 }
          for (const row of rows) counts[fateOf(row).fate] += 1
          return { table, rows: rows.length, ...counts }
        })
        .toSorted((a, b) => (a.table < b.table ? -1 : 1)),
    listed: () =>
      rows.flatMap((row) => {
        const { fate, why } = fateOf(row)
        return fate === 'listed' ? [remark(row, why)] : []
      }),
    notes: () => notes,
  }
}

/** The name of a row for people. Never a field that could hold a secret. */
function wordsFor({ id, fields }: SourceRow): string {
  const name = [fields.name, fields.username, fields.object_repr, fields.schema_name, fields.domain].find(
    (text) => typeof text === 'string' && text !== '',
  )
  // The id of an API key contains its hash.
  const number = typeof id === 'number' ? `row ${id}` : undefined
  return [name && `"${String(name).slice(0, 80)}"`, number].filter((part) => part !== undefined).join(', ') || 'a row'
}
