import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type LastImport, useLastImport } from '#kit/imports/use-last-import.ts'
import { dialogs } from '#ui/dialogs.ts'
import { importSummary, planImport } from './import-plan.ts'
import { JsonImportDialog } from './JsonImportDialog.tsx'
import { readFile } from './json-files.ts'
import type { OverrideValues } from './override-form.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'

type Tables = { readonly [List in ListName]: OverrideRow[] }

export interface JsonImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Brings the lists of a file into the form, and takes them out again. */
export function useJsonImport(methods: UseFormReturn<OverrideValues>): JsonImport {
  const { imported, ...last } = useLastImport('The tables are as they were before it.')
  const put = (tables: Tables) => {
    for (const { name } of overrideTables) {
      methods.setValue(name, tables[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
  }
  return {
    ...last,
    async start(chosen) {
      const file = await readFile(chosen)
      const { global_attributes, host_attributes, metric_parameters } = methods.getValues()
      const before = { global_attributes, host_attributes, metric_parameters }
      const plan = file.read.kind === 'lists' ? planImport(file.read, before) : undefined
      const isWanted = await dialogs.open<boolean>((close) => createElement(JsonImportDialog, { file, plan, close }))
      if (!isWanted || !plan) return
      put(plan.after)
      imported(`${file.name}: ${importSummary(plan)}.`, () => put(before))
    },
  }
}
