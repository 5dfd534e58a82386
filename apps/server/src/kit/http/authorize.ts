import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { type Action, can, type Owned } from '@quatrain/contract/policy.ts'
import { notAllowed } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context.ts'
import { assertFresh } from './if-match.ts'

/** Throws `not_allowed` if the policy of the contract refuses the action. */
export function authorize(ctx: Context, action: Action, resource: Resource, record?: Owned): void {
  if (!can(ctx.visitor, action, resource, record)) throw notAllowed(refusal(action, resource))
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
