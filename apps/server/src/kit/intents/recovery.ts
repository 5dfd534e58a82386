import { channel } from 'node:diagnostics_channel'
import { toUserError } from '@quatrain/platform/database/failures.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type Hold, holdOf, type Intent } from './intents.ts'

/**
 * - done: the write, or the delivery, was completed or undone
 * - given up: it cannot be completed, and is not tried again
 * - failed: it will be tried again
 */
export const recoveryOutcomes = ['done', 'given up', 'failed'] as const

/** One attempt of recovery to end a write to both stores, or to make a delivery. */
export interface EndedRecovery {
  /** The kind of the intent. */
  readonly kind: string
  readonly outcome: (typeof recoveryOutcomes)[number]
}

/** Receives an `EndedRecovery` for each attempt. */
export const endedRecoveries = channel('quatrain.recoveries')

export interface OpenIntent extends Intent {
  readonly id: number
  readonly tenantId: number
  readonly actor: string
  readonly requestId: string
  readonly address: string
  readonly memo: unknown
  /** The reason why the last recovery failed; empty if none did. */
  readonly lastError: string
}

/**
 * Completes or undoes one write of its kind, and closes its intent; called again later if it throws. The database is
 * unchanged.
 */
export type Recover = (ctx: Context, intent: OpenIntent, hold: Hold) => Promise<void>

/** Thrown by recovery if it has given a write up and closed its intent, with a message that says why. */
export class Abandoned extends AppError {
  constructor(detail: string, cause?: unknown) {
    super('unavailable', detail, { cause })
  }
}

export interface RecoveryOptions {
  readonly everyTenant: Db
  readonly contextFor: (intent: OpenIntent) => Promise<Context>
  /** The recovery for intents of a kind; undefined if there is none. */
  readonly recoverOf: (kind: string) => Recover | undefined
  /** Seconds after which an inactive intent is taken over. */
  readonly olderThan: number
  /** Seconds after which it is taken over if its process has ended: no call of it can be in progress. */
  readonly goneAfter: number
  readonly log: FastifyBaseLogger
  /** Called before each intent: none is started while it returns true. */
  readonly isEnding?: () => boolean
}

/** The number of recovered writes, and the seconds until the next intent is due. */
export interface Round {
  readonly recovered: number
  readonly nextIn: number | undefined
}

/**
 * Completes or undoes writes that crashes and an unresponsive Web API have interrupted (decision D23). Each intent is
 * tried once; failures are kept and logged.
 */
export async function recoverIntents(options: RecoveryOptions): Promise<Round> {
  const { isEnding = () => false } = options
  let recovered = 0
  const open = await findOpen(options)
  for (const openIntent of open.filter(({ dueIn }) => dueIn <= 0)) {
    if (isEnding()) break
    const intent = await takeOver(options, openIntent)
    if (intent && (await recover(options, intent)) === undefined) recovered += 1
  }
  const waits = open.flatMap(({ dueIn }) => (dueIn > 0 ? [dueIn] : []))
  return { recovered, nextIn: waits.length > 0 ? Math.min(...waits) : undefined }
}

/**
 * Performs a delivery that its transaction has stored, unless it has happened meanwhile: the claim of the object may then be that
 * of a save, which goes on. Returns why it failed; undefined on success.
 */
export async function recoverNow(
  options: RecoveryOptions,
  { tenant, holder }: { readonly tenant: { readonly id: number }; readonly holder: string },
): Promise<string | undefined> {
  const intentsOfTenant = options.everyTenant.selectFrom('intents').select('id').where('tenant_id', '=', tenant.id)
  const row = await intentsOfTenant.where('holder', '=', holder).executeTakeFirst()
  // The claim fails if another process has recovered the write meanwhile, or is recovering it.
  const intent = row && (await takeOver({ ...options, olderThan: 0 }, { tenantId: tenant.id, id: row.id, holder }))
  return intent && recover(options, intent, 'info')
}

/** `level` is that of the log if it succeeds: a delivery after its transaction is an everyday event. */
async function recover(
  options: RecoveryOptions,
  intent: OpenIntent,
  level: 'info' | 'warn' = 'warn',
): Promise<string | undefined> {
  const { contextFor, recoverOf, log } = options
  const { id, kind, key, action } = intent
  try {
    const recoverKind = recoverOf(kind)
    if (!recoverKind) throw new Error(`There is no recovery for ${kind}.`)
    const ctx = await contextFor(intent)
    await recoverKind(ctx, intent, holdOf(ctx, intent))
    log[level]({ intent: id, kind, key, action }, level === 'info' ? 'delivered' : 'write recovered')
    publish(kind, 'done')
    return undefined
  } catch (error) {
    const reason = toUserError(error).message
    // The intent ends, because nothing remains to be recovered, and the user is notified.
    const isGivenUp = error instanceof Abandoned
    publish(kind, isGivenUp ? 'given up' : 'failed')
    if (isGivenUp) log.info({ intent: id, kind, key, action, reason }, 'write given up')
    // A repeated reason is not logged again.
    else if (reason === intent.lastError)
      log.info({ intent: id, kind, key, action, reason }, 'write still not recovered')
    else log.error({ intent: id, kind, key, action, err: error }, 'write not recovered')
    await remember(options, intent, reason)
    return reason
  }
}

function publish(kind: string, outcome: EndedRecovery['outcome']): void {
  const ended: EndedRecovery = { kind, outcome }
  endedRecoveries.publish(ended)
}

interface Left {
  readonly tenantId: number
  readonly id: number
  /** The holder of the claim, if only this one may be taken over. */
  readonly holder?: string
}

// These span tenants, outside of any request. Times are those of the database: the clocks of processes may differ.
/** Seconds until no process can be working on an intent any more. */
const dueIn = ({ olderThan, goneAfter }: Pick<RecoveryOptions, 'olderThan' | 'goneAfter'>) => sql<number>`
  (extract(epoch from held_at - clock_timestamp()) + case
    when is_process_gone(process) then ${Math.min(goneAfter, olderThan)}::numeric else ${olderThan}::numeric end)::float8`

/** All of them, the least recently tried one first. */
const findOpen = (options: RecoveryOptions): Promise<(Left & { readonly dueIn: number })[]> =>
  rowsIn(options.everyTenant)<Left & { dueIn: number }>`
    select tenant_id as "tenantId", id, ${dueIn(options)} as "dueIn" from intents order by held_at`

/** Undefined if the write has ended, is ending, or belongs to another process. */
const takeOver = (options: RecoveryOptions, { tenantId, id, holder }: Left) =>
  firstRowIn(options.everyTenant)<OpenIntent>`
    update intents set holder = gen_random_uuid(), held_at = clock_timestamp(), process = own_process()
    where (tenant_id, id) in (
      select tenant_id, id from intents
      where tenant_id = ${tenantId} and id = ${id} and ${dueIn(options)} <= 0
        and ${holder === undefined ? sql`true` : sql`holder = ${holder}`}
      for update skip locked)
    returning id, kind, key, action, holder, tenant_id as "tenantId", actor, request_id as "requestId", address, memo, last_error as "lastError"`

/** Shown on the home page, so it is one of our messages. */
const remember = ({ everyTenant }: RecoveryOptions, intent: OpenIntent, reason: string) =>
  everyTenant
    .updateTable('intents')
    .set({ last_error: reason })
    .where('tenant_id', '=', intent.tenantId)
    .where('id', '=', intent.id)
    .execute()
