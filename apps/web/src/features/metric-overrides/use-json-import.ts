import type { OverrideLists } from '@quatrain/contract/resources/metric-override.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type LastImport, useLastImport } from '#kit/imports/use-last-import.ts'
import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { importSummary, planImport } from './import-plan.ts'
import { JsonImportDialog } from './JsonImportDialog.tsx'
import type { OverrideValues } from './override-form.ts'
import { type ChosenFile, readOverrideJson } from './override-json.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'

/** Downloads the lists of the form as a file named after the override. */
export function exportLists(name: string, lists: OverrideLists): void {
  download(`${name}.json`, `${JSON.stringify(lists, null, 2)}\n`, 'application/json')
  const rows = Object.values(lists).reduce((count, list) => count + list.length, 0)
  tell.success({ title: 'Exported', lines: [`${counted(rows, 'row')} in ${name}.json`] })
}

/** Ten times the size of the largest override. */
const maxBytes = 20_000_000

async function readFile(file: File): Promise<ChosenFile> {
  const text = await readTextFile(file, { format: 'JSON', what: 'override', maxBytes })
  if (text.kind === 'unreadable') return { name: file.name, read: text }
  const read = readOverrideJson(text.text)
  return { name: file.name, read: read.kind === 'lists' ? { ...read, notes: [...text.notes, ...read.notes] } : read }
}

type Tables = { readonly [List in ListName]: OverrideRow[] }

export interface JsonImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Imports the lists of a file into the form, and can undo that. */
export function useJsonImport(methods: UseFormReturn<OverrideValues>): JsonImport {
  const { imported, ...last } = useLastImport('The tables are as they were before the import.')
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
