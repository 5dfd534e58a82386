import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { createElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportDialog } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, importSummary } from '#kit/imports/import-plan.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { type Imported, importInto, planImport, withoutImport } from './import-pairs.ts'
import type { InstanceRow, KnownParts } from './instance-rows.ts'
import type { SheetRow } from './metric-csv.ts'
import type { MetricProfileValues, PairRules } from './metric-profile-form.ts'
import { pairFiles } from './pair-files.ts'

interface Options {
  readonly methods: UseFormReturn<MetricProfileValues>
  readonly stored: readonly InstanceRow[]
  readonly rules: PairRules
  readonly known: KnownParts
}

export interface CsvImport {
  readonly start: (file: File) => Promise<void>
  /** What the last import has done, while it can be taken back. */
  readonly summary: string | undefined
  readonly undo: () => void
  readonly dismiss: () => void
  /** Counts imports and their undoing: what somebody searched for belongs to the rows that were there before. */
  readonly round: number
}

/** Brings the pairs of a file into the form, and takes them out again. Saving stays with the person. */
export function useCsvImport({ methods, stored, rules, known }: Options): CsvImport {
  const [last, setLast] = useState<Imported & { readonly summary: string }>()
  const [round, setRound] = useState(0)
  const put = (rows: readonly InstanceRow[]) => {
    methods.setValue('services', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    setRound((round) => round + 1)
  }
  return {
    summary: last?.summary,
    round,
    async start(chosen) {
      const first = await pairFiles.read(chosen)
      const before = methods.getValues('services')
      const planOf = (sheet: readonly SheetRow[]) => planImport(sheet, before, rules)
      const warnings = unchecked(known)
      const answer = await dialogs.open<ImportAnswer<MetricInstance>>((close) =>
        createElement(ImportDialog<SheetRow, MetricInstance>, { kind: pairFiles, first, planOf, warnings, close }),
      )
      if (!answer) return
      const after = importInto(before, stored, answer.plan, answer.mode)
      const summary = importSummary(answer, pairFiles.what)
      put(after)
      setLast({ before, after, summary })
      tell.success({ title: 'Imported', lines: [summary, 'Nothing is saved yet.'] })
    },
    undo() {
      if (!last) return
      put(withoutImport(last, methods.getValues('services')))
      setLast(undefined)
      tell.success({ title: 'Import undone', lines: ['What you typed since is still there.'] })
    },
    dismiss: () => setLast(undefined),
  }
}

const unchecked = ({ service, metric }: KnownParts): string[] => [
  ...(service ? [] : ['The service types are not known, so service flavours are not checked.']),
  ...(metric ? [] : ['The predefined metrics are not loaded, so metrics are checked when you save.']),
]
