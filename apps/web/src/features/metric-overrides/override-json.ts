import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import type { ReadJson } from '#kit/imports/use-json-import.tsx'
import { parseJson } from '#lib/parse-json.ts'
import { keyOf, type ListName, type OverrideTable, type OverrideTexts, overrideTables } from './override-rows.ts'

/** A row of a file, with its position in its list. */
export interface FileRow {
  readonly number: number
  readonly texts: Partial<OverrideTexts>
  /** The reason why the row is rejected; absent if it is not. */
  readonly problem?: string
}

/** The lists of a file; undefined if it does not contain them. */
export type FileLists = { readonly [List in ListName]: readonly FileRow[] | undefined }

const text = z.union([z.string(), z.number().transform(String)])

/** Reads the three lists of an override; a note names other members of the file, which are ignored. */
export function readOverrideJson(content: string): ReadJson<FileLists> {
  const parsed = parseJson(content)
  if ('why' in parsed) return unreadable(parsed.why)
  const { data } = z.record(z.string(), z.unknown()).safeParse(parsed.value)
  if (!data) return unreadable('The file does not contain an object with the lists of an override.')
  const wrong = overrideTables.find(({ name }) => data[name] !== undefined && !Array.isArray(data[name]))
  if (wrong) return unreadable(`${wrong.name} is not a list.`)
  const missingTables = overrideTables.filter(({ name }) => data[name] === undefined)
  if (missingTables.length === overrideTables.length) {
    return unreadable('The file contains none of the lists of an override.')
  }
  const unknownKeys = Object.keys(data).filter((key) => !overrideTables.some(({ name }) => name === key))
  const rowsOf = (name: ListName) => {
    const table = overrideTables.find((table) => table.name === name)
    const list = data[name]
    return table && Array.isArray(list) ? readRows(table, list) : undefined
  }
  return {
    kind: 'content',
    content: {
      global_attributes: rowsOf('global_attributes'),
      host_attributes: rowsOf('host_attributes'),
      metric_parameters: rowsOf('metric_parameters'),
    },
    notes: [
      ...missingTables.map(({ name, title }) => `The file has no ${name}: the table ${title} stays as it is.`),
      ...(unknownKeys.length > 0 ? [`Ignored: ${unknownKeys.join(', ')}.`] : []),
    ],
  }
}

/** Blank rows are skipped. */
function readRows(table: OverrideTable, list: readonly unknown[]): FileRow[] {
  const keys = new Set<string>()
  const shape = z.object(Object.fromEntries(table.rows.fields.map((cell) => [cell, text.optional()])))
  return list.flatMap((entry, index): FileRow[] => {
    const number = index + 1
    const { data } = shape.safeParse(entry)
    if (!data)
      return [{ number, texts: {}, problem: `It is no object with the texts ${table.rows.fields.join(', ')}.` }]
    const texts = Object.fromEntries(
      table.rows.fields.map((cell) => [cell, cell === 'value' ? (data[cell] ?? '') : (data[cell] ?? '').trim()]),
    )
    if (Object.values(texts).every((text) => text.trim() === '')) return []
    const [issue] = metricOverrides.add.shape[table.name].safeParse([texts]).error?.issues ?? []
    const problem = issue?.message ?? (keys.has(keyOf(texts)) ? 'Duplicated' : undefined)
    keys.add(keyOf(texts))
    return [{ number, texts, ...(problem !== undefined && { problem }) }]
  })
}

const unreadable = (why: string) => {
  const expected = 'A file has the lists global_attributes, host_attributes and metric_parameters, as an export has.'
  return { kind: 'unreadable', problems: [why, expected] } as const
}
