// Several writes that are prepared without effect, reviewed, and made together: all or none.
import { z } from 'zod'
import { finding } from '../findings/finding.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { affectedGroup, affectedObject } from '../kit/dry-run.ts'
import { type AnswerOf, defineAction, defineEndpoint, defineRead, megabyte } from '../kit/endpoint.ts'
import { databaseId, moment, objectReference, optionalText, requiredText, trimmedText } from '../kit/fields.ts'
import { texts } from '../kit/named-fields.ts'
import { isWebAddress } from '../kit/web-address.ts'
import { reviewers } from './change-rule.ts'
import { unconfirmed } from './unconfirmed-request.ts'

/**
 * `scheduled` waits for its time; `applying` lasts only while it is written; `failed` can be edited and tried again, `withdrawn` is
 * final. What is `applied` becomes `reverted` when the request with its inverse is applied.
 */
export const requestStates = [
  ...([
    'draft',
    'in review',
    'approved',
    'scheduled',
    'applying',
    'applied',
    'failed',
    'withdrawn',
    'reverted',
  ] as const),
] as const
export type RequestState = (typeof requestStates)[number]

/**
 * The operations that requests can have. Their inputs are those of the endpoints; of a delete, the key of the object. A move writes to the
 * metrics of a package, and has its name; `replaceAll` writes to a whole list.
 */
const collectedOperations = ['add', 'change', 'remove', 'restore', 'import', 'move', 'replaceAll'] as const

/** What people can still review. Files of a whole tenant can be more. */
const maxWrites = 5000

const webAddressOrNone = () =>
  trimmedText(2048).refine((link) => link === '' || isWebAddress(link), 'Must be a web address')

/** The longest time in which an applied request can be confirmed: a day. */
export const maxConfirmMinutes = 1440

export const write = z.strictObject({
  kind: requiredText(64),
  operation: z.enum(collectedOperations),
  input: z.record(z.string(), z.unknown()),
  /** The entity tag of the object that it is based on, while it is new to the request; any version by default. */
  base: optionalText(200).optional(),
  /** The document that it is based on, if that is not the present one: what others have changed since is merged. */
  before: z.record(z.string(), z.unknown()).nullable().optional(),
})

/** Objects that are managed as code from the moment when a change request is applied. */
export const managed = z.strictObject({
  /** Who manages them, such as the name of a repository. */
  owner: objectReference(),
  /** Where their files are; empty if unknown. */
  link: webAddressOrNone().default(''),
  /** The revision of the files, and its author; empty if unknown. */
  commit: trimmedText(200).default(''),
  /** Whether objects that others manage, or people, become those of the owner. */
  adopt: z.boolean().default(false),
  /** Whether the owner manages nothing else any more: what is not among the objects is removed by the writes, or is gone. */
  prune: z.boolean().default(false),
  /** What they are then. */
  objects: z
    .array(
      z.strictObject({
        kind: requiredText(64),
        name: objectReference(512),
        spec: z.record(z.string(), z.unknown()),
        /** The name that a write of the request replaces. */
        former_name: objectReference(512).optional(),
      }),
    )
    .max(10_000),
})
export type Managed = z.output<typeof managed>

const texted = {
  title: requiredText(200),
  description: trimmedText(4000).default(''),
  /** A ticket or a page about the request; empty if there is none. */
  link: webAddressOrNone().default(''),
  /** In any order: they are made in that of their dependencies. */
  writes: z.array(write).max(maxWrites, `There can be at most ${maxWrites} writes`).default([]),
}

/** What happens to a request. `fail-revert`: what nobody has confirmed could not be taken back. */
export const requestEvents = [
  ...(['comment', 'submit', 'approve', 'refuse', 'void', 'schedule', 'unschedule', 'apply', 'fail'] as const),
  ...(['withdraw', 'confirm', 'revert', 'fail-revert'] as const),
] as const

const comment = z.object({
  at: moment(),
  /** The user, or the key of a user. */
  author: z.string(),
  action: z.enum(requestEvents),
  text: z.string(),
  /** The object of the write that it is about; null if it is about the request. */
  about: z.object({ kind: z.string(), name: z.string() }).nullable(),
})
export type RequestComment = z.output<typeof comment>

const head = z.object({
  id: z.int(),
  ...texts('title'),
  state: z.enum(requestStates),
  author: z.string(),
  created_at: moment(),
  changed_at: moment(),
  /** When it is to be applied; null if it is not scheduled. */
  apply_at: moment().nullable(),
  /** Who has approved its effect, the first one first. */
  approvals: z.array(z.object({ username: z.string(), at: moment() })),
  /** Who can approve it besides superusers, and whether its author can: the rule of the tenant as it is now. */
  ...reviewers,
  ...unconfirmed,
})

const storedWrite = write.omit({ base: true, before: true }).extend({
  /** The object as it was called when the write was collected. */
  name: z.string(),
  /** Its document then; null for an add. A write that others have overtaken is merged with theirs. */
  before: z.record(z.string(), z.unknown()).nullable(),
  collected_at: moment(),
})

const request = head.extend({
  ...texts('description', 'link'),
  /** Whose files say its writes; null if people have collected them. */
  managed: z.object(texts('owner', 'link', 'commit')).nullable(),
  /** In the order in which they are made. */
  writes: z.array(storedWrite),
  /** The oldest first. */
  comments: z.array(comment),
  /** How many approvals the rule of the tenant requires of it now; 0 if its author can apply it without any. */
  approvals_needed: z.int(),
  /** Minutes in which it has to be confirmed after it was applied at its time; null if it is not scheduled, or need not be. */
  confirm_within: z.int().nullable(),
})
export type ChangeRequest = z.output<typeof request>

export type SubmittedWrite = z.output<typeof write>
export type StoredWrite = z.output<typeof storedWrite>

const shared = { deployments: everywhere, caller: 'user', userKeys: 'accepted' } as const
const path = `${internalApi}/changerequests` as const
const ofOne = { ...shared, params: z.object({ id: databaseId() }), answer: request } as const
const adding = { ...shared, method: 'POST', precondition: 'none', answer: request } as const
const bodyLimit = 32 * megabyte

export const listChangeRequests = defineRead({
  ...shared,
  path,
  summary: 'Change requests, the last changed first, at most 500',
  /** With a kind and the name of an object, only open requests that write to it. */
  query: z.object({ kind: optionalText(64).optional(), name: optionalText(256).optional() }),
  answer: z.array(
    head.extend({
      writes: z.int(),
      /** The kinds that it writes to. */
      kinds: z.array(z.string()),
      /** The names of objects of open requests that others have changed since their writes were collected. */
      overtaken: z.array(z.string()),
      /** Whether it waits for the caller: to be reviewed, or as an own one that is approved or has failed. */
      waits: z.boolean(),
    }),
  ),
})

export const readChangeRequest = defineRead({
  ...ofOne,
  path: `${path}/:id`,
  summary: 'A change request with its writes and comments',
})

export const addChangeRequest = defineEndpoint({
  ...adding,
  path,
  summary: 'Add a change request with writes, which have no effect yet',
  bodyLimit,
  /** With `managed` for writes that files say. */
  body: z.strictObject({ ...texted, managed: managed.optional() }),
})

export const invertChanges = defineEndpoint({
  ...adding,
  path: `${path}/inverse`,
  summary:
    'Add a change request with the writes that take back an applied request, or changes of objects by their numbers',
  body: z
    .strictObject({
      request: z.int().positive().optional(),
      changes: z.array(z.int().positive()).min(1).max(maxWrites).optional(),
    })
    .refine(({ request, changes }) => (request === undefined) !== (changes === undefined), {
      path: ['request'],
      message: 'Either a request or changes are required',
    }),
})

export const changeChangeRequest = defineEndpoint({
  ...ofOne,
  method: 'PUT',
  precondition: 'version',
  path: `${path}/:id`,
  summary: 'Replace the texts and the writes of a change request; only its author. Approvals become void',
  bodyLimit,
  body: z.strictObject(texted),
})

/** What a write would do, after those before it. */
const effectsOfWrite = z.object({
  /** Why it cannot be made; empty if it can. */
  refusal: z.string(),
  /** Whether it was merged with what others have changed since it was collected. */
  isMerged: z.boolean(),
  /** What a save of it would warn of; empty if nothing. */
  warning: z.string(),
  /** A sample of the objects that it changes, its own first. */
  changes: z.array(affectedObject),
  /** The number of all of them; tenants that follow a change of the catalogue do so later. */
  groups: z.array(affectedGroup),
})

const checks = z.object({
  count: z.int(),
  sample: z.array(z.object(texts('hostname', 'service', 'metric'))),
})

const findingEffects = z.object({ added: z.array(finding), removed: z.array(finding) })
export type FindingEffects = z.output<typeof findingEffects>

/** What boxes run and reports cover after all writes, with the topology of today. */
const operation = z.object({
  /** Metrics of services of hosts; those that start or stop by metric profiles, and those that run in another way. Null if unknown. */
  checks: z.object({ started: checks, stopped: checks, changed: checks }).nullable(),
  /** Reports that cover other endpoints, with the numbers of these; null before they are added or after they are deleted. */
  reports: z.array(z.object({ name: z.string(), before: z.int().nullable(), after: z.int().nullable() })),
  /** Why something is not known; empty if all is. */
  unknown: z.string(),
})
export type OperationEffects = z.output<typeof operation>

export const effects = z.object({
  /** Identifies the combined effect; to be repeated when it is approved or applied. */
  preview: z.string(),
  writes: z.array(effectsOfWrite),
  /** Absent in the catalogue, which tenants follow later. */
  operation: operation.optional(),
  /** The findings that all writes add and remove. */
  findings: findingEffects.optional(),
})
export type RequestEffects = z.output<typeof effects>

export const previewChangeRequest = defineAction({
  ...ofOne,
  precondition: 'none',
  path: `${path}/:id/preview`,
  summary: 'The combined effect of the writes of a change request as things are now; nothing is written',
  answer: effects,
})

export const previewWrites = defineAction({
  ...shared,
  precondition: 'none',
  path: `${path}/preview`,
  summary: 'The combined effect of writes, as those of a change request; nothing is written, and no request is added',
  bodyLimit,
  body: z.strictObject({ writes: texted.writes }),
  answer: effects,
})

const requestActions = ['comment', 'submit', 'refuse', 'unschedule', 'withdraw', 'confirm', 'take-back'] as const
export type RequestAction = (typeof requestActions)[number]

const remark = { text: trimmedText(4000).default('') }

export const actOnChangeRequest = defineAction({
  ...ofOne,
  precondition: 'none',
  path: `${path}/:id/actions`,
  summary:
    'Comment on a change request, submit it for review, refuse it, take it from the schedule, withdraw it, confirm it after it was applied, or take it back instead',
  /** A comment can be about a write: the kind and the name of its object. */
  body: z
    .strictObject({
      action: z.enum(requestActions),
      about: z.strictObject({ kind: requiredText(64), name: requiredText(256) }).optional(),
      ...remark,
    })
    .refine(({ action, about }) => action === 'comment' || about === undefined, {
      path: ['about'],
      message: 'Only a comment is about a write',
    }),
})

export const settleChangeRequest = defineAction({
  ...ofOne,
  precondition: 'none',
  path: `${path}/:id/settle`,
  summary: 'Approve, apply or schedule a change request with the effect that its preview has shown',
  /**
   * `effects` is the `preview` that the user has seen: with another combined effect nothing is done. `*` for any. `at` is when a scheduled
   * request is applied: in the future, within a year. `confirm_within`: minutes after which it is taken back unless somebody confirms it.
   */
  body: z
    .strictObject({
      action: z.enum(['approve', 'apply', 'schedule']),
      effects: requiredText(64),
      at: z.iso.datetime({ offset: true }).optional(),
      confirm_within: z.int().min(1).max(maxConfirmMinutes).optional(),
      ...remark,
    })
    .refine(({ action, confirm_within }) => action !== 'approve' || confirm_within === undefined, {
      path: ['confirm_within'],
      message: 'An approval is not confirmed',
    })
    .refine(({ action, at }) => (action === 'schedule') === (at !== undefined), {
      path: ['at'],
      message: 'A schedule has a time, and nothing else has',
    }),
})

export type ChangeRequestHead = AnswerOf<typeof listChangeRequests>[number]
