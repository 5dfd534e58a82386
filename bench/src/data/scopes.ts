import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type Scope, scope } from '@quatrain/platform/database/scope.ts'
import { consoleSchema } from '@quatrain/server/src/request/tenancy.ts'

/** The owner of the console's tables, for what only an owner may do. */
export const ownerScope: Scope = scope({ schema: consoleSchema })

/** A tenant's rows as the console sees them when it answers somebody: behind the tenants' wall. */
export const tenantScope = (tenant: number, deployment: Deployment): Scope =>
  scope({
    role: 'quatrain_app',
    schema: consoleSchema,
    settings: { 'quatrain.tenant': String(tenant), 'quatrain.deployment': deployment },
  })

/** The rows of every tenant, as the console sees them in the few statements that span tenants. */
export const spanningScope: Scope = scope({
  role: 'quatrain_spanning',
  schema: consoleSchema,
  settings: { 'quatrain.tenant': '', 'quatrain.deployment': 'super' },
})
