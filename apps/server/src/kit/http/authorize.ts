import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { type Action, can } from '@quatrain/contract/policy.ts'
import { notAllowed } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context.ts'

/** Throws `not_allowed` when the one policy of the contract says no. */
export function authorize(ctx: Context, action: Action, resource: Resource, record?: { groupname?: unknown }): void {
  if (!can(ctx.visitor, action, resource, record)) throw notAllowed(refusal(action, resource))
}

/** `You do not have permission to add metric profiles.` */
const refusal = (action: Action, { label }: Resource): string =>
  `You do not have permission to ${action} ${label.many}.`
