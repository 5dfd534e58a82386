import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { AppError, staleVersion } from '@quatrain/platform/errors.ts'
import type { Context, WriteOptions } from '#request/context.ts'
import { guardOf, namesGuard } from './etags.ts'

/**
 * Refuses a write that does not say what it was decided from, where its declaration requires that. A dry run is what a
 * preview comes from, so it needs none. Throws `version_required`.
 */
export function assertPrecondition({ precondition }: Endpoint, write: WriteOptions): void {
  if (precondition === 'version' && write.ifMatch === undefined) throw versionRequired()
  if (precondition === 'preview' && write.ifPreviewMatch === undefined && !write.dryRun) {
    throw new AppError(
      'version_required',
      'A change of many objects has to repeat the preview of its dry run (header If-Preview-Match).',
    )
  }
}

/**
 * Refuses a write to something that has changed since the visitor read it, or that does not say what was read.
 * Throws `version_required` or `stale_version` (decision D11).
 */
export function assertFresh(ctx: Context, what: string, record: Parameters<typeof guardOf>[0]): void {
  assertFreshGuard(ctx, what, guardOf(record))
}

/** The same for what has no row version of its own, such as a whole list, by the guard in its tag. */
export function assertFreshGuard({ write: { ifMatch } }: Context, what: string, guard: string): void {
  if (ifMatch === undefined) throw versionRequired()
  if (!namesGuard(ifMatch, guard)) throw staleVersion(what)
}

const versionRequired = () =>
  new AppError('version_required', 'A change has to say which version it is based on (header If-Match).')
