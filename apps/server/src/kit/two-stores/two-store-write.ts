import { certainlyNotApplied } from '#gateways/web-api/upstream-error.ts'
import { type EndedWrite, endedWrites } from '#kit/intents/ended.ts'
import { afterHalfDone, afterNoAnswer, claimed, type Target, Unfinished } from '#kit/intents/half-done.ts'
import {
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
} from '#kit/intents/intents.ts'
import { wasRecorded } from '#kit/recording/recorder.ts'
import { type Context, inTransaction, isUnchanged } from '#request/context.ts'

export interface TwoStoreWrite<Remote, Prepared, Applied, Saved> extends Target {
  /** Reads the state of the Web API that `writeRemote` requires. Throws if the Web API could not perform the write. */
  readonly readRemote: () => Promise<Remote>
  /**
   * Throws if the state of the Web API forbids the write. A dry run calls it too, so that a refusal is reported at
   * once.
   */
  readonly assertRemoteAllows?: () => Promise<void>
  /**
   * Checks everything in the database that could refuse the write, and reads what the write needs; of a delete also the
   * dependents. Called when the write is claimed, and again before `writeLocal` if anything has changed meanwhile.
   */
  readonly prepare: (ctx: Context) => Promise<Prepared>
  /**
   * The objects in both stores that the written object refers to: the write is refused while one of them is being
   * deleted.
   */
  readonly references: readonly Reference[]
  /** What recovery needs; called again when the result of the remote write is known. */
  readonly memo?: (applied?: Applied) => unknown
  /**
   * The remote write, one call. It has to fail if the state that `readRemote` read has changed. The database holds no
   * locks.
   */
  readonly writeRemote: (remote: Remote) => Promise<Applied>
  /** Throws if the Web API does not have what it confirmed. */
  readonly checkRemote: (applied: Applied) => Promise<void>
  /** The result of `writeRemote` in a dry run. */
  readonly dryRunResult: Applied
  /** The name of the object when it is claimed, if it may have changed since `key` was read. */
  readonly presentKey?: (prepared: Prepared) => string
  /** The local write. */
  readonly writeLocal: (ctx: Context, prepared: Prepared, applied: Applied) => Promise<Saved>
  /**
   * Undoes `writeRemote`. State that the write did not cause may be changed only after `hold`. If it is absent, the
   * write is completed instead.
   */
  readonly undoRemote?: (ctx: Context, applied: Applied, hold: Hold) => Promise<void>
}

/**
 * Writes to the Web API first, then to the database: to both or to neither. A write that a crash or an unresponsive Web
 * API interrupts stays claimed by its intent until recovery has ended it. Throws the errors of the steps; if recovery
 * is needed, the message says so. Throws an `Error` inside a transaction: it calls the Web API, which no transaction
 * may wait for, and its claim must outlive everything else.
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
  let outcome: EndedWrite['outcome'] = 'refused'
  try {
    const begun = ctx.now()
    const { remote, prepared, intent } = await begin(ctx, write)
    const applied = await write.writeRemote(remote).catch((error: unknown) => notApplied(ctx, write, intent, error))
    outcome = 'undone'
    const saved = await store(ctx, write, { prepared, intent, applied, begun })
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

/** Writes to the database what the Web API has stored; if that fails, the Web API is taken back. */
async function store<Prepared, Applied, Saved>(
  ctx: Context,
  write: Omit<TwoStoreWrite<unknown, Prepared, Applied, Saved>, 'readRemote' | 'writeRemote'>,
  { prepared, intent, applied, begun }: Begun<Prepared, Applied>,
): Promise<Saved> {
  let saved: { readonly value: Saved } | undefined
  try {
    await write.checkRemote(applied)
    const value = await inTransaction(ctx, async (ctx) => {
      saved = { value: await write.writeLocal(ctx, await prepareAgain(ctx, write, intent, prepared), applied) }
      return saved.value
    })
    // The end of the claim was rolled back, too.
    if (isUnchanged(ctx)) await closeIntent(ctx, intent)
    return value
  } catch (error) {
    return undo(ctx, write, { intent, applied, saved, begun }, error)
  }
}

/** A claimed write that the Web API has performed. */
interface Begun<Prepared, Applied> {
  readonly prepared: Prepared
  readonly intent: Intent
  readonly applied: Applied
  /** When the write began. */
  readonly begun: Date
}

/**
 * Reads the state of the Web API, and claims the object. An add and a delete are claimed after the read: an object with
 * the name after the claim was then added by this add, and any process may complete a claimed delete. A change reads
 * while it is being claimed: its undo writes the state of the database, whatever the Web API has. Local refusals take
 * precedence over those of the Web API.
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
      const { kind } = write.resource
      const details = { memo: write.memo?.(), references: write.references, claimed: () => claimed(write) }
      const key = write.presentKey?.(prepared) ?? write.key
      const intent = await openIntent(ctx, { action: write.action, kind, key }, details)
      if (write.action !== 'change') await resultOf(reading)
      claim = { prepared, intent }
      return claim
    })
    return { remote: await resultOf(reading), prepared, intent }
  } catch (error) {
    // The claim may exist even so, if only the response to the commit was lost.
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
 * Ends the claim with the transaction. The preparation may be outdated: the Web API was called in between, and other
 * writes had the write lock.
 */
async function prepareAgain<Prepared>(
  ctx: Context,
  { prepare, references }: Pick<TwoStoreWrite<unknown, Prepared, unknown, unknown>, 'prepare' | 'references'>,
  intent: Intent,
  prepared: Prepared,
): Promise<Prepared> {
  const { isOurs, isAsPrepared } = await endIntent(ctx, intent, references)
  const now = isAsPrepared ? prepared : await prepare(ctx)
  if (!isOurs) throw takenOver()
  return now
}

/** After the Web API did not perform the remote write, or did not confirm it. */
async function notApplied(ctx: Context, target: Target, intent: Intent, error: unknown): Promise<never> {
  if (!certainlyNotApplied(error)) throw afterNoAnswer(target, error)
  await closeIntent(ctx, intent).catch(() => Promise.reject(afterNoAnswer(target, error)))
  throw error
}

/** After the remote write was performed and something failed. Returns the result if it was saved even so. */
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
    // Only the response to the commit was lost. Its rows distinguish it from a write that another process has undone.
    if (!isOurs && saved && (await wasRecorded(ctx, begun))) return saved.value
    if (isOurs && !write.undoRemote) throw error
    await write.undoRemote?.(ctx, applied, holdOf(ctx, intent))
    if (isOurs) await closeIntent(ctx, intent)
  } catch (failure) {
    if (isOurs) throw afterHalfDone(write, error, failure)
  }
  throw error
}
