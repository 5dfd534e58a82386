import { createElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { readFile } from './csv-files.ts'
import { type ImportAnswer, ImportDialog } from './ImportDialog.tsx'
import { importInto } from './import-members.ts'
import type { MetricTagValues } from './metric-tag-form.ts'

interface Options {
  readonly methods: UseFormReturn<MetricTagValues>
  /** Names of all metric templates; nothing when they cannot be loaded. */
  readonly loadKnown: () => Promise<ReadonlySet<string> | undefined>
}

/** Brings the names of a file into the form, and takes them out again. Saving stays with the person. */
export function useCsvImport({ methods, loadKnown }: Options) {
  /** The members before the last import, and what it did, while it can be taken back. */
  const [last, setLast] = useState<{ readonly before: readonly string[]; readonly summary: string }>()
  const put = (names: readonly string[]) =>
    methods.setValue('metrics', [...names], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return {
    last,
    async start(chosen: File) {
      const [file, known] = await Promise.all([readFile(chosen), loadKnown()])
      const members = methods.getValues('metrics')
      const answer = await dialogs.open<ImportAnswer>((close) =>
        createElement(ImportDialog, { file, members, known, close }),
      )
      if (!answer) return
      const { plan, mode } = answer
      put(importInto(members, plan, mode))
      const removed = mode === 'replace' ? plan.missing.length : 0
      const rejected = plan.rejected.length > 0 ? `; ${counted(plan.rejected.length, 'row')} left out` : ''
      const summary = `${file.name}: ${counted(plan.added.length, 'metric template')} added, ${removed} removed${rejected}.`
      setLast({ before: members, summary })
      tell.success({ title: 'Imported', lines: [summary, 'Nothing is saved yet.'] })
    },
    undo() {
      if (!last) return
      put(last.before)
      setLast(undefined)
      tell.success({ title: 'Import undone', lines: [] })
    },
    dismiss: () => setLast(undefined),
  }
}
