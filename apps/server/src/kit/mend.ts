import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import { closeIntent, type Intent } from './intents.ts'

export interface OpenIntent extends Intent {
  readonly tenantId: number
  readonly actor: string
  readonly requestId: string
  readonly address: string
  readonly before: unknown
}

/** Finishes or takes back one write of its kind; to be called again when it throws. Our own half is as it was before. */
export type Mender = (ctx: Context, intent: OpenIntent) => Promise<void>

/** Seconds after which a mender that took an intent and never came back is taken for dead. */
const claimLasts = 60

/**
 * Finishes or takes back what crashes and silent Web APIs left half-done (decision D23). `olderThan` is the age in
 * seconds below which somebody may still be at work on it. Answers with the number mended; failures stay, and are logged.
 */
export async function mendIntents(options: {
  everyTenant: Db
  contextFor: (intent: OpenIntent) => Promise<Context>
  menders: Readonly<Record<string, Mender>>
  olderThan: number
  now: Date
  log: FastifyBaseLogger
}): Promise<number> {
  const { everyTenant, contextFor, menders, log } = options
  const intents = await claim(everyTenant, options.now, options.olderThan)
  let mended = 0
  for (const intent of intents) {
    try {
      const mender = menders[intent.kind]
      if (!mender) throw new Error(`Nobody mends ${intent.kind}.`)
      const ctx = await contextFor(intent)
      await mender(ctx, intent)
      if (intent.action !== 'delete') await closeIntent(ctx, intent)
      log.warn({ intent: intent.id, kind: intent.kind, key: intent.key, action: intent.action }, 'write mended')
      mended += 1
    } catch (error) {
      log.error({ intent: intent.id, kind: intent.kind, key: intent.key, err: error }, 'write not mended')
      await remember(everyTenant, intent, error)
    }
  }
  return mended
}

/** Spans tenants: nobody's request is asking. Of several processes each takes other intents. */
async function claim(db: Db, now: Date, olderThan: number): Promise<OpenIntent[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<OpenIntent>`
    update intents set mended_at = ${now}::timestamptz
    where (tenant_id, id) in (
      select tenant_id, id from intents
      where opened_at <= ${before(olderThan)}::timestamptz
        and (mended_at is null or mended_at < ${before(claimLasts)}::timestamptz)
      for update skip locked)
    returning id, kind, key, action, tenant_id as "tenantId", actor, request_id as "requestId", address, before
  `.execute(db)
  return rows
}

const remember = (db: Db, intent: OpenIntent, error: unknown) =>
  db
    .updateTable('intents')
    .set({ last_error: error instanceof Error ? error.message : String(error) })
    .where('tenant_id', '=', intent.tenantId)
    .where('id', '=', intent.id)
    .execute()
