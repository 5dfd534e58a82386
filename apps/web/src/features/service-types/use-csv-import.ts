import type { ServiceTypeDocument, ServiceTypeRow } from '@quatrain/contract/resources/service-type.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ImportDialog } from '#kit/imports/ImportDialog.tsx'
import { type ImportAnswer, importSummary } from '#kit/imports/import-plan.ts'
import { useLastImport } from '#kit/imports/use-last-import.ts'
import { dialogs } from '#ui/dialogs.ts'
import { importInto, planImport } from './import-service-types.ts'
import type { SheetRow } from './service-type-csv.ts'
import { serviceTypeFiles } from './service-type-files.ts'
import type { ServiceTypesValues, TypeRow } from './service-type-rows.ts'

interface Options {
  readonly methods: UseFormReturn<ServiceTypesValues>
  readonly base: ServiceTypesValues
  readonly types: readonly ServiceTypeRow[]
  readonly hasTitles: boolean
}

/** Replaces the rows of the table with those of a file, or adds them. Nothing is sent before the user saves. */
export function useCsvImport({ methods, base, types, hasTitles }: Options) {
  const { imported, ...last } = useLastImport('The table is as it was before it.')
  const put = (rows: readonly TypeRow[]) =>
    methods.setValue('servicetypes', [...rows], { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return {
    ...last,
    async start(chosen: File) {
      const first = await serviceTypeFiles.read(chosen)
      const before = methods.getValues('servicetypes')
      const planOf = (sheet: readonly SheetRow[]) => planImport(sheet, before, { stored: types, hasTitles })
      const answer = await dialogs.open<ImportAnswer<ServiceTypeDocument>>((close) =>
        createElement(ImportDialog<SheetRow, ServiceTypeDocument>, {
          kind: serviceTypeFiles,
          first,
          planOf,
          warnings: [],
          close,
        }),
      )
      if (!answer) return
      put(importInto(before, base.servicetypes, answer, hasTitles))
      imported(importSummary(answer, serviceTypeFiles.what), () => put(before))
    },
  }
}
