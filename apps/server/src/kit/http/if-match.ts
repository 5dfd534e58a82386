import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { AppError, staleVersion } from '@quatrain/platform/errors.ts'
import type { Context, WriteOptions } from '#request/context.ts'
import { guardOf, namesGuard } from './etags.ts'

/**
 * Refuses a write without the precondition that its declaration requires. A dry run needs no preview. Throws
 * `version_required`.
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
 * Refuses a write to an object that has changed since the user read it, or without its version. Throws
 * `version_required` or `stale_version` (decision D11).
 */
export function assertFresh(ctx: Context, what: string, record: Parameters<typeof guardOf>[0]): void {
  assertFreshGuard(ctx, what, guardOf(record))
}

/** For data without a row version, such as a whole list: compares the guard in its tag. */
export function assertFreshGuard({ write: { ifMatch } }: Context, what: string, guard: string): void {
  if (ifMatch === undefined) throw versionRequired()
  if (!namesGuard(ifMatch, guard)) throw staleVersion(what)
}

const versionRequired = () =>
  new AppError('version_required', 'A change has to say which version it is based on (header If-Match).')
