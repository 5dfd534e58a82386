import { staleVersion } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context.ts'
import { versionRequired } from './precondition.ts'

/**
 * Refuses a write to something that has changed since the visitor read it, or that says nothing about what was read.
 * Throws `version_required` or `stale_version` (decision D11).
 */
export function assertFresh(ctx: Context, what: string, record: { readonly rowVersion: number }): void {
  assertSeen(ctx, what, etagOf(record))
}

/** The same for what has no row version of its own, such as a whole list, by the `ETag` that it is sent with. */
export function assertSeen(ctx: Context, what: string, etag: string): void {
  const { ifMatch } = ctx.write
  if (ifMatch === undefined) throw versionRequired()
  if (ifMatch !== '*' && ifMatch !== etag) throw staleVersion(what)
}

export const etagOf = ({ rowVersion }: { readonly rowVersion: number }): string => `"${rowVersion}"`
