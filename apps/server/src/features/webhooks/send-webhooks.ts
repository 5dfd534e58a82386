// Sends what webhooks are told, outside of any request.
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { pauseAfter, runInRounds, triedFor } from '@quatrain/platform/rounds.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { guardedFetch } from '#clients/outgoing/guarded-fetch.ts'
import type { PermittedHosts } from '#clients/outgoing/public-address.ts'
import type { Context } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Tenancy, Tenant } from '#request/tenancy/tenancy.ts'
import { announceExpiringKeys, type Leased, lease, storeAttempt } from './deliveries.repository.ts'
import { secretsOfWebhook, signatureOf } from './webhook-secrets.ts'
import { pauseWebhook } from './webhooks.service.ts'

export interface SendOptions {
  readonly tenancy: Tenancy
  readonly secrets: Secrets
  readonly permittedHosts: PermittedHosts
  readonly now: () => Date
  /** The context in which the console pauses a webhook of this tenant. */
  readonly contextOf: (tenant: Tenant) => Context
  readonly log: FastifyBaseLogger
  readonly isEnding?: () => boolean
}

const atOnce = 20
const timeoutMs = 10_000
const maxBytes = 4_096
/** Characters of an answer that are kept. */
const keptAnswer = 500

/** Sends every message that is due, to several receivers at the same time, and returns their number. */
export async function sendWebhooks(options: SendOptions): Promise<number> {
  const { tenancy, now, isEnding = () => false } = options
  await announceExpiringKeys(tenancy.everyTenant, now())
  const inFlight = new Set<Promise<void>>()
  let count = 0
  for (;;) {
    const free = isEnding() ? 0 : atOnce - inFlight.size
    const leased = free > 0 ? await lease(tenancy.everyTenant, now(), free) : []
    for (const delivery of leased) {
      const sending = send(options, delivery)
        .catch((error: unknown) => options.log.error({ err: error, webhook: delivery.name }, 'webhook failed'))
        .finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    }
    count += leased.length
    if (inFlight.size === 0) return count
    // A receiver that hangs delays no other.
    await Promise.race([...inFlight, wait(every * 1_000, undefined, { ref: false })])
  }
}

async function send(options: SendOptions, delivery: Leased): Promise<void> {
  const { tenancy, now } = options
  const at = now()
  const started = performance.now()
  const { status, answer } = await call(options, delivery, at)
  const milliseconds = Math.round(performance.now() - started)
  const isSent = status !== null && status >= 200 && status < 300
  const end = new Date(delivery.firstTried).getTime() + triedFor
  // The receiver says that it is gone for good.
  const isOver = delivery.isAsked || status === 410 || at.getTime() >= end
  const state = isSent ? 'sent' : isOver ? 'failed' : 'waiting'
  const due = new Date(Math.min(at.getTime() + pauseAfter(delivery.attempt, 5_000), end))
  await storeAttempt(tenancy.everyTenant, delivery, { at, status, milliseconds, answer }, { state, due })
  if (state !== 'failed' || delivery.isAsked) return
  const tenant = await tenancy.tenantWhere(({ id }) => id === delivery.tenantId)
  const why = status === 410 ? 'The receiver answered 410: it is gone.' : 'The receiver has failed for 24 hours.'
  if (tenant) await pauseWebhook(options.contextOf(tenant), delivery.webhookId, why)
}

interface Outcome {
  /** Null without an answer. */
  readonly status: number | null
  readonly answer: string
}

async function call({ secrets, permittedHosts }: SendOptions, delivery: Leased, at: Date): Promise<Outcome> {
  try {
    const { webhookId: id, tenantId, name, sealed } = delivery
    const own = secretsOfWebhook(secrets, { tenantId, id, name, sealed })
    if (own.length === 0) return { status: null, answer: 'It has no secret. Replace the secret.' }
    const body = cloudEventOf(delivery)
    const timestamp = Math.floor(at.getTime() / 1_000)
    const response = await guardedFetch(permittedHosts, delivery.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/cloudevents+json; charset=utf-8',
        'user-agent': 'Quatrain',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(own, delivery.id, timestamp, body),
      },
      body,
      timeoutMs,
      maxBytes,
      isCut: true,
    })
    return { status: response.status, answer: printable(await response.text()) }
  } catch (error) {
    return { status: null, answer: printable(error instanceof Error ? error.message : toUserError(error).message) }
  }
}

/** The database stores no NUL, and screens show no other control character. */
const printable = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, keptAnswer)
    .toWellFormed()
    .trim()

/** Seconds between two rounds. */
const every = 2

/** While the server listens: sends messages of webhooks. */
export const runWebhooks = (app: FastifyInstance, options: Omit<SendOptions, 'log' | 'isEnding'>): void =>
  runInRounds(app, {
    name: 'webhooks',
    afterFailure: every,
    async round(isEnding) {
      await sendWebhooks({ ...options, log: app.log, isEnding })
      return every
    },
  })

/**
 * The body of a message: an event of CloudEvents 1.0. It is the same at each attempt, because nothing changes a row of the activity log.
 * Without values, only the names of the changed fields are sent.
 */
function cloudEventOf({ kind, action, objectId, objectName, tenant, domain, hasValues, ...delivery }: Leased): string {
  const { before, after, details, number, actor, requestId } = delivery
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !isDeepStrictEqual(before?.[field], after?.[field]),
  )
  const changedIn = (document: Leased['before']) =>
    document && Object.fromEntries(fields.filter((field) => field in document).map((field) => [field, document[field]]))
  const { managed_by } = (number !== null && details) || {}
  const logged = number !== null && { actor, number, request: requestId, fields, managed_by }
  const values = hasValues && { ...(logged && { before: changedIn(before), after: changedIn(after) }), ...details }
  return JSON.stringify({
    specversion: '1.0',
    id: delivery.id,
    source: `//${domain}`,
    type: `quatrain.${kind}.${action}`,
    subject: objectName,
    time: new Date(delivery.at).toISOString(),
    datacontenttype: 'application/json',
    data: { tenant, kind, action, id: objectId, name: objectName, ...logged, ...values },
  })
}
