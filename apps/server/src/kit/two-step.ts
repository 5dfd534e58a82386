import { tellable } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { nothingHappened } from '#gateways/web-api/upstream-error.ts'
import { type Context, inTransaction } from '#request/context.ts'
import {
  assertKept,
  closeIntent,
  dropIntent,
  endIntent,
  type Hold,
  holdIntent,
  holdOf,
  type Intent,
  type IntentAction,
  openIntent,
  type Reference,
  takenOver,
} from './intents.ts'
import { wasRecorded } from './recorder.ts'

/** What is written: a resource's object, by its name. Nobody else can write to it until this write has ended. */
interface Target {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly action: IntentAction
  readonly key: string
}

export interface TwoStep<There, Before, Made, Saved> extends Target {
  /** What the Web API has now, for `first` to rely on. Throws when the Web API could not do its half. */
  readonly look: () => Promise<There>
  /** Throws when what only the Web API knows forbids the write. A dry run asks too: who would be refused is told at once. */
  readonly assertAllowed?: () => Promise<void>
  /**
   * Everything of ours that could refuse the write, and what it needs to know; of a delete also what of ours refers to the
   * object. Asked when the write is claimed, and again before `second` when anything has changed meanwhile.
   */
  readonly prepare: (ctx: Context) => Promise<Before>
  /** The objects in both stores that are referred to afterwards: the write is refused while one of them is being deleted. */
  readonly refersTo: readonly Reference[]
  /** What mending will need and finds nowhere else; asked again when it is known what the Web API has made. */
  readonly memo?: (made?: Made) => unknown
  /** The Web API's half, one call. It has to fail when what `look` saw is there no more. Nothing of ours is locked. */
  readonly first: (there: There) => Promise<Made>
  /** Throws when the Web API does not have what it said that it has. */
  readonly check: (made: Made) => Promise<void>
  /** What a dry run takes for the answer of `first`. */
  readonly supposed: Made
  /** Our half. */
  readonly second: (ctx: Context, before: Before, made: Made) => Promise<Saved>
  /** Undoes `first`. What is there by now and was not made by it may be touched after `hold` only. None: it is finished. */
  readonly takeBack?: (ctx: Context, made: Made, hold: Hold) => Promise<void>
}

/**
 * The Web API first, then our own store: whole, or not at all (decisions D22 and D23). What a crash or a silent Web
 * API leaves half-done stays claimed by its intent until it is mended. Throws what the steps throw; where something is
 * left to the mender, the sentence says so.
 */
export async function twoStep<There, Before, Made, Saved>(
  ctx: Context,
  steps: TwoStep<There, Before, Made, Saved>,
): Promise<Saved> {
  if (ctx.write.dryRun) {
    const saved = await inTransaction(ctx, async (ctx) => steps.second(ctx, await steps.prepare(ctx), steps.supposed))
    await steps.assertAllowed?.()
    return saved
  }
  const begun = ctx.now()
  const { there, before, intent } = await begin(ctx, steps)
  const made = await steps.first(there).catch((error: unknown) => refused(ctx, steps, intent, error))
  let saved: { readonly value: Saved } | undefined
  try {
    await steps.check(made)
    return await inTransaction(ctx, async (ctx) => {
      saved = { value: await steps.second(ctx, await prepareAgain(ctx, steps, intent, before), made) }
      return saved.value
    })
  } catch (error) {
    return settle(ctx, steps, { intent, made, saved, begun }, error)
  }
}

/**
 * Reads what the Web API has, and claims the object. An add and a delete are claimed after they have read: what has the
 * name there after the claim is then the add's own doing, and a delete that was claimed may be finished by anybody. A
 * change reads while it is being claimed: taking it back writes our own half, whatever is there. Our own refusals are
 * told before those of the Web API.
 */
async function begin<There, Before, Made>(ctx: Context, steps: TwoStep<There, Before, Made, unknown>) {
  const looking = Promise.allSettled([lookAround(steps)])
  if (steps.action !== 'change') await looking
  let claim: { readonly before: Before; readonly intent: Intent } | undefined
  try {
    const { before, intent } = await inTransaction(ctx, async (ctx) => {
      const before = await steps.prepare(ctx)
      await assertKept(ctx, steps.refersTo)
      const { kind } = steps.resource
      const intent = await openIntent(ctx, { ...steps, kind }, steps.memo?.(), () => claimed(steps))
      if (steps.action !== 'change') await there(looking)
      claim = { before, intent }
      return claim
    })
    return { there: await there(looking), before, intent }
  } catch (error) {
    // The claim may be there all the same, when only the answer to the commit was lost.
    if (claim) await dropIntent(ctx, claim.intent).catch(() => Promise.reject(told(error, unanswered[steps.action])))
    throw error
  }
}

async function there<There>(looking: Promise<[PromiseSettledResult<There>]>): Promise<There> {
  const [looked] = await looking
  if (looked.status === 'rejected') throw looked.reason
  return looked.value
}

/**
 * Ends the claim, with the transaction. What was prepared for it may not hold any more: the Web API has been called
 * meanwhile, and others have had their turns.
 */
async function prepareAgain<Before>(
  ctx: Context,
  { prepare, refersTo }: Pick<TwoStep<unknown, Before, unknown, unknown>, 'prepare' | 'refersTo'>,
  intent: Intent,
  before: Before,
): Promise<Before> {
  const { isOurs, isAsPrepared } = await endIntent(ctx, intent)
  const now = isAsPrepared ? before : await prepare(ctx)
  if (!isOurs) throw takenOver()
  await assertKept(ctx, refersTo)
  return now
}

async function lookAround<There>({
  look,
  assertAllowed,
}: Pick<TwoStep<There, unknown, unknown, unknown>, 'look' | 'assertAllowed'>) {
  const there = await look()
  await assertAllowed?.()
  return there
}

/** After the Web API did not do its half, or did not say so. */
async function refused(ctx: Context, target: Target, intent: Intent, error: unknown): Promise<never> {
  if (!nothingHappened(error)) throw told(error, unanswered[target.action])
  await closeIntent(ctx, intent).catch(() => Promise.reject(told(error, unanswered[target.action])))
  throw error
}

/** After the Web API did its half and something failed. Answers with what was saved when it was saved all the same. */
async function settle<Made, Saved>(
  ctx: Context,
  steps: Pick<TwoStep<unknown, unknown, Made, Saved>, 'action' | 'memo' | 'takeBack'>,
  write: {
    readonly intent: Intent
    readonly made: Made
    readonly saved: { readonly value: Saved } | undefined
    readonly begun: Date
  },
  error: unknown,
): Promise<Saved> {
  const { intent, made, saved, begun } = write
  let isOurs = true
  try {
    isOurs = await holdIntent(ctx, intent, steps.memo?.(made))
    // Only the answer to the commit was lost. What it wrote tells it from a write that somebody else took back.
    if (!isOurs && saved && (await wasRecorded(ctx, begun))) return saved.value
    if (isOurs && !steps.takeBack) throw error
    await steps.takeBack?.(ctx, made, holdOf(ctx, intent))
    if (isOurs) await closeIntent(ctx, intent)
  } catch (failure) {
    if (isOurs) throw told(error, halfDone[steps.action], failure)
  }
  throw error
}

/** The error with what will become of the write; `failure` is why it was not taken back, for the log. */
function told(error: unknown, future: string, failure: unknown = error): AppError {
  const { code, message, extra } = tellable(error)
  const cause = failure === error ? error : new AggregateError([error, failure], 'It failed, and was not taken back')
  return new AppError(code, `${message} ${future}`, { ...extra, cause })
}

const finished = 'The delete will be finished in both stores within a few minutes.'

const unanswered: Readonly<Record<IntentAction, string>> = {
  add: 'If it was added there all the same, it will be removed again within a few minutes; until then its name is taken.',
  change:
    'If the change arrived all the same, it will be taken back within a few minutes; until then nobody can change it.',
  delete: finished,
}

const halfDone: Readonly<Record<IntentAction, string>> = {
  add: 'It has reached the Web API; if it has not reached the database, it will be removed there within a few minutes.',
  change:
    'It has reached the Web API; if it has not reached the database, it will be taken back there within a few minutes.',
  delete: finished,
}

/** Somebody has claimed the object: a write that is under way, or one that is still to be mended. */
export function claimed({ resource, action, key }: Target): AppError {
  const what = `the ${resource.label.one} ${key}`
  if (action !== 'add') {
    const detail = `Somebody else is changing ${what}, or an earlier change of it is still being put right.`
    return new AppError('stale_version', `${detail} Try again in a few minutes.`)
  }
  const detail = `Somebody else is adding ${what}, or an earlier attempt is still being put right.`
  return new AppError('already_exists', `${detail} Try again in a few minutes.`, { fields: { name: 'Already exists' } })
}
