import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import type { ReadJson } from '#kit/imports/use-json-import.tsx'
import { parseJson } from '#lib/parse-json.ts'
import { counted } from '#lib/words.ts'
import { keyOf, type ListName, type OverrideTable, type OverrideTexts, overrideTables } from './override-rows.ts'

/** The rows of each list of a file; undefined if it does not contain the list. */
export type FileLists = { readonly [List in ListName]: readonly Partial<OverrideTexts>[] | undefined }

/** The number of rejected rows that are named with their reasons. */
const maxNamed = 20

const text = z.union([z.string(), z.number().transform(String)])

/** Reads the three lists of an override; notes name what is left out, and other members of the file, which are ignored. */
export function readOverrideJson(file: string): ReadJson<FileLists> {
  const parsed = parseJson(file)
  if ('why' in parsed) return unreadable(parsed.why)
  const { data } = z.record(z.string(), z.unknown()).safeParse(parsed.value)
  if (!data) return unreadable('The file does not contain an object with the lists of an override.')
  const wrong = overrideTables.find(({ name }) => data[name] !== undefined && !Array.isArray(data[name]))
  if (wrong) return unreadable(`${wrong.name} is not a list.`)
  const missingTables = overrideTables.filter(({ name }) => data[name] === undefined)
  if (missingTables.length === overrideTables.length) {
    return unreadable('The file contains none of the lists of an override.')
  }
  const unknownKeys = Object.keys(data).filter((key) => !overrideTables.some(({ name }) => name === key))
  const problems: string[] = []
  const rowsOf = (name: ListName) => {
    const table = overrideTables.find((table) => table.name === name)
    const list = data[name]
    return table && Array.isArray(list) ? readRows(table, list, problems) : undefined
  }
  const content = {
    global_attributes: rowsOf('global_attributes'),
    host_attributes: rowsOf('host_attributes'),
    metric_parameters: rowsOf('metric_parameters'),
  }
  return {
    kind: 'content',
    content,
    notes: [
      ...missingTables.map(({ name, title }) => `The file has no ${name}: the table ${title} stays as it is.`),
      ...(unknownKeys.length > 0 ? [`Ignored: ${unknownKeys.join(', ')}.`] : []),
      ...problems.slice(0, maxNamed),
      ...(problems.length > maxNamed ? [`${counted(problems.length - maxNamed, 'more row')} left out.`] : []),
    ],
  }
}

/** The valid rows of a list; blank ones are skipped. Says of others why they are left out. */
function readRows({ name, title, rows }: OverrideTable, list: readonly unknown[], problems: string[]) {
  const keys = new Set<string>()
  const shape = z.object(Object.fromEntries(rows.fields.map((cell) => [cell, text.optional()])))
  return list.flatMap((entry, index): Partial<OverrideTexts>[] => {
    const leaveOut = (problem: string) => {
      problems.push(`${title}, row ${index + 1} is left out. ${problem}`)
      return []
    }
    const { data } = shape.safeParse(entry)
    if (!data) return leaveOut(`It is no object with the texts ${rows.fields.join(', ')}.`)
    const texts = Object.fromEntries(
      rows.fields.map((cell) => [cell, cell === 'value' ? (data[cell] ?? '') : (data[cell] ?? '').trim()]),
    )
    if (Object.values(texts).every((text) => text.trim() === '')) return []
    const [issue] = metricOverrides.add.shape[name].safeParse([texts]).error?.issues ?? []
    if (issue) return leaveOut(issue.message)
    if (keys.has(keyOf(texts))) return leaveOut('Duplicated')
    keys.add(keyOf(texts))
    return [texts]
  })
}

const unreadable = (why: string) => {
  const expected = 'A file has the lists global_attributes, host_attributes and metric_parameters, as an export has.'
  return { kind: 'unreadable', problems: [why, expected] } as const
}
