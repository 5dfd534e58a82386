import { reports } from '@quatrain/contract/resources/report.ts'
import type { UseFormReturn } from 'react-hook-form'
import { useMay } from '#kit/api/console-context.tsx'
import { exportJson, type JsonFormat } from '#kit/imports/json-files.ts'
import { type JsonImport, useJsonImport } from '#kit/imports/use-json-import.tsx'
import { reportDefinition, reportDocumentOf } from './report-form.ts'
import { type ReportFileFields, readReportJson } from './report-json.ts'
import { type ReportValues, reportValuesOf } from './report-values.ts'

/** Downloads the report of the form as a file named after it. */
export const exportReport = (values: ReportValues): void => exportJson(values.name, reportDocumentOf(values))

/** The maximum is what one request can contain. */
const format: JsonFormat<ReportFileFields> = { contentLabel: 'a report', maxBytes: 4_000_000, read: readReportJson }

/** Imports the fields of a file into the form after a preview. */
export function useReportImport(methods: UseFormReturn<ReportValues>): JsonImport {
  const may = useMay()
  return useJsonImport({
    methods,
    definition: reportDefinition,
    format,
    importedInto: (values, fields: ReportFileFields) => {
      // The server would refuse a group that the user may not assign.
      const isOwn = may('change', reports, { groupname: fields.groupname ?? '' })
      return reportValuesOf({
        ...reportDocumentOf(values),
        ...fields,
        name: values.name || (fields.name ?? ''),
        groupname: values.groupname || (isOwn ? (fields.groupname ?? '') : ''),
      })
    },
  })
}
