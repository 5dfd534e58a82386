import type { ServiceTypeRow } from '@quatrain/contract/resources/service-type.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { importTypesInto, planTypeImport, withoutTypeImport } from './import-service-types.ts'
import { serviceTypeFiles } from './service-type-files.ts'
import type { ServiceTypesValues } from './service-type-rows.ts'

interface Options {
  readonly methods: UseFormReturn<ServiceTypesValues>
  readonly base: ServiceTypesValues
  readonly types: readonly ServiceTypeRow[]
  readonly hasTitles: boolean
}

/** Replaces the rows of the table with those of a file, or adds them. */
export const useTypeImport = ({ methods, base, types, hasTitles }: Options) =>
  useCsvImport({
    kind: serviceTypeFiles(hasTitles),
    rows: () => methods.getValues('servicetypes'),
    put: (rows) =>
      methods.setValue('servicetypes', rows, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    checks: () => ({
      planOf: (sheet, rows) => planTypeImport(sheet, rows, { stored: types, hasTitles }),
      warnings: [],
    }),
    importInto: (rows, answer) => importTypesInto(rows, base.servicetypes, answer, hasTitles),
    withoutImport: (imported, now) => withoutTypeImport(imported, now, hasTitles),
  })
