import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type Action, can, type Owned } from '@quatrain/contract/kit/policy.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { AppError, notAllowed, staleVersion } from '@quatrain/platform/errors.ts'
import type { Context, WriteOptions } from '#request/context/context.ts'
import { guardOf, namesGuard } from './etags.ts'

/** Throws `not_allowed` if the policy of the contract refuses the action. */
export function authorize(ctx: Context, action: Action, resource: Resource, record?: Owned): void {
  if (!can(ctx.caller, action, resource, record)) throw notAllowed(refusal(action, resource))
}

/**
 * Refuses a write to a stored object. Throws `not_allowed` like `authorize`, and `version_required` or `stale_version` if
 * it is not based on this version.
 */
export function authorizeWrite(
  ctx: Context,
  action: 'change' | 'delete',
  resource: Resource,
  stored: { readonly id: number; readonly rowVersion: number } & Owned,
): void {
  authorize(ctx, action, resource, stored)
  assertFresh(ctx, `The ${resource.label.one}`, stored)
}

/** `You do not have permission to add metric profiles.` */
const refusal = (action: Action, { label }: Resource): string =>
  `You do not have permission to ${action} ${label.many}.`

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
export function assertFresh(ctx: Context, subject: string, record: Parameters<typeof guardOf>[0]): void {
  assertFreshGuard(ctx, subject, guardOf(record))
}

/** Throws if data without a row version, such as a whole list, has changed: compares the guard in its tag. */
export function assertFreshGuard({ write: { ifMatch } }: Context, subject: string, guard: string): void {
  if (ifMatch === undefined) throw versionRequired()
  if (!namesGuard(ifMatch, guard)) throw staleVersion(subject)
}

const versionRequired = () =>
  new AppError('version_required', 'A change has to say which version it is based on (header If-Match).')
