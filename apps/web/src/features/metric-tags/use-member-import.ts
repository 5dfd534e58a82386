import type { UseFormReturn } from 'react-hook-form'
import { useCsvImport } from '#kit/imports/use-csv-import.ts'
import { importMembersInto, planMemberImport, withoutMemberImport } from './import-members.ts'
import { memberFiles } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'

interface Options {
  readonly methods: UseFormReturn<MetricTagValues>
  /** Names of all metric templates; undefined if they cannot be loaded. */
  readonly loadKnown: () => Promise<ReadonlySet<string> | undefined>
}

const unchecked = ['The metric templates are not loaded, so names are checked when you save.']

/** Brings the names of a file into the form. */
export const useMemberImport = ({ methods, loadKnown }: Options) =>
  useCsvImport({
    kind: memberFiles,
    rows: () => methods.getValues('metrics'),
    put: (names) => methods.setValue('metrics', names, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
    checks: async () => {
      const templateNames = await loadKnown()
      return {
        planOf: (rows, names) => planMemberImport(rows, names, templateNames),
        warnings: templateNames ? [] : unchecked,
      }
    },
    importInto: (names, { plan, mode }) => importMembersInto(names, plan, mode),
    withoutImport: withoutMemberImport,
  })
