// The times of keys of every kind.
import { maxOverlapDays } from '@quatrain/contract/kit/key-limits.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context/context.ts'

/** Throws `invalid_input` for a time that has passed. */
export function assertFuture({ now }: Pick<Context, 'now'>, field: string, time: string | null): void {
  if (time !== null && new Date(time) <= now()) throw invalidInput({ [field]: 'Must be in the future' })
}

/** Throws `invalid_input` unless a replaced token can be accepted until then; null if it ends at once. */
export function assertOverlap(ctx: Pick<Context, 'now'>, until: string | null): void {
  assertFuture(ctx, 'previous_until', until)
  if (until !== null && new Date(until).getTime() > ctx.now().getTime() + maxOverlapDays * 86_400_000) {
    throw invalidInput({ previous_until: `Must be within ${maxOverlapDays} days` })
  }
}
