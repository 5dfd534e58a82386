import { z } from 'zod'
import { internalApi } from './kit/addresses.ts'
import { everywhere, superOnly, tenantOnly } from './kit/deployment.ts'
import { type AnswerOf, defineEndpoint } from './kit/endpoint.ts'
import { databaseId, moment, optionalText } from './kit/fields.ts'
import { pagedQuery, pageOf } from './kit/paged-list.ts'
import { splitPackage } from './resources/shared-repos.ts'

/** A write that somebody made: the object that was saved or deleted, and how many others went with it. */
export const recentChange = z.object({
  at: moment(),
  actor: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  kind: z.string(),
  id: z.int(),
  name: z.string(),
  others: z.int(),
  /** By which the activity log of the tenant knows it. */
  number: z.int(),
})

export type RecentChange = z.output<typeof recentChange>

const document = z.record(z.string(), z.unknown()).nullable()

/** What a write did to the object that it was about. */
export const changedObject = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/changes/:number`,
  summary: 'An object before and after a write',
  deployments: everywhere,
  caller: 'signed-in',
  params: z.object({ number: databaseId() }),
  answer: z.object({
    /** None where there is no such write, or where it is about what the caller may not see. */
    change: recentChange.omit({ others: true }).extend({ before: document, after: document }).nullable(),
  }),
})

export type ChangedObject = NonNullable<z.output<typeof changedObject.answer>['change']>

/** Every object that was added, changed or deleted, with those that a write took along; newest first unless asked otherwise. */
export const changeList = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/changes`,
  summary: 'A page of all changes',
  deployments: everywhere,
  caller: 'signed-in',
  query: pagedQuery(['at'], {
    actor: optionalText(128).optional(),
    action: recentChange.shape.action.optional(),
    kind: optionalText(64).optional(),
    name: optionalText(128).optional(),
  }),
  answer: pageOf(recentChange.omit({ others: true })),
})

export type ChangeRow = AnswerOf<typeof changeList>['rows'][number]

/** Hours that `changes` looks back: yesterday is whole in them, wherever the reader is. */
export const recentHours = 48

/** Keys of machines that open something and that nobody has used yet; for superusers, who look after them. */
const unusedKeys = z.int().optional()

export const home = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/home`,
  summary: 'What has changed lately, what needs attention, and how many of everything there are',
  deployments: tenantOnly,
  caller: 'signed-in',
  answer: z.object({
    /** Of the last 48 hours, newest first, at most 50; where there are none, the last ten before. */
    changes: z.array(recentChange),
    metrics: z.object({
      all: z.int(),
      /** Their template carries the tag, in the version that they follow. */
      deprecated: z.int(),
      eol: z.int(),
      /** In no metric profile, and not internal. */
      unused: z.int(),
      /** Their package is there in a newer version than the one they run. */
      newer: z.int(),
    }),
    metricProfiles: z.int(),
    /** Probe candidates that nobody has looked at yet; for superusers. */
    submittedCandidates: z.int().optional(),
    unusedKeys,
  }),
})

/** The home of the super-tenant, which looks after the catalogue. */
export const catalogueHome = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/catalogue_home`,
  summary: 'What has changed lately in the catalogue, what needs attention, and how many of everything there are',
  deployments: superOnly,
  caller: 'signed-in',
  answer: z.object({
    /** Of the last 48 hours, newest first, at most 50; where there are none, the last ten before. */
    changes: z.array(recentChange),
    /** By what each is called in addresses. */
    counts: z.object({
      tenants: z.int(),
      yumrepos: z.int(),
      packages: z.int(),
      probes: z.int(),
      metrictags: z.int(),
      metrictemplates: z.int(),
      default_ports: z.int(),
    }),
    /** Templates that carry the tag now. */
    deprecated: z.int(),
    eol: z.int(),
    unusedKeys,
    /** Packages that one box cannot install for all tenants, for superusers. */
    splitPackages: z.array(splitPackage),
    /** What the Web API was to be told and has refused so far, for superusers; it is tried again and again. */
    untold: z.array(
      z.object({ tenant: z.string(), kind: z.string(), name: z.string(), since: moment(), reason: z.string() }),
    ),
  }),
})
