import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { importPairsInto, planPairImport, withoutPairImport } from './import-pairs.ts'
import type { PairSheetRow } from './metric-csv.ts'
import type { MetricProfileValues, PairRules } from './metric-profile-form.ts'
import { pairFiles } from './pair-files.ts'
import type { KnownParts, PairRow } from './pair-rows.ts'

interface Options {
  readonly methods: UseFormReturn<MetricProfileValues>
  readonly stored: readonly PairRow[]
  readonly rules: PairRules
  readonly knownParts: KnownParts
}

/** Brings the pairs of a file into the form. */
export const usePairImport = ({ methods, stored, rules, knownParts }: Options) =>
  useCsvImport<PairSheetRow, MetricInstance, readonly PairRow[]>({
    kind: pairFiles,
    rows: () => methods.getValues('services'),
    put: (rows) =>
      methods.setValue('services', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    checks: () => ({ planOf: (sheet, rows) => planPairImport(sheet, rows, rules), warnings: unchecked(knownParts) }),
    importInto: (rows, { plan, mode }) => importPairsInto(rows, stored, plan, mode),
    withoutImport: withoutPairImport,
  })

const unchecked = ({ service, metric }: KnownParts): string[] => [
  ...(service ? [] : ['The service types are not known, so service flavours are not checked.']),
  ...(metric ? [] : ['The predefined metrics are not loaded, so metrics are checked when you save.']),
]
