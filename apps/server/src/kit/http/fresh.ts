import { staleVersion } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context.ts'
import { guardOf, namesGuard } from './etags.ts'
import { versionRequired } from './precondition.ts'

/**
 * Refuses a write to something that has changed since the visitor read it, or that says nothing about what was read.
 * Throws `version_required` or `stale_version` (decision D11).
 */
export function assertFresh(ctx: Context, what: string, record: Parameters<typeof guardOf>[0]): void {
  assertSeen(ctx, what, guardOf(record))
}

/** The same for what has no row version of its own, such as a whole list, by the guard that is in its tag. */
export function assertSeen({ write: { ifMatch } }: Context, what: string, guard: string): void {
  if (ifMatch === undefined) throw versionRequired()
  if (!namesGuard(ifMatch, guard)) throw staleVersion(what)
}
