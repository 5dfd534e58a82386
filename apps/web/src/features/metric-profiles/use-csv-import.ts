import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportDialog } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, importSummary } from '#kit/imports/import-plan.ts'
import { type LastImport, useLastImport } from '#kit/imports/use-last-import.ts'
import { dialogs } from '#ui/dialogs.ts'
import { importInto, planImport, withoutImport } from './import-pairs.ts'
import type { SheetRow } from './metric-csv.ts'
import type { MetricProfileValues, PairRules } from './metric-profile-form.ts'
import { pairFiles } from './pair-files.ts'
import type { KnownParts, PairRow } from './pair-rows.ts'

interface Options {
  readonly methods: UseFormReturn<MetricProfileValues>
  readonly stored: readonly PairRow[]
  readonly rules: PairRules
  readonly known: KnownParts
}

export interface CsvImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Imports the pairs of a file into the form, and can undo that. */
export function useCsvImport({ methods, stored, rules, known }: Options): CsvImport {
  const { imported, ...last } = useLastImport('Later input was kept.')
  const put = (rows: readonly PairRow[]) =>
    methods.setValue('services', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return {
    ...last,
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
      put(after)
      imported(importSummary(answer, pairFiles.what), () =>
        put(withoutImport({ before, after }, methods.getValues('services'))),
      )
    },
  }
}

const unchecked = ({ service, metric }: KnownParts): string[] => [
  ...(service ? [] : ['The service types are not known, so service flavours are not checked.']),
  ...(metric ? [] : ['The predefined metrics are not loaded, so metrics are checked when you save.']),
]
