import { can } from '@quatrain/contract/kit/policy.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { AppError, notAllowed } from '@quatrain/platform/errors.ts'
import { authorize } from '#kit/http/authorize.ts'
import type { Context } from '#request/context/context.ts'

/** Throws `not_allowed` unless the user is a member of the groups of all these metrics. */
export function assertMay(
  ctx: Context,
  action: 'change' | 'delete',
  items: readonly { readonly group: string }[],
): void {
  authorize(ctx, action, metrics)
  if (items.every((metric) => can(ctx.visitor, action, metrics, metric))) return
  throw notAllowed(`You do not have permission to ${action} metrics in this group.`)
}

/** A superuser is a member of every group, so any other group does not exist. */
export function assertMayAssign({ visitor: { actor } }: Context, group: string): void {
  if (actor?.groups.metrics.includes(group)) return
  if (actor?.isSuperuser) {
    throw new AppError('not_found', 'Group of metrics does not exist.', { fields: { group: 'Does not exist' } })
  }
  throw notAllowed('You do not have permission to assign metrics to the given group.')
}
