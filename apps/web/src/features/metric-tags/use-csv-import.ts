import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportDialog } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, importSummary } from '#kit/imports/import-plan.ts'
import { useLastImport } from '#kit/imports/use-last-import.ts'
import { dialogs } from '#ui/dialogs.ts'
import { importInto, type Member, planImport } from './import-members.ts'
import { memberFiles } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import type { NameRow } from './name-csv.ts'

interface Options {
  readonly methods: UseFormReturn<MetricTagValues>
  /** Names of all metric templates; undefined if they cannot be loaded. */
  readonly loadKnown: () => Promise<ReadonlySet<string> | undefined>
}

/** Imports the names of a file into the form, and can undo that. */
export function useCsvImport({ methods, loadKnown }: Options) {
  const { imported, ...last } = useLastImport('The members are as they were before the import.')
  const put = (names: readonly string[]) =>
    methods.setValue('metrics', [...names], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return {
    ...last,
    async start(chosen: File) {
      const [first, known] = await Promise.all([memberFiles.read(chosen), loadKnown()])
      const before = methods.getValues('metrics')
      const planOf = (rows: readonly NameRow[]) => planImport(rows, before, known)
      const warnings = known ? [] : ['The metric templates are not loaded, so names are checked when you save.']
      const answer = await dialogs.open<ImportAnswer<Member>>((close) =>
        createElement(ImportDialog<NameRow, Member>, { kind: memberFiles, first, planOf, warnings, close }),
      )
      if (!answer) return
      put(importInto(before, answer.plan, answer.mode))
      imported(importSummary(answer, memberFiles.what), () => put(before))
    },
  }
}
