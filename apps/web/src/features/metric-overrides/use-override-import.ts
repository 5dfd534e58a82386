import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import type { UseFormReturn } from 'react-hook-form'
import { exportJson, type JsonFormat, type JsonImport, useJsonImport } from '#kit/imports/use-json-import.tsx'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import { type OverrideValues, overrideDefinition } from './override-form.ts'
import type { FileLists } from './override-json.ts'
import { type ListName, overrideRows } from './override-rows.ts'

/** Downloads the lists of the form as a file named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  exportJson(name, lists, counted(rows, 'row'))
}

/** The maximum is ten times the size of the largest override. */
const format: JsonFormat<FileLists> = {
  contentLabel: 'an override',
  maxBytes: 20_000_000,
  read: async (text) => (await loadPart(() => import('./override-json.ts'))).readOverrideJson(text),
}

/** Imports the lists of a file into the form after a preview. Rows that are already in the form keep their identity. */
export const useOverrideImport = (methods: UseFormReturn<OverrideValues>): JsonImport =>
  useJsonImport({ methods, definition: overrideDefinition, format, importedInto: withLists })

/** The lists of the file replace those of the form; a list that is not in the file is unchanged. */
export function withLists(values: OverrideValues, lists: FileLists): OverrideValues {
  const rowsOf = (name: ListName) => {
    const rows = lists[name]
    return rows ? overrideRows(name).matching(rows, values[name]) : values[name]
  }
  return {
    ...values,
    global_attributes: rowsOf('global_attributes'),
    host_attributes: rowsOf('host_attributes'),
    metric_parameters: rowsOf('metric_parameters'),
  }
}
