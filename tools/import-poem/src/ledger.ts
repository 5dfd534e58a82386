import type { SourceRow, SourceSchema } from './source.ts'

/**
 * What became of a row. `imported`: it was added. `present`: the console has the same already. `mapped`: it is part of
 * another object, or the console needs none of its kind. `listed`: it was not imported, for the reason that is given.
 */
export const outcomes = ['imported', 'present', 'mapped', 'listed'] as const
export type Outcome = (typeof outcomes)[number]

/** A row in words, with what has to be known of it. */
export interface Remark {
  readonly table: string
  readonly row: string
  readonly why: string
}

export interface TableCounts extends Readonly<Record<Outcome, number>> {
  readonly table: string
  readonly rows: number
}

/** Accounts for every row of a schema: each has one outcome, and rows that nothing has settled are listed. */
export interface Ledger {
  settle(row: SourceRow, outcome: Outcome, why?: string): void
  /** Something was imported, but not exactly as it was. */
  note(row: SourceRow, why: string): void
  /** Something that is in no row. */
  remark(remark: Remark): void
  isSettled(row: SourceRow): boolean
  /** Settles a row that is only a part of another one: it is mapped, or listed with the other one. */
  follow(row: SourceRow | undefined, owner: SourceRow | undefined): void
  outcomeOf(row: SourceRow): Outcome
  counts(): TableCounts[]
  listed(): Remark[]
  notes(): Remark[]
}

const ownerNotImported = 'What it is a part of was not imported.'
const unknown = 'This import does not know the table.'

export function ledgerOf({ rows }: SourceSchema): Ledger {
  const settled = new Map<SourceRow, { readonly outcome: Outcome; readonly why: string }>()
  const notes: Remark[] = []
  const outcomeOf = (row: SourceRow) => settled.get(row) ?? ({ outcome: 'listed', why: unknown } as const)
  const remark = (row: SourceRow, why: string): Remark => ({ table: row.table, row: wordsFor(row), why })
  return {
    settle(row, outcome, why = '') {
      settled.set(row, { outcome, why })
    },
    note: (row, why) => void notes.push(remark(row, why)),
    remark: (note) => void notes.push(note),
    isSettled: (row) => settled.has(row),
    outcomeOf: (row) => outcomeOf(row).outcome,
    follow(row, owner) {
      if (!row) return
      const isLost = owner === undefined || outcomeOf(owner).outcome === 'listed'
      settled.set(row, isLost ? { outcome: 'listed', why: ownerNotImported } : { outcome: 'mapped', why: '' })
    },
    counts: () =>
      [...Map.groupBy(rows, ({ table }) => table)]
        .map(([table, rows]) => {
          const counts = { imported: 0, present: 0, mapped: 0, listed: 0 }
          for (const row of rows) counts[outcomeOf(row).outcome] += 1
          return { table, rows: rows.length, ...counts }
        })
        .toSorted((a, b) => (a.table < b.table ? -1 : 1)),
    listed: () =>
      rows.flatMap((row) => {
        const { outcome, why } = outcomeOf(row)
        return outcome === 'listed' ? [remark(row, why)] : []
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
