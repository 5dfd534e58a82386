import { byGroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import { webApiOf } from '#clients/web-api/web-api.ts'
import type { Context } from '#request/context/context.ts'
import { type Db, findTenants, type Tenancy, type Tenant, tenancyOf } from '#request/tenancy/tenancy.ts'

/** The operator who adds and deletes tenants: not a user, and without row security. */
export interface Operator {
  readonly tenancy: Tenancy
  /** The name of the operator in the activity log. */
  readonly name: string
  readonly now: () => Date
}

/** The operator's work on one tenant, in a transaction that has entered it or with the tenant's own handle. */
export const contextIn = ({ name, now }: Operator, tenant: Tenant, db: Db): Context => ({
  tenant,
  db,
  now,
  webApi: webApiOf(() =>
    Promise.reject(new UpstreamError('The operator has no Web API.', { certainlyNotApplied: true })),
  ),
  caller: {
    deployment: tenant.deployment,
    user: { username: name, isSuperuser: true, groups: byGroupKind(() => []) },
  },
  isOperator: true,
  origin: { requestId: 'operator', address: '' },
  write: {},
  recording: { isDone: false },
})

/** The operator's work on the super-tenant, outside of a transaction. Throws `not_found` if there is none. */
export async function contextOfSuperTenant(operator: Operator): Promise<Context> {
  const { tenancy } = operator
  const superTenant = (await findTenants(tenancy.everyTenant)).find(({ deployment }) => deployment === 'super')
  if (!superTenant) throw new AppError('not_found', 'There is no super-tenant.')
  return contextIn(operator, superTenant, tenancy.of(superTenant))
}

/**
 * The operator's work on all tenants, in an open transaction; events without a tenant are those of the super-tenant. Throws
 * `not_found` if there is none.
 */
export async function contextOfAll({ name, now }: Omit<Operator, 'tenancy'>, transaction: Database): Promise<Context> {
  const tenancy = tenancyOf(transaction, now)
  return { ...(await contextOfSuperTenant({ name, now, tenancy })), db: tenancy.everyTenant }
}
