import { sql } from 'kysely'
import { actorName, type Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { type RecoveryOptions, recoverNow } from './recovery.ts'

/** Something of ours that the Web API is to be told as it is now. Recovery knows how. */
export interface Delivery {
  readonly tenant: { readonly id: number; readonly name: string }
  readonly kind: string
  readonly key: string
}

export interface Undelivered extends Delivery {
  readonly reason: string
}

/** What a write has done, and what the Web API is still to be told of it. */
export interface Done<Saved> {
  readonly saved: Saved
  readonly deliveries: readonly Delivery[]
}

/** Said of what is still to be done. */
export const again = 'It will be tried again.'

/** Tries each delivery once, and answers with those that are still to be done: housekeeping tries them again. */
export type Deliver = (deliveries: readonly Delivery[]) => Promise<Undelivered[]>

/**
 * Remembers what the Web API has to be told after this transaction, so that neither a crash nor a Web API that is away
 * loses it. What is to be told already, or is being told, is told once more. Until then nobody else can change it. To
 * be called in a transaction for every tenant, or for the one that all of it belongs to. One statement, whatever their number. Answers with what there is to be
 * delivered afterwards: of a dry run nothing.
 */
export async function enqueue(ctx: Context, deliveries: readonly Delivery[]): Promise<readonly Delivery[]> {
  if (deliveries.length === 0 || ctx.write.dryRun) return []
  const given = deliveries.map(({ tenant, kind, key }) => ({ tenant_id: tenant.id, kind, key }))
  await sql`
    insert into intents (tenant_id, kind, key, action, request_id, actor, address, opened_at)
    select tenant_id, kind, key, 'change', ${ctx.origin.requestId}, ${actorName(ctx)}, ${ctx.origin.address},
      ${ctx.now()}::timestamptz
    from json_to_recordset(${JSON.stringify(given)}::json) as given (tenant_id integer, kind text, key text)
    on conflict on constraint intents_object_key do update
      set holder = gen_random_uuid(), held_at = clock_timestamp(), process = excluded.process
  `.execute(ctx.db)
  return deliveries
}

/** What the Web API was to be told and has refused so far, of all tenants, the oldest first. `db` spans tenants. */
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

/** Milliseconds that somebody waits for the Web API; what takes longer is done while they go on. */
const timeoutMs = 10_000
const atOnce = 4

/** Delivers as far as it goes within a few seconds. */
export const deliverWith =
  (options: RecoveryOptions): Deliver =>
  async (deliveries) => {
    const until = Date.now() + timeoutMs
    const left = [...deliveries]
    const undelivered: Undelivered[] = []
    const work = async () => {
      for (let delivery = left.shift(); delivery; delivery = left.shift()) {
        const reason = Date.now() < until ? await recoverNow(options, delivery) : 'It takes longer than expected.'
        if (reason !== undefined) undelivered.push({ ...delivery, reason })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return undelivered.toSorted((a, b) => compare(a.tenant.name, b.tenant.name) || compare(a.key, b.key))
  }

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
