import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import type { AppError } from '@quatrain/platform/errors.ts'
import { staleVersion } from '@quatrain/platform/errors.ts'
import { actorName, type Context } from '#request/context.ts'

export type IntentAction = 'add' | 'change' | 'delete'

/** A write to two stores that has begun and not ended. */
export interface Intent {
  readonly id: number
  readonly kind: string
  /** The object's name: it is claimed until the intent is closed. */
  readonly key: string
  readonly action: IntentAction
}

/**
 * Claims an object for a write to two stores. Throws what `claimed` makes when somebody else has claimed it, so that
 * the loser of two simultaneous writes never reaches the Web API.
 */
export async function openIntent(
  ctx: Context,
  intent: Omit<Intent, 'id'>,
  before: unknown,
  claimed: () => AppError,
): Promise<Intent> {
  const { kind, key, action } = intent
  const row = await ctx.db
    .insertInto('intents')
    .values({
      kind,
      key,
      action,
      before: before === undefined ? null : JSON.stringify(before),
      request_id: ctx.origin.requestId,
      actor: actorName(ctx),
      address: ctx.origin.address,
      opened_at: ctx.now(),
      mended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(fromDatabase(error, { intents_object_key: claimed })))
  return { id: row.id, kind, key, action }
}

/** Ends a claim. Throws `stale_version` when it is there no more: somebody has already mended what this write began. */
export async function closeIntent(ctx: Context, intent: Intent): Promise<void> {
  const { numDeletedRows } = await ctx.db.deleteFrom('intents').where('id', '=', intent.id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw staleVersion(intent.key)
}
