import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { sql } from 'kysely'
import { actorAt, type Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type RecoveryOptions, recoverNow } from './recovery.ts'

/**
 * An object whose current state has to be sent to another service, such as the Web API. Recovery of its kind sends it.
 */
export interface Delivery {
  readonly tenant: { readonly id: number; readonly name: string }
  readonly kind: string
  readonly key: string
}

/** A stored delivery with the token of its claim: whoever writes the object after it has happened has another one. */
export interface Queued extends Delivery {
  readonly holder: string
}

export interface Undelivered extends Delivery {
  readonly reason: string
}

/** The result of a write, and its deliveries. */
export interface Done<Saved> {
  readonly saved: Saved
  readonly deliveries: readonly Queued[]
}

/** A notice about a delivery that failed. */
export const again = 'It will be tried again.'

/** Tries each delivery once, and returns those that failed: housekeeping retries them. */
export type Deliver = (deliveries: readonly Queued[]) => Promise<Undelivered[]>

/** The deliveries of transactions of several writes, which are made together after the end of the transaction. */
const deferredDeliveries = new WeakMap<object, Queued[]>()

/** Collects the deliveries that the writes of this transaction store, instead of returning them to each write. */
export function deferDeliveries(db: Db): readonly Queued[] {
  const deliveries: Queued[] = []
  deferredDeliveries.set(db, deliveries)
  return deliveries
}

/**
 * Stores the deliveries of this transaction, so that neither a crash nor an unreachable Web API loses them. A delivery
 * that is pending or in progress is repeated. Until it succeeds the object cannot be changed. To be called in a
 * transaction for every tenant, or for the tenant of all of them. One statement for any number. Returns the deliveries:
 * none in a dry run, and none where they are collected.
 */
export async function enqueue(ctx: Context, deliveries: readonly Delivery[]): Promise<readonly Queued[]> {
  if (deliveries.length === 0 || ctx.write.dryRun) return []
  ctx.recording.hasMore = true
  const deliveryRows = deliveries.map(({ tenant, kind, key }) => ({ tenant_id: tenant.id, kind, key }))
  const { rows } = await sql<{ tenantId: number; kind: string; key: string; holder: string }>`
    insert into intents (tenant_id, kind, key, action, request_id, actor, address, opened_at)
    select tenant_id, kind, key, 'change', ${ctx.origin.requestId}, ${actorAt(ctx, sql`tenant_id`)}, ${ctx.origin.address},
      ${ctx.now()}::timestamptz
    from json_to_recordset(${JSON.stringify(deliveryRows)}::json) as given (tenant_id integer, kind text, key text)
    on conflict on constraint intents_object_key do update
      set holder = gen_random_uuid(), held_at = clock_timestamp(), process = excluded.process
    returning tenant_id as "tenantId", kind, key, holder
  `.execute(ctx.db)
  const names = new Map(deliveries.map(({ tenant: { id, name } }) => [id, name]))
  const queued = rows.map(({ tenantId: id, ...claim }) => ({ ...claim, tenant: { id, name: names.get(id) ?? '' } }))
  const deferred = deferredDeliveries.get(ctx.db)
  deferred?.push(...queued)
  return deferred ? [] : queued
}

/** Deliveries of all tenants that have failed so far, the oldest first. `db` spans tenants. */
export async function refused(db: Db): Promise<Refused[]> {
  const { rows } = await sql<Refused>`
    select tenant.name as tenant, intent.kind, intent.key as name, intent.opened_at as since, intent.last_error as reason
    from intents as intent join tenants as tenant on tenant.id = intent.tenant_id
    where intent.last_error <> '' order by intent.opened_at, tenant.name, intent.key
  `.execute(db)
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

interface Refused {
  readonly tenant: string
  readonly kind: string
  readonly name: string
  /** ISO 8601. */
  readonly since: string
  readonly reason: string
}

/** Milliseconds that a request waits for its deliveries; housekeeping performs the rest. */
const timeoutMs = 10_000
const maxConcurrent = 4

/** Performs as many deliveries as possible before the timeout. */
export const deliverWith =
  (options: RecoveryOptions): Deliver =>
  async (deliveries) => {
    const until = Date.now() + timeoutMs
    const remainingDeliveries = [...deliveries]
    const undelivered: Undelivered[] = []
    const work = async () => {
      for (let delivery = remainingDeliveries.shift(); delivery; delivery = remainingDeliveries.shift()) {
        const reason = Date.now() < until ? await recoverNow(options, delivery) : 'It takes longer than expected.'
        if (reason !== undefined)
          undelivered.push({ tenant: delivery.tenant, kind: delivery.kind, key: delivery.key, reason })
      }
    }
    await Promise.all(Array.from({ length: maxConcurrent }, work))
    return undelivered.toSorted((a, b) => byCodePoint(a.tenant.name, b.tenant.name) || byCodePoint(a.key, b.key))
  }
