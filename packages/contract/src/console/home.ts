import { z } from 'zod'
import { severities } from '../findings/rule.ts'
import { internalApi } from '../kit/addresses.ts'
import { everywhere, superOnly, tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineRead } from '../kit/endpoint.ts'
import { databaseId, moment, optionalText } from '../kit/fields.ts'
import { pagedQuery, pageOf } from '../kit/paged-list.ts'

/** A write by a user: the object that was saved or deleted, and the number of objects that changed as side effects. */
export const recentChange = z.object({
  at: moment(),
  actor: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  kind: z.string(),
  id: z.int(),
  name: z.string(),
  others: z.int(),
  /** Identifies it in the activity log of the tenant. */
  number: z.int(),
})

export type RecentChange = z.output<typeof recentChange>

/** The change request that a write belongs to; null without one, or if the reader may not see it. */
const writtenBy = { request: z.object({ id: z.int(), title: z.string() }).nullable() }

const document = z.record(z.string(), z.unknown()).nullable()

/** How a write changed its own object. */
export const changedObject = defineRead({
  path: `${internalApi}/changes/:number`,
  summary: 'An object before and after a write',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  params: z.object({ number: databaseId() }),
  answer: z.object({
    /** Null if there is no such write, or if the caller may not see its object. */
    change: recentChange
      .omit({ others: true })
      .extend({ ...writtenBy, before: document, after: document })
      .nullable(),
  }),
})

export type ChangedObject = NonNullable<z.output<typeof changedObject.answer>['change']>

/** Every object that was added, changed or deleted, including side effects; newest first by default. */
export const changeList = defineRead({
  path: `${internalApi}/changes`,
  summary: 'A page of all changes',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  query: pagedQuery(['at'], {
    actor: optionalText(128).optional(),
    action: recentChange.shape.action.optional(),
    kind: optionalText(64).optional(),
    name: optionalText(128).optional(),
    since: moment().optional(),
    /** Exclusive. */
    until: moment().optional(),
    /** The number of a change request. */
    request: databaseId().optional(),
    /** Words in what the user has said about the change. */
    remark: optionalText(128).optional(),
  }),
  answer: pageOf(recentChange.omit({ others: true }).extend({ ...writtenBy, remark: z.string() })),
})

export type ChangeRow = AnswerOf<typeof changeList>['rows'][number]

/** Side effects are counted, too. Days are those of UTC, the oldest first, also without changes. */
export const changesByDay = defineRead({
  path: `${internalApi}/changes/days`,
  summary: 'How many objects were added, changed and deleted on each of the last 90 days',
  deployments: everywhere,
  userKeys: 'accepted',
  caller: 'user',
  answer: z.object({
    days: z.array(z.object({ day: z.iso.date(), add: z.int(), change: z.int(), delete: z.int() })),
  }),
})

/** The rows of the tenant's activity log after `after`, verified: some thousand at most, so that a long log takes several requests. */
export const verifyChanges = defineRead({
  path: `${internalApi}/verifiedchanges`,
  summary: 'A part of the activity log, verified',
  deployments: everywhere,
  caller: 'superuser',
  query: z.object({
    /** The number of the last row that was verified before; by default those are verified that follow the archived ones. */
    after: databaseId().optional(),
  }),
  answer: z.object({
    /** The number of the last row that is verified now. */
    last: z.int(),
    /** The number of the last row of the log. */
    newest: z.int(),
    /** The number of its first rows that are in archives, which only the command line verifies. */
    archived: z.int(),
    /** The number of the first row with a wrong hash, number or version, or that is missing; null if all of these are valid. */
    firstBroken: z.int().nullable(),
  }),
})

/** The number of hours that `changes` covers. They include all of yesterday in every time zone. */
export const recentHours = 48

/** Keys with write access that no machine has used yet; for superusers, who manage them. */
const unusedKeys = z.int().optional()

/** Keys that have expired, or will in the next days; for superusers. */
const expiringKeys = z.int().optional()

/** Webhooks that the console has paused, because their receivers have failed; for superusers. */
const pausedWebhooks = z.int().optional()

/** How many findings a rule had when they were last counted. */
const ruleCount = z.object({ rule: z.string(), title: z.string(), severity: z.enum(severities), count: z.int() })
export type RuleCount = z.output<typeof ruleCount>

/** The rules with findings about kinds that the user may see, the worst first; absent until they are counted. */
const findings = z.array(ruleCount).optional()

/** Own keys of the user that have expired, or will in the next days. */
const expiringOwnKeys = z.int().optional()

export const home = defineRead({
  path: `${internalApi}/home`,
  summary: 'Recent changes, tasks, and the number of objects of each kind',
  deployments: tenantOnly,
  caller: 'user',
  answer: z.object({
    /** The changes of the last 48 hours, newest first, at most 50; if there are none, the last ten before them. */
    changes: z.array(recentChange),
    /** The number of objects of each kind; the keys are the names of the kinds in addresses. */
    counts: z.object({
      metric: z.int(),
      metricprofiles: z.int(),
      aggregations: z.int(),
      thresholdsprofiles: z.int(),
      reports: z.int(),
    }),
    /** Probe candidates that have not been reviewed; for superusers. */
    submittedCandidates: z.int().optional(),
    unusedKeys,
    expiringKeys,
    expiringOwnKeys,
    pausedWebhooks,
    findings,
  }),
})

/** The home page of the super-tenant, which edits the catalogue. */
export const catalogueHome = defineRead({
  path: `${internalApi}/catalogue_home`,
  summary: 'Recent changes of the catalogue, tasks, and the number of objects of each kind',
  deployments: superOnly,
  caller: 'user',
  answer: z.object({
    /** The changes of the last 48 hours, newest first, at most 50; if there are none, the last ten before them. */
    changes: z.array(recentChange),
    /** The number of objects of each kind; the keys are the names of the kinds in addresses. */
    counts: z.object({
      tenants: z.int(),
      yumrepos: z.int(),
      packages: z.int(),
      probes: z.int(),
      metrictags: z.int(),
      metrictemplates: z.int(),
      default_ports: z.int(),
    }),
    /** Templates that have the tag now. */
    deprecated: z.int(),
    eol: z.int(),
    unusedKeys,
    expiringKeys,
    expiringOwnKeys,
    pausedWebhooks,
    findings,
    /** Deliveries that the Web API has refused so far; for superusers. They are retried. */
    undelivered: z.array(
      z.object({ tenant: z.string(), kind: z.string(), name: z.string(), since: moment(), reason: z.string() }),
    ),
  }),
})
