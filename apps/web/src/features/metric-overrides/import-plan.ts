import type { FileLists, FileRow } from './override-json.ts'
import {
  keyOf,
  type ListName,
  type OverrideRow,
  type OverrideTexts,
  overrideRows,
  overrideTables,
} from './override-rows.ts'

export type Fate = 'Rejected' | 'Removed' | 'Changed' | 'Added'

/** The result of importing one row. */
export interface PlannedRow {
  readonly id: string
  readonly fate: Fate
  readonly table: string
  /** Its place in the list of the file. */
  readonly number?: number
  readonly what: string
  readonly value: string
  /** Why it is rejected, or the previous value. */
  readonly reason?: string
}

/** The changes of a file to the three tables of a form. */
export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  readonly kept: number
  /** The tables afterwards. */
  readonly after: { readonly [List in ListName]: OverrideRow[] }
}

type Tables = { readonly [List in ListName]: readonly OverrideRow[] }

/** The lists of the file replace those of the form; a list that is not in the file is unchanged. */
export function planImport(lists: FileLists, before: Tables): ImportPlan {
  const rows: PlannedRow[] = []
  let kept = 0
  for (const { name, title, rows: definition } of overrideTables) {
    const given = lists[name]
    if (!given) continue
    const compared = compare(title, definition.valuesOf(before[name]), given)
    rows.push(...compared.rows)
    kept += compared.kept
  }
  const after = (name: ListName) => {
    const given = lists[name]
    return given ? overrideRows(name).matching(goodOf(given), before[name]) : [...before[name]]
  }
  return {
    rows: rows.toSorted((a, b) => fates.indexOf(a.fate) - fates.indexOf(b.fate)),
    kept,
    after: {
      global_attributes: after('global_attributes'),
      host_attributes: after('host_attributes'),
      metric_parameters: after('metric_parameters'),
    },
  }
}

export const fates: readonly Fate[] = ['Rejected', 'Removed', 'Changed', 'Added']

const goodOf = (rows: readonly FileRow[]) =>
  rows.filter(({ problem }) => problem === undefined).map(({ texts }) => texts)

const wordsOf = (texts: Partial<OverrideTexts>) => keyOf(texts).split('\n').filter(Boolean).join(' ')

function compare(table: string, before: readonly OverrideTexts[], given: readonly FileRow[]) {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Set(goodOf(given).map(keyOf))
  let kept = 0
  const planned = given.flatMap(({ number, texts, problem }): PlannedRow[] => {
    const row = { id: `${table} ${number}`, table, number, what: wordsOf(texts), value: texts.value ?? '' }
    if (problem !== undefined) return [{ ...row, fate: 'Rejected', reason: problem }]
    const was = old.get(keyOf(texts))
    if (!was) return [{ ...row, fate: 'Added' }]
    if (was.value !== texts.value) return [{ ...row, fate: 'Changed', reason: `was ${was.value}` }]
    kept += 1
    return []
  })
  const removed = before
    .filter((row) => !now.has(keyOf(row)))
    .map((row): PlannedRow => {
      return { id: `${table} removed ${keyOf(row)}`, fate: 'Removed', table, what: wordsOf(row), value: row.value }
    })
  return { rows: [...planned, ...removed], kept }
}

/** `2 added, 1 changed, 0 removed`, and the number of rejected rows. */
export function importSummary({ rows }: Pick<ImportPlan, 'rows'>): string {
  const count = (fate: Fate) => rows.filter((row) => row.fate === fate).length.toLocaleString('en')
  return `${count('Added')} added, ${count('Changed')} changed, ${count('Removed')} removed, ${count('Rejected')} left out`
}
