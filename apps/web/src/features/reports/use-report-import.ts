import { reports } from '@quatrain/contract/resources/report.ts'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useMay } from '#kit/api/console-context.tsx'
import {
  exportJson,
  type JsonFormat,
  type JsonImport,
  type ReadJson,
  useJsonImport,
} from '#kit/imports/use-json-import.tsx'
import { loadPart } from '#lib/load-part.ts'
import { reportDefinition, reportDocumentOf } from './report-form.ts'
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

const fields = reports.document.partial()
type ReportFileFields = z.output<typeof fields>

type Field = keyof typeof fields.shape
const isField = (name: string): name is Field => Object.hasOwn(fields.shape, name)

/** Reads the fields of a report from a file. Fields with another type, and unknown ones, are left out. */
async function readReportJson(text: string): Promise<ReadJson<ReportFileFields>> {
  const { parseJson } = await loadPart(() => import('#lib/parse-json.ts'))
  const parsed = parseJson(text)
  if ('why' in parsed) return unreadable(parsed.why)
  const { data } = z.record(z.string(), z.unknown()).safeParse(parsed.value)
  if (!data) return unreadable('The file does not contain an object with the fields of a report.')
  const members = Object.entries(data)
  const unknown = members.flatMap(([name]) => (isField(name) || name === 'apiid' ? [] : [name]))
  const read = members.flatMap(([name, value]) =>
    isField(name) ? [{ name, value, problem: fields.shape[name].safeParse(value).error?.issues[0]?.message }] : [],
  )
  const good = read.filter(({ problem }) => problem === undefined)
  if (good.length === 0) return unreadable('The file contains no field of a report.')
  return {
    kind: 'content',
    content: fields.parse(Object.fromEntries(good.map(({ name, value }) => [name, value]))),
    notes: [
      ...read.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name} is left out. ${problem}`])),
      ...(unknown.length > 0 ? [`Ignored: ${unknown.join(', ')}.`] : []),
    ],
  }
}

const unreadable = (why: string) =>
  ({ kind: 'unreadable', problems: [why, 'An export of a report has the right format.'] }) as const
