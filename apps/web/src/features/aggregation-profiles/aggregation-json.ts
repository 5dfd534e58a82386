import type { AggregationProfile } from '@quatrain/contract/resources/aggregation-profile.ts'
import { z } from 'zod'
import type { ReadJson } from '#kit/imports/use-json-import.tsx'
import { parseJson } from '#lib/parse-json.ts'

const service = z.object({ name: z.string(), operation: z.string() })
const group = service.extend({ services: z.array(service) })

/** What a file has, in the order of an export. */
const content = z.object({
  endpoint_group: z.string(),
  metric_operation: z.string(),
  profile_operation: z.string(),
  metric_profile: z.string(),
  groups: z.array(group),
})

const names = content.keyof().options

export type FileContent = Partial<z.output<typeof content>>

/** What a file has of a profile; the name and the group of users are not in it. */
export const fileContent = (profile: Pick<AggregationProfile, keyof z.output<typeof content>>) => content.parse(profile)

const maxProblems = 20

/** Reads an exported file. Notes name what it does not contain, and what is ignored. */
export function readProfileJson(text: string): ReadJson<FileContent> {
  const parsed = parseJson(text)
  if ('why' in parsed) return { kind: 'unreadable', problems: [parsed.why] }
  const { data, error } = content.partial().safeParse(parsed.value)
  if (!data) return { kind: 'unreadable', problems: error.issues.slice(0, maxProblems).map(problemOf) }
  const fileKeys = Object.keys(z.looseObject({}).parse(parsed.value))
  const missingKeys = names.filter((name) => data[name] === undefined)
  if (missingKeys.length === names.length) {
    return { kind: 'unreadable', problems: [`The file has none of the fields ${names.join(', ')}.`] }
  }
  const ignored = fileKeys.filter((name) => !names.some((expectedKey) => expectedKey === name))
  return {
    kind: 'content',
    content: data,
    notes: [
      ...(missingKeys.length > 0 ? [`Not in the file, so not changed: ${missingKeys.join(', ')}.`] : []),
      ...(ignored.length > 0 ? [`Ignored: ${ignored.join(', ')}.`] : []),
    ],
  }
}

const expected: Readonly<Record<string, string>> = { string: 'text', array: 'list', object: 'object' }

/** `groups 2, services 1, name: must be a text` */
function problemOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((step, place) =>
    typeof step === 'number' ? ` ${step + 1}` : `${place > 0 ? ', ' : ''}${String(step)}`,
  )
  const type = issue.code === 'invalid_type' ? expected[issue.expected] : undefined
  const rule = type === undefined ? issue.message : `must be ${type === 'object' ? 'an' : 'a'} ${type}`
  return `${path.join('') || 'The content'}: ${rule}`
}
