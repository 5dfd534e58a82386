// What is wrong, doubtful or could be better in a configuration: read, decided, and mended.
import { z } from 'zod'
import { choice, type Fields, records, text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { type AnswerOf, defineAction, defineEndpoint, defineRead, megabyte } from '../kit/endpoint.ts'
import { objectReference, optionalText, requiredText, trimmedText, uniqueRows } from '../kit/fields.ts'
import { singleKindNames } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { defineResource } from '../kit/resource.ts'
import { findingKey, severities } from './rule.ts'

const path = `${internalApi}/findings` as const
const shared = { deployments: everywhere, caller: 'user', userKeys: 'accepted' } as const

/** What identifies a finding. */
const identity = {
  rule: requiredText(64),
  kind: requiredText(64),
  name: objectReference(512),
  /** What it is about within the object; empty if it is about the whole. */
  about: optionalText(512).default(''),
}

const severity = z.enum(severities)
/** A rule that is off finds nothing. */
const chosenSeverities = [...severities, 'off'] as const

const settings = z.strictObject({
  /** The severities that differ from those of the rules. */
  severities: z
    .array(z.strictObject({ rule: requiredText(64), severity: z.enum(chosenSeverities) }))
    .max(500)
    .superRefine(uniqueRows(({ rule }) => rule, 'Duplicated')),
  /** Findings that are accepted, until a day if they have one. */
  suppressed: z
    .array(z.strictObject({ ...identity, reason: requiredText(500), until: z.union([z.literal(''), z.iso.date()]) }))
    .max(5_000)
    .superRefine(uniqueRows(findingKey, 'Duplicated')),
})
export type FindingSettings = z.output<typeof settings>

const record = z.object(settings.shape)
export type Suppression = FindingSettings['suppressed'][number]

/** Those of tenants that have set none. */
export const usualSettings: FindingSettings = { severities: [], suppressed: [] }

const settingsFields: Fields = {
  severities: records('severities', { identity: { rule: 'Rule' }, fields: { severity: choice('severity') } }),
  suppressed: records('suppressed findings', {
    identity: { rule: 'Rule', kind: 'Kind', name: 'Name', about: 'About' },
    fields: { reason: text('reason'), until: text('until') },
  }),
}

/** The settings as an object of the activity log. */
export const findingSettings = defineResource({
  ...singleKindNames.findings,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record,
  row: record,
  document: record,
  compared: settingsFields,
})

export const finding = z.object({
  ...texts('rule', 'kind', 'name', 'about', 'says'),
  /** The field of the document; empty if it is about no single one. */
  field: z.string(),
  severity,
  /** The group of the object; empty without one. */
  group: z.string(),
  /** Whether a form can be opened with the change that mends it. */
  isFixable: z.boolean(),
  /** Why it is accepted; null if it is not. */
  suppressed: z.object({ reason: z.string(), until: z.string() }).nullable(),
})
export type Finding = z.output<typeof finding>

export const listFindings = defineRead({
  ...shared,
  path,
  summary: 'What is wrong, doubtful or could be better, the worst first',
  /** With a kind and a name, only what is about that object. */
  query: z.object({ kind: optionalText(64).optional(), name: optionalText(512).optional() }),
  answer: z.object({
    findings: z.array(finding),
    /** What could not be looked at, and why, in sentences. */
    unchecked: z.array(z.string()),
  }),
})

export const findingOverview = defineRead({
  ...shared,
  path: `${path}/overview`,
  summary: 'The rules of findings, and how many findings there were on each of the last 90 days',
  answer: z.object({
    rules: z.array(
      z.object({
        ...texts('id', 'kind', 'title', 'follows', 'advice'),
        severity,
        /** What the tenant has chosen instead. */
        chosen: z.enum(chosenSeverities).optional(),
        /** Below the address of the documentation. */
        page: z.string(),
      }),
    ),
    days: z.array(z.object({ day: z.iso.date(), error: z.int(), warning: z.int(), hint: z.int() })),
  }),
})
export type FindingOverview = AnswerOf<typeof findingOverview>

export const fixOfFinding = defineRead({
  ...shared,
  path: `${path}/fix`,
  summary: 'The document of an object without a finding, for its form; nothing is written',
  query: z.object(identity),
  /** Null if there is no such finding any more, or people have to decide. */
  answer: z.object({ document: z.record(z.string(), z.unknown()).nullable() }),
})

export const checkDocument = defineAction({
  ...shared,
  precondition: 'none',
  path: `${path}/check`,
  summary: 'The findings that a document would add if it were saved; nothing is written',
  bodyLimit: 4 * megabyte,
  body: z.strictObject({
    kind: requiredText(64),
    /** The name of the stored object; absent for a new one. */
    name: objectReference(512).optional(),
    document: z.record(z.string(), z.unknown()),
  }),
  answer: z.object({ findings: z.array(finding) }),
})

const ofSettings = { deployments: everywhere, caller: 'superuser', path: `${path}/settings` } as const

export const readFindingSettings = defineRead({
  ...ofSettings,
  summary: 'Which findings are suppressed, and which rules are off or of another severity',
  answer: record,
})

export const changeFindingSettings = defineEndpoint({
  ...ofSettings,
  method: 'PUT',
  precondition: 'version',
  summary: 'Suppress findings, and set the severities of rules',
  query: z.strictObject({ dry_run: z.stringbool().optional(), remark: trimmedText(500).optional() }),
  bodyLimit: 2 * megabyte,
  body: settings,
  answer: record,
})
