import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type Scope, scope } from '@quatrain/platform/database/scope.ts'
import { consoleSchema } from '@quatrain/server/src/request/tenancy.ts'

/** The owner of the console's tables, for operations that require ownership. */
export const ownerScope: Scope = scope({ schema: consoleSchema })

/** A tenant's rows as a request sees them: with row security. */
export const tenantScope = (tenant: number, deployment: Deployment): Scope =>
  scope({
    role: 'quatrain_app',
    schema: consoleSchema,
    settings: { 'quatrain.tenant': String(tenant), 'quatrain.deployment': deployment },
  })

/** The rows of every tenant, as the few statements that span tenants see them. */
export const spanningScope: Scope = scope({
  role: 'quatrain_spanning',
  schema: consoleSchema,
  settings: { 'quatrain.tenant': '', 'quatrain.deployment': 'super' },
})
