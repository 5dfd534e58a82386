import { channel } from 'node:diagnostics_channel'
import { bothInOrder } from '@quatrain/platform/database/transactions.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { certainlyNotApplied } from '#clients/web-api/upstream-error.ts'
import {
  afterHalfDone,
  afterNoAnswer,
  claimed,
  closeIntent,
  dropIntent,
  endIntent,
  holdIntent,
  holdOf,
  type Intent,
  openIntent,
  type Target,
  takenOver,
  Unfinished,
} from '#kit/intents/intents.ts'
import { wasRecorded } from '#kit/recording/recorder.ts'
import { type Context, inTransaction, isUnchanged } from '#request/context/context.ts'
import { restartOf } from '#request/context/recording.ts'
import { type Applied, groupIn, type LocalWrite, type TwoStoreWrite } from './write-group.ts'

/**
 * - done: stored in both stores
 * - refused: nothing was written, for example because a rule of the console or the Web API refused it, or the Web API was
 *   unreachable
 * - undone: the Web API had it, the console's database did not take it, and it was taken back at once
 * - unfinished: recovery has to end it, because an outcome is unknown
 */
export const writeOutcomes = ['done', 'refused', 'undone', 'unfinished'] as const

/** A write to both stores whose request has ended. */
export interface EndedWrite {
  readonly kind: string
  readonly outcome: (typeof writeOutcomes)[number]
}

/** Receives an `EndedWrite` for each write to both stores, except dry runs. */
export const endedWrites = channel('quatrain.two-store-writes')

/** A claimed write: what is prepared, and its claim. */
interface Claimed<Saved> {
  readonly prepared: LocalWrite<Saved>
  readonly intent: Intent
}

/** Takes the place of the Web API's id in a dry run, which does not call the Web API. */
const dryRunId = '00000000-0000-4000-8000-000000000000'

/**
 * Writes to the Web API first, then to the database: to both or to neither. A write that a crash or an unresponsive Web
 * API interrupts stays claimed by its intent until recovery has ended it. Throws the errors of the steps; if recovery
 * is needed, the message says so. Inside the transaction of a group it joins the group. Throws an `Error` inside any other
 * transaction: it calls the Web API, which no transaction may wait for, and its claim must outlive everything else.
 */
export async function twoStoreWrite<Saved>(ctx: Context, write: TwoStoreWrite<Saved>): Promise<Saved> {
  const group = groupIn(ctx.db)
  if (group) return group.join(ctx, write)
  if (ctx.db.isTransaction) throw new Error('A write to two stores cannot run inside a transaction.')
  if (ctx.write.dryRun) {
    const perform = async (ctx: Context) => (await write.prepare(ctx)).write(ctx, dryRunId)
    const saved = await inTransaction(ctx, perform, write.waits)
    await write.assertRemoteAllows?.()
    return saved
  }
  let outcome: EndedWrite['outcome'] = 'refused'
  try {
    const startedAt = ctx.now()
    const { send, ...claim } = await begin(ctx, write)
    const applied = await send().catch((error: unknown) => notApplied(ctx, write, claim.intent, error))
    outcome = 'undone'
    const saved = await store(ctx, write, { ...claim, applied, startedAt })
    outcome = 'done'
    return saved
  } catch (error) {
    if (error instanceof Unfinished) outcome = 'unfinished'
    throw error
  } finally {
    const ended: EndedWrite = { kind: write.resource.kind, outcome }
    endedWrites.publish(ended)
  }
}

/** A claimed write that the Web API has performed. */
interface Begun<Saved> extends Claimed<Saved> {
  readonly applied: Applied
  readonly startedAt: Date
}

/** What was prepared is outdated: the Web API was called in between, and other writes had the write lock. */
class Outdated extends Error {}

/** Writes to the database what the Web API has stored; if that fails, the Web API is taken back. */
async function store<Saved>(ctx: Context, write: TwoStoreWrite<Saved>, state: Begun<Saved>): Promise<Saved> {
  const { intent, applied } = state
  let saved: { readonly value: Saved } | undefined
  const perform = (local: (ctx: Context) => Promise<Saved>) =>
    inTransaction(
      ctx,
      async (ctx) => {
        saved = { value: await local(ctx) }
        return saved.value
      },
      write.waits,
    )
  try {
    await applied.check()
    const restart = restartOf(ctx.recording)
    const value = await perform((ctx) => storeAsPrepared(ctx, write, state)).catch((error: unknown) => {
      if (!(error instanceof Outdated)) throw error
      restart()
      return perform((ctx) => storePreparedAgain(ctx, write, state))
    })
    // The end of the claim was rolled back, too.
    if (isUnchanged(ctx)) await closeIntent(ctx, intent)
    return value
  } catch (error) {
    return undo(ctx, write, { ...state, saved }, error)
  }
}

/** Ends the claim and writes, in the same round trip. Throws `Outdated` if it was not ours any more, or what was prepared is outdated. */
async function storeAsPrepared<Saved>(
  ctx: Context,
  { references }: TwoStoreWrite<Saved>,
  { intent, prepared, applied }: Begun<Saved>,
): Promise<Saved> {
  const { ended } = await endIntent(ctx, intent, references)
  const valid = ended.then(({ isOurs, isAsPrepared }) => {
    if (!isOurs || !isAsPrepared) throw new Outdated()
  })
  const [, saved] = await bothInOrder(valid, prepared(ctx, applied.id))
  return saved
}

async function storePreparedAgain<Saved>(
  ctx: Context,
  { prepare, references }: TwoStoreWrite<Saved>,
  { intent, applied }: Begun<Saved>,
): Promise<Saved> {
  const { ended } = await endIntent(ctx, intent, references)
  const { isOurs } = await ended
  const { write } = await prepare(ctx)
  if (!isOurs) throw takenOver()
  return write(ctx, applied.id)
}

/**
 * Reads the state of the Web API, and claims the object. An add and a delete are claimed after the read: an object with
 * the name after the claim was then added by this add, and any process may complete a claimed delete. A change reads
 * while it is being claimed: its undo writes the state of the database, whatever the Web API has. Local refusals take
 * precedence over those of the Web API.
 */
async function begin<Saved>(ctx: Context, write: TwoStoreWrite<Saved>) {
  const reading = Promise.allSettled([readAllowed(write)])
  if (write.action !== 'change') await reading
  let claim: (Claimed<Saved> & { readonly opened: Promise<void> }) | undefined
  try {
    const { prepared, intent, opened } = await inTransaction(
      ctx,
      async (ctx) => {
        const { write: prepared, key = write.key } = await write.prepare(ctx)
        const { kind } = write.resource
        const details = { memo: write.memo?.(), references: write.references, claimed: () => claimed(write) }
        claim = { prepared, ...(await openIntent(ctx, { action: write.action, kind, key }, details)) }
        if (write.action !== 'change') {
          await claim.opened
          await resultOf(reading)
        }
        return claim
      },
      write.waits,
    )
    await opened
    return { send: await resultOf(reading), prepared, intent }
  } catch (error) {
    if (!claim) throw error
    const refusal = await claim.opened.then(
      () => undefined,
      (refusal: unknown) => refusal,
    )
    if (refusal instanceof AppError) throw refusal
    // The claim may exist even so, if only the response to the commit was lost.
    await dropIntent(ctx, claim.intent).catch(() => Promise.reject(afterNoAnswer(write, error)))
    throw error
  }
}

async function resultOf<Read>(reading: Promise<[PromiseSettledResult<Read>]>): Promise<Read> {
  const [read] = await reading
  if (read.status === 'rejected') throw read.reason
  return read.value
}

async function readAllowed({ readRemote, assertRemoteAllows }: TwoStoreWrite<unknown>) {
  const send = await readRemote()
  await assertRemoteAllows?.()
  return send
}

/** After the Web API did not perform the remote write, or did not confirm it. */
async function notApplied(ctx: Context, target: Target, intent: Intent, error: unknown): Promise<never> {
  if (!certainlyNotApplied(error)) throw afterNoAnswer(target, error)
  await closeIntent(ctx, intent).catch(() => Promise.reject(afterNoAnswer(target, error)))
  throw error
}

/** After the remote write was performed and something failed. Returns the result if it was saved even so. */
async function undo<Saved>(
  ctx: Context,
  write: TwoStoreWrite<Saved>,
  { intent, applied, saved, startedAt }: Begun<Saved> & { readonly saved: { readonly value: Saved } | undefined },
  error: unknown,
): Promise<Saved> {
  let isOurs = true
  try {
    isOurs = await holdIntent(ctx, intent, write.memo?.(applied.id))
    // Only the response to the commit was lost. Its rows distinguish it from a write that another process has undone.
    if (!isOurs && saved && (await wasRecorded(ctx, startedAt))) return saved.value
    if (isOurs && !write.undoRemote) throw error
    await write.undoRemote?.(ctx, applied.id, holdOf(ctx, intent))
    if (isOurs) await closeIntent(ctx, intent)
  } catch (failure) {
    if (isOurs) throw afterHalfDone(write, error, failure)
  }
  throw error
}
