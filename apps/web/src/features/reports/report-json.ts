import { reports } from '@quatrain/contract/resources/report.ts'
import { z } from 'zod'
import { parseJson } from '#lib/parse-json.ts'

const fields = reports.document.partial()
export type ReportFields = z.output<typeof fields>

/** The content of a file, or why it has none. */
export type ReadReport =
  | { readonly kind: 'unreadable'; readonly why: string }
  | {
      readonly kind: 'report'
      /** The fields that the file contains. */
      readonly fields: ReportFields
      /** Fields of the file that are left out, and why. */
      readonly notes: readonly string[]
    }

type Field = keyof typeof fields.shape
const isField = (name: string): name is Field => Object.hasOwn(fields.shape, name)

/** Reads the fields of a report from a file. Fields with another type, and unknown ones, are left out. */
export function readReportJson(text: string): ReadReport {
  const parsed = parseJson(text)
  if ('why' in parsed) return { kind: 'unreadable', why: parsed.why }
  const { data } = z.record(z.string(), z.unknown()).safeParse(parsed.value)
  if (!data) return { kind: 'unreadable', why: 'The file does not contain an object with the fields of a report.' }
  const members = Object.entries(data)
  const unknown = members.flatMap(([name]) => (isField(name) || name === 'apiid' ? [] : [name]))
  const read = members.flatMap(([name, value]) =>
    isField(name) ? [{ name, value, problem: fields.shape[name].safeParse(value).error?.issues[0]?.message }] : [],
  )
  const good = read.filter(({ problem }) => problem === undefined)
  if (good.length === 0) return { kind: 'unreadable', why: 'The file contains no field of a report.' }
  return {
    kind: 'report',
    fields: fields.parse(Object.fromEntries(good.map(({ name, value }) => [name, value]))),
    notes: [
      ...read.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name} is left out. ${problem}`])),
      ...(unknown.length > 0 ? [`Reports have no fields ${unknown.join(', ')}. They are left out.`] : []),
    ],
  }
}
