import { type TopologyKind, topologyFields } from '@quatrain/contract/web-api/topology.ts'
import { jsonOf, storable } from '#kit/json-body.ts'
import { malformedJson } from '#kit/refusals.ts'

/** A row as submitted, with its fields by name. */
export interface TopologyRow {
  readonly fields: Readonly<Record<string, string>>
  readonly notifications?: { readonly contacts: readonly string[]; readonly enabled: boolean }
  readonly tags: Readonly<Record<string, string>>
  readonly tenant: string
}

/**
 * Reads a submitted row from JSON, as leniently as `readBody`. Not with a schema: that takes three times as long, which
 * are seconds for a list of 200,000 rows. Throws a refusal if it is malformed.
 */
export function readRow(kind: TopologyKind, json: string): TopologyRow {
  const members = membersOf(jsonOf(json))
  const member = (name: string) => members.get(name) ?? undefined
  const notifications = member('notifications')
  return {
    fields: Object.fromEntries(topologyFields[kind].map((field) => [field, textOf(member(field))])),
    ...(notifications !== undefined && { notifications: notificationsOf(membersOf(notifications)) }),
    tags: tagsOf(member('tags')),
    tenant: textOf(member('tenant')),
  }
}

/** The row in the form that is hashed and stored, in one line: rows with the same content have the same text. */
export function normalForm({ fields, notifications, tags, tenant }: TopologyRow): string {
  const sorted = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1))
  const row = {
    ...fields,
    ...(notifications && { notifications: withoutEmpty(notifications) }),
    tags: Object.fromEntries(sorted),
  }
  return JSON.stringify({ tenant, row } satisfies NormalForm)
}

interface NormalForm {
  readonly tenant: string
  readonly row: Readonly<Record<string, unknown>> & Pick<TopologyRow, 'tags'>
}

/** What is stored of a row in normal form. */
export function readNormalForm(text: string) {
  const { tenant, row }: NormalForm = JSON.parse(text)
  const { notifications: _, tags, ...fields } = row
  return { tenant, tags, fields, written: JSON.stringify(row).slice(1, -1) }
}

const withoutEmpty = ({ contacts, enabled }: NonNullable<TopologyRow['notifications']>) => ({
  ...(contacts.length > 0 && { contacts }),
  ...(enabled && { enabled }),
})

/** The members of an object by their names in lower case; of `null`, none. */
const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(entriesOf(value).map(([name, member]) => [name.toLowerCase(), member]))

function entriesOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || Array.isArray(value)) throw malformedJson()
  return Object.entries(value ?? {})
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw malformedJson()
  return storable(value)
}

const tagsOf = (value: unknown = null) =>
  Object.fromEntries(entriesOf(value).map(([name, text]) => [storable(name), textOf(text)]))

function notificationsOf(members: ReadonlyMap<string, unknown>) {
  const contacts = members.get('contacts') ?? []
  const enabled = members.get('enabled') ?? false
  if (!Array.isArray(contacts) || typeof enabled !== 'boolean') throw malformedJson()
  return { contacts: contacts.map(textOf), enabled }
}

/** The maximum number of characters of a text that the database indexes. */
const longest = 512

/**
 * Returns why a row cannot be used; undefined if it can. Its fields are required, and short enough for an index, like the names of its
 * tags.
 */
export function problemOfRow({ fields, tags }: TopologyRow): string | undefined {
  const problems = [
    ...Object.entries(fields).flatMap(([field, text]) =>
      text.trim() === '' ? [`${field} is required`] : tooLong(field, text),
    ),
    ...Object.keys(tags).flatMap((name) => tooLong('the name of a tag', name)),
  ]
  return problems.length > 0 ? problems.join('; ') : undefined
}

const tooLong = (label: string, text: string) =>
  text.length > longest ? [`${label} must be ${longest} characters or fewer`] : []
