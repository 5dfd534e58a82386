import { createElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportDialog } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, importSummary } from '#kit/imports/import-plan.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { importInto, type Member, planImport } from './import-members.ts'
import { memberFiles } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

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
    summary: last?.summary,
    async start(chosen: File) {
      const [first, known] = await Promise.all([memberFiles.read(chosen), loadKnown()])
      const members = methods.getValues('metrics')
      const planOf = (rows: readonly NameRow[]) => planImport(rows, members, known)
      const warnings = known ? [] : ['The metric templates are not loaded, so names are checked when you save.']
      const answer = await dialogs.open<ImportAnswer<Member>>((close) =>
        createElement(ImportDialog<NameRow, Member>, { kind: memberFiles, first, planOf, warnings, close }),
      )
      if (!answer) return
      put(importInto(members, answer.plan, answer.mode))
      const summary = importSummary(answer, memberFiles.what)
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
