import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import type { Context } from './context.ts'
import type { RequestDependencies } from './request-context.ts'

/** The request that a deferred write belongs to. */
export interface DeferredFrom {
  readonly actor: string
  readonly requestId: string
  readonly address: string
  readonly device?: string
}

/** A write that continues after its request does so under the name of the user who started it. */
export function deferredContext(
  { tenancy, webApiFor, now }: Pick<RequestDependencies, 'tenancy' | 'webApiFor' | 'now'>,
  tenant: Tenant,
  { actor, ...origin }: DeferredFrom,
): Context {
  return {
    tenant,
    now,
    db: tenancy.of(tenant),
    webApi: webApiFor(tenant),
    caller: {
      deployment: tenant.deployment,
      user: { username: actor, isSuperuser: true, groups: byGroupKind(() => []) },
    },
    origin,
    write: {},
    recording: { isDone: false },
  }
}
