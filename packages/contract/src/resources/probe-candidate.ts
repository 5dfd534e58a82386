import { z } from 'zod'
import { choice, text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { defineRead } from '../kit/endpoint.ts'
import { databaseId, isPrintable, moment, optionalText } from '../kit/fields.ts'
import { kindNames, readKeyOf } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { type ChangeInput, type DocumentOf, defineResource, type RecordOf } from '../kit/resource.ts'

/** The states of a candidate, in their usual order. */
export const candidateStatuses = ['submitted', 'processing', 'testing', 'deployed', 'rejected'] as const
export type CandidateStatus = (typeof candidateStatuses)[number]

/** The fields that a submitter fills in, with the characters that each may contain. */
export const submittedLengths = {
  name: 128,
  description: 1024,
  docurl: 1024,
  rpm: 1024,
  yum_baseurl: 1024,
  script: 1024,
  command: 2048,
  contact: 254,
} as const

const { name, description, docurl, rpm, yum_baseurl, script, command } = submittedLengths

/** The status decides which of these fields are required: see `candidateProblems`. */
const fields = z.strictObject({
  name: optionalText(name).refine(isPrintable, 'Name can contain only letters, digits, spaces and punctuation'),
  description: optionalText(description),
  docurl: optionalText(docurl),
  rpm: optionalText(rpm),
  yum_baseurl: optionalText(yum_baseurl),
  script: optionalText(script),
  command: optionalText(command),
  /** One of `candidateStatuses`; it is validated before the fields that depend on it. */
  status: optionalText(128),
  service_type: optionalText(2048),
  devel_url: optionalText(2048),
  production_url: optionalText(2048),
  rejection_reason: optionalText(1024),
})

const stored = z.object({
  ...texts('name', 'description', 'docurl', 'rpm', 'yum_baseurl', 'script', 'command', 'contact'),
  status: z.enum(candidateStatuses),
  ...texts('service_type', 'devel_url', 'production_url', 'rejection_reason'),
})

const record = stored.extend({
  id: z.int(),
  created: moment(),
  last_update: moment(),
  /** The statuses that the submitter was notified of by mail. */
  mailed: z.array(z.enum(candidateStatuses)),
})

/**
 * A probe that was submitted through the machine API (specification part 2, sections 2 to 5). Its submitter chooses the
 * name, which need not be unique, so a number identifies it.
 */
export const probeCandidates = defineResource({
  ...kindNames.probeCandidates,
  key: { read: readKeyOf('probecandidate'), remove: readKeyOf('probecandidate') },
  history: 'tenantversion',
  userKeys: 'accepted',
  access: { tenant: { read: 'superusers', write: 'superusers' } },
  record,
  row: record.omit({ mailed: true }),
  change: fields.extend({
    id: databaseId(),
    /** Cannot be changed: mail is sent to the person who submitted the candidate. */
    contact: optionalText(submittedLengths.contact).optional(),
  }),
  document: stored,
  compared: {
    name: text('name'),
    status: choice('status'),
    rejection_reason: text('reason for rejection'),
    description: text('description'),
    service_type: text('service type'),
    devel_url: text('devel UI URL'),
    production_url: text('production UI URL'),
    docurl: text('documentation'),
    rpm: text('RPM'),
    yum_baseurl: text('YUM base URL'),
    script: text('script'),
    command: text('command'),
    contact: text('contact'),
  },
})

export type ProbeCandidate = RecordOf<typeof probeCandidates>
export type ProbeCandidateDocument = DocumentOf<typeof probeCandidates>
export type ProbeCandidateInput = ChangeInput<typeof probeCandidates>

export const probeCandidateStatuses = defineRead({
  path: `${internalApi}/probecandidatestatuses`,
  summary: 'Names of the statuses that a probe candidate can have, sorted',
  deployments: tenantOnly,
  caller: { may: 'view', resource: probeCandidates },
  answer: z.array(z.string()),
})
