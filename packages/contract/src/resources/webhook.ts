import { z } from 'zod'
import { requestEvents } from '../change-requests/change-request.ts'
import { flag, list, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { databaseId, moment, technicalName, trimmedText, uniqueRows } from '../kit/fields.ts'
import { kindNames, singleKindNames } from '../kit/kind-names.ts'
import { notices } from '../kit/notices.ts'
import { type DocumentOf, defineResource, type RecordOf, resourceEndpoints } from '../kit/resource.ts'
import { isWebAddress } from '../kit/web-address.ts'

const ofObjects = ['add', 'change', 'delete']

const namesIn = (names: Readonly<Record<string, { readonly kind: string }>>): readonly string[] =>
  Object.values(names).map(({ kind }) => kind)

const kinds = namesIn(kindNames)

/** What can happen to each kind, besides that every object is added, changed and deleted. */
const moreActions: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(namesIn(singleKindNames).map((kind) => [kind, ['change']])),
  apikey: ['expire', 'reveal', 'reseal'],
  userkey: ['expire', ...ofObjects],
  listview: ofObjects,
  identityprovider: ['reseal'],
  webhook: ['reseal'],
  user: [
    ...['new-place', 'sign-in', 'sign-out', 'refuse', 'confirm', 'set-password', 'send-link', 'end-session'],
    ...['set-factor', 'remove-factor', 'renew-codes'],
  ],
  tenant: ['require-factor', 'restore-backup', 'import-tenant', 'archive-activity'],
  changerequest: ['add', 'change', ...requestEvents],
  rollout: ['done', 'refused'],
  stores: ['differ'],
}

/** Every event that webhooks can be told: `metricprofile.change`. */
export const webhookEvents: readonly string[] = [...new Set([...kinds, ...Object.keys(moreActions)])].flatMap((kind) =>
  [...(kinds.includes(kind) ? ofObjects : []), ...(moreActions[kind] ?? [])].map((action) => `${kind}.${action}`),
)

/** Both parts of an event can be `*`. */
function namesEvents(pattern: string): boolean {
  const [kind, action, ...rest] = pattern.split('.')
  const matches = (part: string | undefined, partOfPattern: string | undefined) =>
    partOfPattern === '*' || partOfPattern === part
  return (
    rest.length === 0 &&
    webhookEvents.some((event) => {
      const [kindOfEvent, actionOfEvent] = event.split('.')
      return matches(kindOfEvent, kind) && matches(actionOfEvent, action)
    })
  )
}

const fields = z.strictObject({
  name: technicalName(),
  address: trimmedText(2048).refine(
    (address) => /^https?:/.test(address) && isWebAddress(address, { localhost: true }),
    'Must be an address such as https://hooks.example.org/quatrain',
  ),
  events: z
    .array(
      trimmedText(128).refine(namesEvents, {
        error: ({ input }) => `${String(input)} is not an event, such as report.change, report.* or *.delete`,
      }),
    )
    .min(1, 'Required')
    .max(100, 'There can be at most 100 events')
    .superRefine(uniqueRows((event) => event, 'Duplicated')),
  /** Whether messages contain the values that have changed, and not only the names of their fields. */
  has_values: z.boolean(),
  active: z.boolean(),
})

const document = z.object({
  name: z.string(),
  address: z.string(),
  events: z.array(z.string()),
  has_values: z.boolean(),
  active: z.boolean(),
})

const record = document.extend({
  id: z.int(),
  /** Why the console has paused it; empty if it has not. */
  paused_because: z.string(),
  /** Whether messages are also signed with the secret before the last replacement. */
  has_former_secret: z.boolean(),
})

/** Addresses of other programs that are told about events. No record contains a secret. */
export const webhooks = defineResource({
  ...kindNames.webhooks,
  key: { read: 'name', remove: 'name' },
  history: 'tenantversion',
  recentLoginFor: ['add', 'change'],
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record,
  row: record,
  add: fields,
  change: fields.extend({ id: databaseId() }),
  document,
  compared: {
    name: text('name'),
    address: text('address'),
    events: list('events', 'Event'),
    has_values: flag('with values'),
    active: flag('active'),
  },
})

export type Webhook = RecordOf<typeof webhooks>
export type WebhookDocument = DocumentOf<typeof webhooks>

const revealed = z.object({ secret: z.string() })

/** The only response that contains the secret, besides that of a replacement. */
export const addWebhook = defineEndpoint({
  ...resourceEndpoints(webhooks).add,
  query: writeQuery,
  answer: record.extend(notices.shape).extend(revealed.shape),
})

const ofWebhook = { deployments: everywhere, params: keyParams, precondition: 'none' } as const

export const replaceWebhookSecret = defineAction({
  ...ofWebhook,
  reauthentication: 'recent',
  caller: { may: 'change', resource: webhooks },
  path: `${internalApi}/webhooks/:key/secret`,
  summary: 'Replace the secret of a webhook; both sign until the former one is dropped',
  body: z.strictObject({ step: z.enum(['replace', 'drop']) }),
  /** Empty after `drop`. */
  answer: revealed,
})

const attempt = z.object({
  at: moment(),
  /** Null without an answer. */
  status: z.int().nullable(),
  milliseconds: z.int(),
  /** The first characters of the answer, or why there is none. */
  answer: z.string(),
})

const delivery = z.object({
  /** The id of the message, which receivers get too. */
  id: z.string(),
  event: z.string(),
  name: z.string(),
  at: moment(),
  state: z.enum(['waiting', 'sent', 'failed']),
  /** When it is tried next; null if it is not. */
  due: moment().nullable(),
  /** The newest first. */
  attempts: z.array(attempt),
})
export type WebhookDelivery = z.output<typeof delivery>

export const listWebhookDeliveries = defineRead({
  deployments: everywhere,
  params: keyParams,
  caller: { may: 'view', resource: webhooks },
  path: `${internalApi}/webhooks/:key/deliveries`,
  summary: 'The last 100 messages of a webhook with every attempt, the newest first',
  answer: z.array(delivery),
})

export const sendWebhook = defineAction({
  ...ofWebhook,
  caller: { may: 'change', resource: webhooks },
  path: `${internalApi}/webhooks/:key/deliveries`,
  summary: 'Send a message of a webhook again, or a test; the server does so within seconds',
  /** Without the id of a message, a test. */
  body: z.strictObject({ message: z.uuid().optional() }),
  answer: delivery.pick({ id: true }),
})
