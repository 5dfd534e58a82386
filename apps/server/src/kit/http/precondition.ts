import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { WriteOptions } from '#request/context.ts'

/**
 * Refuses a write that does not say what it was decided from, where its declaration wants that. A dry run is what a
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

/** The refusal of a change that does not name the version it is based on. */
export const versionRequired = () =>
  new AppError('version_required', 'A change has to say which version it is based on (header If-Match).')
