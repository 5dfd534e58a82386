import { reports } from '@quatrain/contract/resources/report.ts'
import { createElement } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useMay } from '#kit/api/console-context.tsx'
import { changesBetween } from '#kit/compare/comparable.ts'
import { type LastImport, useLastImport } from '#kit/imports/use-last-import.ts'
import { download } from '#lib/download.ts'
import { readTextFile } from '#lib/read-text-file.ts'
import { counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { ReportImportDialog } from './ReportImportDialog.tsx'
import { documentOf, reportDefinition } from './report-form.ts'
import { type ReadReport, type ReportFields, readReportJson } from './report-json.ts'
import { type ReportValues, valuesOf } from './report-values.ts'

/** Downloads the report of the form as a file named after it. */
export function exportReport(values: ReportValues): void {
  const file = `${values.name}.json`
  download(file, `${JSON.stringify(documentOf(values), null, 2)}\n`, 'application/json')
  tell.success({ title: 'Exported', lines: [file] })
}

/** Ten times the size of the largest report. */
const maxBytes = 20_000_000

async function readFile(file: File): Promise<ReadReport> {
  const text = await readTextFile(file, { format: 'JSON', what: 'report', maxBytes })
  if (text.kind === 'unreadable') return text
  const read = readReportJson(text.text)
  return read.kind === 'report' ? { ...read, notes: [...text.notes, ...read.notes] } : read
}

export interface ReportImport extends LastImport {
  readonly start: (file: File) => Promise<void>
}

/** Imports the fields of a file into the form after a preview, and can undo that. */
export function useReportImport({ getValues, reset, trigger }: UseFormReturn<ReportValues>): ReportImport {
  const may = useMay()
  const { imported, ...last } = useLastImport('The form is as it was before the import.')
  const put = (values: ReportValues) => {
    reset(values, { keepDefaultValues: true })
    void trigger()
  }
  const importedInto = (now: ReportValues, fields: ReportFields): ReportValues => {
    // The server would refuse a group that the user may not assign.
    const isOwn = may('change', reports, { groupname: fields.groupname ?? '' })
    return valuesOf({
      ...documentOf(now),
      ...fields,
      name: now.name || (fields.name ?? ''),
      groupname: now.groupname || (isOwn ? (fields.groupname ?? '') : ''),
    })
  }
  return {
    ...last,
    async start(file) {
      const read = await readFile(file)
      const before = getValues()
      const after = read.kind === 'report' ? importedInto(before, read.fields) : before
      const changes = changesBetween(reportDefinition, before, after)
      const isWanted = await dialogs.open<boolean>((close) =>
        createElement(ReportImportDialog, { fileName: file.name, read, changes, close }),
      )
      if (!isWanted) return
      put(after)
      imported(`${file.name}: ${counted(Object.keys(changes).length, 'field')} changed.`, () => put(before))
    },
  }
}
