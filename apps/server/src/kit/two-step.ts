import { isLost } from '@quatrain/platform/database/postgresql.ts'
import { AppError, alreadyExists, staleVersion } from '@quatrain/platform/errors.ts'
import { nothingHappened } from '#gateways/web-api/upstream-error.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { closeIntent, type Intent, type IntentAction, openIntent } from './intents.ts'

export interface TwoStep<Before, Made, Saved> {
  readonly resource: { readonly kind: string; readonly label: { readonly one: string } }
  readonly action: IntentAction
  /** The object's name; nobody else can write to it until this write has ended. */
  readonly key: string
  /** Everything that could refuse the write, and what it needs to know; what it answers is kept for mending. */
  readonly prepare: (ctx: Context) => Promise<Before>
  /** The Web API's half. Nothing of ours is locked meanwhile. */
  readonly first: (before: Before) => Promise<Made>
  /** What a dry run takes for the answer of `first`. */
  readonly supposed: Made
  /** Our half. */
  readonly second: (ctx: Context, before: Before, made: Made) => Promise<Saved>
  /** Undoes `first`. A delete has none: it is finished instead. */
  readonly takeBack?: (before: Before, made: Made) => Promise<void>
}

/**
 * The Web API first, then our own store: whole, or not at all (decisions D22 and D23). What a crash or a silent Web
 * API leaves half-done stays claimed by its intent until it is mended. Throws what the steps throw.
 */
export async function twoStep<Before, Made, Saved>(ctx: Context, steps: TwoStep<Before, Made, Saved>): Promise<Saved> {
  if (ctx.write.dryRun) {
    return inTransaction(ctx, async (ctx) => steps.second(ctx, await steps.prepare(ctx), steps.supposed))
  }
  const { before, intent } = await inTransaction(ctx, async (ctx) => {
    const before = await steps.prepare(ctx)
    return { before, intent: await openIntent(ctx, intentOf(steps), before, () => claimed(steps)) }
  })
  const made = await steps.first(before).catch(async (error: unknown) => {
    // Otherwise it may have happened all the same: the mender has to look.
    if (!nothingHappened(error)) throw undecided(error)
    await closeIntent(ctx, intent)
    throw error
  })
  try {
    return await inTransaction(ctx, async (ctx) => {
      const saved = await steps.second(ctx, before, made)
      await closeIntent(ctx, intent)
      return saved
    })
  } catch (error) {
    await takeBack(ctx, steps, intent, error, () => steps.takeBack?.(before, made))
    throw error
  }
}

/** After our half failed. Throws when the Web API could not be brought back, with what will happen to it. */
async function takeBack(
  ctx: Context,
  { takeBack }: Pick<TwoStep<never, never, unknown>, 'takeBack'>,
  intent: Intent,
  cause: unknown,
  undo: () => Promise<void> | undefined,
): Promise<void> {
  // When the session was lost, the commit may have happened: the intent, there or gone, tells the mender.
  if (!takeBack || (!(cause instanceof AppError) && isLost(cause))) throw leftToMender(cause)
  try {
    await undo()
    await closeIntent(ctx, intent)
  } catch {
    throw leftToMender(cause)
  }
}

const undecided = (error: unknown) =>
  error instanceof AppError
    ? new AppError(
        error.code,
        `${error.message} Whether the change arrived will be found out within a few minutes; until then nobody else can change it.`,
        { ...error.extra, cause: error },
      )
    : error

const leftToMender = (cause: unknown) =>
  new AppError(
    cause instanceof AppError ? cause.code : 'unavailable',
    `${cause instanceof AppError ? cause.message : 'The database did not answer.'} The change has reached the Web API only; it will be put right within a few minutes.`,
    { ...(cause instanceof AppError && cause.extra), cause },
  )

const intentOf = ({ resource, action, key }: Pick<TwoStep<never, never, unknown>, 'resource' | 'action' | 'key'>) => ({
  kind: resource.kind,
  action,
  key,
})

function claimed({ resource, action, key }: Pick<TwoStep<never, never, unknown>, 'resource' | 'action' | 'key'>) {
  const what = resource.label.one
  return action === 'add'
    ? alreadyExists(`${what[0]?.toUpperCase()}${what.slice(1)} ${key}`, 'name')
    : staleVersion(`The ${what} ${key}`)
}
