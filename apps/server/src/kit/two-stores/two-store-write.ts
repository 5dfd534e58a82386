import { certainlyNotApplied } from '#gateways/web-api/upstream-error.ts'
import { wasRecorded } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { afterHalfDone, afterNoAnswer, claimed, type Target } from './half-done.ts'
import {
  assertKept,
  closeIntent,
  dropIntent,
  endIntent,
  type Hold,
  holdIntent,
  holdOf,
  type Intent,
  openIntent,
  type Reference,
  takenOver,
} from './intents.ts'

export interface TwoStoreWrite<Remote, Prepared, Applied, Saved> extends Target {
  /** What the Web API has now, for `writeRemote` to rely on. Throws when the Web API could not do its half. */
  readonly readRemote: () => Promise<Remote>
  /** Throws when what only the Web API knows forbids the write. A dry run asks too: who would be refused is told at once. */
  readonly assertRemoteAllows?: () => Promise<void>
  /**
   * Everything in our own store that could refuse the write, and what the write needs to know; of a delete also what of
   * ours refers to the object. Called when the write is claimed, and again before `writeLocal` when anything has changed
   * in between.
   */
  readonly prepare: (ctx: Context) => Promise<Prepared>
  /** The objects in both stores that are referred to afterwards: the write is refused while one of them is being deleted. */
  readonly references: readonly Reference[]
  /** What recovery needs and finds nowhere else; asked again when it is known what the Web API has applied. */
  readonly memo?: (applied?: Applied) => unknown
  /** The Web API's half, one call. It has to fail when what `readRemote` saw has changed. Nothing of ours is locked. */
  readonly writeRemote: (remote: Remote) => Promise<Applied>
  /** Throws when the Web API does not have what it said that it has. */
  readonly checkRemote: (applied: Applied) => Promise<void>
  /** What a dry run takes for the answer of `writeRemote`. */
  readonly dryRunResult: Applied
  /** Our half. */
  readonly writeLocal: (ctx: Context, prepared: Prepared, applied: Applied) => Promise<Saved>
  /**
   * Undoes `writeRemote`. What is there by then and was not written by it may be changed after `hold` only. Absent: the
   * write is finished instead.
   */
  readonly undoRemote?: (ctx: Context, applied: Applied, hold: Hold) => Promise<void>
}

/**
 * Writes to the Web API first, then to our own store: both, or neither. What a crash or a silent Web API leaves half-done
 * stays claimed by its intent until recovery has ended it. Throws what the steps throw; where something is left to
 * recovery, the sentence says so. Throws an `Error` inside a transaction: it calls the Web API, which no transaction may
 * wait for, and its claim must outlive everything else.
 */
export async function twoStoreWrite<Remote, Prepared, Applied, Saved>(
  ctx: Context,
  write: TwoStoreWrite<Remote, Prepared, Applied, Saved>,
): Promise<Saved> {
  if (ctx.db.isTransaction) throw new Error('A write to two stores cannot run inside a transaction.')
  if (ctx.write.dryRun) {
    const saved = await inTransaction(ctx, async (ctx) =>
      write.writeLocal(ctx, await write.prepare(ctx), write.dryRunResult),
    )
    await write.assertRemoteAllows?.()
    return saved
  }
  const begun = ctx.now()
  const { remote, prepared, intent } = await begin(ctx, write)
  const applied = await write.writeRemote(remote).catch((error: unknown) => notApplied(ctx, write, intent, error))
  let saved: { readonly value: Saved } | undefined
  try {
    await write.checkRemote(applied)
    return await inTransaction(ctx, async (ctx) => {
      saved = { value: await write.writeLocal(ctx, await prepareAgain(ctx, write, intent, prepared), applied) }
      return saved.value
    })
  } catch (error) {
    return undo(ctx, write, { intent, applied, saved, begun }, error)
  }
}

/**
 * Reads what the Web API has, and claims the object. An add and a delete are claimed after they have read: what has the
 * name there after the claim is then the add's own doing, and a delete that was claimed may be finished by anybody. A
 * change reads while it is being claimed: undoing it writes our own half, whatever is there. Our own refusals are told
 * before those of the Web API.
 */
async function begin<Remote, Prepared, Applied>(
  ctx: Context,
  write: TwoStoreWrite<Remote, Prepared, Applied, unknown>,
) {
  const reading = Promise.allSettled([readAllowed(write)])
  if (write.action !== 'change') await reading
  let claim: { readonly prepared: Prepared; readonly intent: Intent } | undefined
  try {
    const { prepared, intent } = await inTransaction(ctx, async (ctx) => {
      const prepared = await write.prepare(ctx)
      await assertKept(ctx, write.references)
      const { kind } = write.resource
      const intent = await openIntent(ctx, { ...write, kind }, write.memo?.(), () => claimed(write))
      if (write.action !== 'change') await resultOf(reading)
      claim = { prepared, intent }
      return claim
    })
    return { remote: await resultOf(reading), prepared, intent }
  } catch (error) {
    // The claim may be there all the same, when only the answer to the commit was lost.
    if (claim) await dropIntent(ctx, claim.intent).catch(() => Promise.reject(afterNoAnswer(write, error)))
    throw error
  }
}

async function resultOf<Remote>(reading: Promise<[PromiseSettledResult<Remote>]>): Promise<Remote> {
  const [read] = await reading
  if (read.status === 'rejected') throw read.reason
  return read.value
}

async function readAllowed<Remote>({
  readRemote,
  assertRemoteAllows,
}: Pick<TwoStoreWrite<Remote, unknown, unknown, unknown>, 'readRemote' | 'assertRemoteAllows'>) {
  const remote = await readRemote()
  await assertRemoteAllows?.()
  return remote
}

/**
 * Ends the claim, with the transaction. What was prepared for it may not hold any more: the Web API has been called in
 * between, and others have had their turns.
 */
async function prepareAgain<Prepared>(
  ctx: Context,
  { prepare, references }: Pick<TwoStoreWrite<unknown, Prepared, unknown, unknown>, 'prepare' | 'references'>,
  intent: Intent,
  prepared: Prepared,
): Promise<Prepared> {
  const { isOurs, isAsPrepared } = await endIntent(ctx, intent)
  const now = isAsPrepared ? prepared : await prepare(ctx)
  if (!isOurs) throw takenOver()
  await assertKept(ctx, references)
  return now
}

/** After the Web API did not do its half, or did not say so. */
async function notApplied(ctx: Context, target: Target, intent: Intent, error: unknown): Promise<never> {
  if (!certainlyNotApplied(error)) throw afterNoAnswer(target, error)
  await closeIntent(ctx, intent).catch(() => Promise.reject(afterNoAnswer(target, error)))
  throw error
}

/** After the Web API did its half and something failed. Answers with what was saved when it was saved all the same. */
async function undo<Applied, Saved>(
  ctx: Context,
  write: Pick<TwoStoreWrite<unknown, unknown, Applied, Saved>, keyof Target | 'memo' | 'undoRemote'>,
  state: {
    readonly intent: Intent
    readonly applied: Applied
    readonly saved: { readonly value: Saved } | undefined
    readonly begun: Date
  },
  error: unknown,
): Promise<Saved> {
  const { intent, applied, saved, begun } = state
  let isOurs = true
  try {
    isOurs = await holdIntent(ctx, intent, write.memo?.(applied))
    // Only the answer to the commit was lost. What it wrote tells it from a write that somebody else has undone.
    if (!isOurs && saved && (await wasRecorded(ctx, begun))) return saved.value
    if (isOurs && !write.undoRemote) throw error
    await write.undoRemote?.(ctx, applied, holdOf(ctx, intent))
    if (isOurs) await closeIntent(ctx, intent)
  } catch (failure) {
    if (isOurs) throw afterHalfDone(write, error, failure)
  }
  throw error
}
