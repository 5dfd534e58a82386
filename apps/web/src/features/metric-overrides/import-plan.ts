import { type Fate, fates, type PreviewLine } from '#kit/imports/import-plan.ts'
import type { FileLists, FileRow } from './override-json.ts'
import {
  keyOf,
  type ListName,
  type OverrideRow,
  type OverrideTexts,
  overrideRows,
  overrideTables,
} from './override-rows.ts'

/** The result of importing one row, with its place in the list of the file. */
export interface PlannedRow extends PreviewLine {
  readonly table: string
  readonly label: string
  readonly value: string
}

/** The changes of a file to the three tables of a form. */
export interface OverrideImportPlan {
  readonly rows: readonly PlannedRow[]
  readonly keptCount: number
  /** The tables afterwards. */
  readonly after: { readonly [List in ListName]: OverrideRow[] }
}

type Tables = { readonly [List in ListName]: readonly OverrideRow[] }

/** The lists of the file replace those of the form; a list that is not in the file is unchanged. */
export function planOverrideImport(lists: FileLists, before: Tables): OverrideImportPlan {
  const rows: PlannedRow[] = []
  let keptCount = 0
  for (const { name, title, rows: definition } of overrideTables) {
    const fileRows = lists[name]
    if (!fileRows) continue
    const compared = compare(title, definition.valuesOf(before[name]), fileRows)
    rows.push(...compared.rows)
    keptCount += compared.keptCount
  }
  const after = (name: ListName) => {
    const fileRows = lists[name]
    return fileRows ? overrideRows(name).matching(goodOf(fileRows), before[name]) : [...before[name]]
  }
  return {
    rows: rows.toSorted((a, b) => fates.indexOf(a.fate) - fates.indexOf(b.fate)),
    keptCount,
    after: {
      global_attributes: after('global_attributes'),
      host_attributes: after('host_attributes'),
      metric_parameters: after('metric_parameters'),
    },
  }
}

const goodOf = (rows: readonly FileRow[]) =>
  rows.filter(({ problem }) => problem === undefined).map(({ texts }) => texts)

const wordsOf = (texts: Partial<OverrideTexts>) => keyOf(texts).split('\n').filter(Boolean).join(' ')

function compare(table: string, before: readonly OverrideTexts[], fileRows: readonly FileRow[]) {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Set(goodOf(fileRows).map(keyOf))
  let keptCount = 0
  const planned = fileRows.flatMap(({ number, texts, problem }): PlannedRow[] => {
    const row = { id: `${table} ${number}`, table, number, label: wordsOf(texts), value: texts.value ?? '' }
    if (problem !== undefined) return [{ ...row, fate: 'Rejected', reason: problem }]
    const was = old.get(keyOf(texts))
    if (!was) return [{ ...row, fate: 'Added' }]
    if (was.value !== texts.value) return [{ ...row, fate: 'Changed', reason: `was ${was.value}` }]
    keptCount += 1
    return []
  })
  const removed = before
    .filter((row) => !now.has(keyOf(row)))
    .map((row): PlannedRow => {
      return { id: `${table} removed ${keyOf(row)}`, fate: 'Removed', table, label: wordsOf(row), value: row.value }
    })
  return { rows: [...planned, ...removed], keptCount }
}

/** `2 added, 1 changed, 0 removed`, and the number of rejected rows. */
export function overrideImportSummary({ rows }: Pick<OverrideImportPlan, 'rows'>): string {
  const count = (fate: Fate) => rows.filter((row) => row.fate === fate).length.toLocaleString('en')
  return `${count('Added')} added, ${count('Changed')} changed, ${count('Removed')} removed, ${count('Rejected')} left out`
}
