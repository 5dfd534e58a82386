import { createElement, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { readFile } from './csv-files.ts'
import { type ImportAnswer, ImportDialog } from './ImportDialog.tsx'
import { type Imported, importInto, withoutImport } from './import-pairs.ts'
import { importSummary } from './import-summary.ts'
import type { InstanceRow, KnownParts } from './instance-rows.ts'
import type { MetricProfileValues, PairRules } from './metric-profile-form.ts'

interface Options {
  readonly methods: UseFormReturn<MetricProfileValues>
  readonly stored: readonly InstanceRow[]
  readonly rules: PairRules
  readonly known: KnownParts
}

export interface CsvImport {
  readonly start: (file: File) => Promise<void>
  /** The last import, while it can be taken back. */
  readonly last: (Imported & ImportAnswer) | undefined
  readonly undo: () => void
  readonly dismiss: () => void
  /** Counts imports and their undoing: what somebody searched for belongs to the rows that were there before. */
  readonly round: number
}

/** Brings the pairs of a file into the form, and takes them out again. Saving stays with the person. */
export function useCsvImport({ methods, stored, rules, known }: Options): CsvImport {
  const [last, setLast] = useState<CsvImport['last']>()
  const [round, setRound] = useState(0)
  const put = (rows: readonly InstanceRow[]) => {
    methods.setValue('services', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    setRound((round) => round + 1)
  }
  return {
    last,
    round,
    async start(chosen) {
      const first = await readFile(chosen)
      const before = methods.getValues('services')
      const answer = await dialogs.open<ImportAnswer>((close) =>
        createElement(ImportDialog, { first, rows: before, rules, known, close }),
      )
      if (!answer) return
      const after = importInto(before, stored, answer.plan, answer.mode)
      put(after)
      setLast({ ...answer, before, after })
      tell.success({ title: 'Imported', lines: [importSummary(answer), 'Nothing is saved yet.'] })
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
