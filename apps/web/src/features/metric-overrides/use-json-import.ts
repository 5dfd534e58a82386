import { createElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { importSummary, planImport } from './import-plan.ts'
import { JsonImportDialog } from './JsonImportDialog.tsx'
import { readFile } from './json-files.ts'
import type { OverrideValues } from './override-form.ts'
import { type ListName, type OverrideRow, overrideTables } from './override-rows.ts'

type Tables = { readonly [List in ListName]: OverrideRow[] }

export interface JsonImport {
  readonly start: (file: File) => Promise<void>
  /** What the last import has done, while it can be taken back. */
  readonly last: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
  /** Counts imports and their undoing: tables begin anew with other rows. */
  readonly round: number
}

/** Brings the lists of a file into the form, and takes them out again. Saving stays with the person. */
export function useJsonImport(methods: UseFormReturn<OverrideValues>): JsonImport {
  const [last, setLast] = useState<{ readonly summary: string; readonly before: Tables }>()
  const [round, setRound] = useState(0)
  const put = (tables: Tables) => {
    for (const { name } of overrideTables) {
      methods.setValue(name, tables[name], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    }
    setRound((round) => round + 1)
  }
  return {
    last: last?.summary,
    round,
    async start(chosen) {
      const file = await readFile(chosen)
      const { global_attributes, host_attributes, metric_parameters } = methods.getValues()
      const before = { global_attributes, host_attributes, metric_parameters }
      const plan = file.read.kind === 'lists' ? planImport(file.read, before) : undefined
      const isWanted = await dialogs.open<boolean>((close) => createElement(JsonImportDialog, { file, plan, close }))
      if (!isWanted || !plan) return
      put(plan.after)
      const summary = `${file.name}: ${importSummary(plan)}.`
      setLast({ summary, before })
      tell.success({ title: 'Imported', lines: [summary, 'Nothing is saved yet.'] })
    },
    undo() {
      if (!last) return
      put(last.before)
      setLast(undefined)
      tell.success({ title: 'Import undone', lines: ['The tables are as they were before it.'] })
    },
    dismiss: () => setLast(undefined),
  }
}
