import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'
import { flag, list, members, optional, storable, text } from '#kit/json-body.ts'
import { malformedJson } from '#kit/refusals.ts'

/** An object of texts with any names; `null` is an empty text. One function, because a schema of each text is slow. */
const tags = z.unknown().transform((value, context): Readonly<Record<string, string>> => {
  const entries = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value ?? {}) : undefined
  if (entries?.every(isText))
    return Object.fromEntries(entries.map(([name, text]) => [storable(name), storable(text ?? '')]))
  context.addIssue('Must be an object of texts')
  return z.NEVER
})

const isText = (entry: [string, unknown]): entry is [string, string | null] =>
  typeof entry[1] === 'string' || entry[1] === null

const shared = {
  notifications: optional(members({ contacts: list(text()), enabled: flag() })),
  tags,
  tenant: text(),
}

/** A row as submitted. */
const rows = {
  groups: members({ group: text(), type: text(), subgroup: text(), ...shared }),
  endpoints: members({ group: text(), type: text(), service: text(), hostname: text(), ...shared }),
} satisfies Record<TopologyKind, z.ZodType>

export type TopologyRow = z.output<(typeof rows)[TopologyKind]>

/** Reads a submitted row from JSON. Throws a refusal if it is malformed. */
export function readRow(kind: TopologyKind, json: string): TopologyRow {
  const { success, data } = rows[kind].safeParse(parsed(json))
  if (!success) throw malformedJson()
  return data
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw malformedJson()
  }
}

/** The row in the form that is stored: rows with the same content have the same text. */
export function normalForm({ notifications, tags, tenant, ...fields }: TopologyRow): string {
  const sorted = Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1))
  const row = {
    ...fields,
    ...(notifications && { notifications: shownNotifications(notifications) }),
    tags: Object.fromEntries(sorted),
  }
  return JSON.stringify({ tenant, row })
}

const shownNotifications = ({ contacts, enabled }: NonNullable<TopologyRow['notifications']>) => ({
  ...(contacts.length > 0 && { contacts }),
  ...(enabled && { enabled }),
})
