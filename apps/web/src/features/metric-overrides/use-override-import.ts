import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { exportJson, type JsonFormat, readJsonFile } from '#kit/imports/json-files.ts'
import { useLastImport } from '#kit/imports/last-import.tsx'
import type { JsonImport } from '#kit/imports/use-json-import.tsx'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { overrideImportSummary, planOverrideImport } from './import-plan.ts'
import { OverrideImportDialog } from './OverrideImportDialog.tsx'
import type { OverrideValues } from './override-form.ts'
import { type FileLists, readOverrideJson } from './override-json.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'

/** Downloads the lists of the form as a file named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  exportJson(name, lists, counted(rows, 'row'))
}

/** The maximum is ten times the size of the largest override. */
const format: JsonFormat<FileLists> = { contentLabel: 'an override', maxBytes: 20_000_000, read: readOverrideJson }

type Tables = { readonly [List in ListName]: OverrideRow[] }

/** Imports the lists of a file into the form, and can undo that. */
export function useOverrideImport(methods: UseFormReturn<OverrideValues>): JsonImport {
  const { imported, ...last } = useLastImport('The tables are as they were before the import.')
  const put = (tables: Tables) => {
    for (const { name } of overrideTables) {
      methods.setValue(name, tables[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
  }
  return {
    ...last,
    async start(chosenFile) {
      const file = await readJsonFile(chosenFile, format)
      const { global_attributes, host_attributes, metric_parameters } = methods.getValues()
      const before = { global_attributes, host_attributes, metric_parameters }
      const plan = file.read.kind === 'content' ? planOverrideImport(file.read.content, before) : undefined
      const isWanted = await dialogs.open<boolean>((close) =>
        createElement(OverrideImportDialog, { file, plan, close }),
      )
      if (!isWanted || !plan) return
      put(plan.after)
      imported(`${file.name}: ${overrideImportSummary(plan)}.`, () => put(before))
    },
  }
}
