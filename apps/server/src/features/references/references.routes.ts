import { dependentsOf } from '@quatrain/contract/console/dependents.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import { tenants } from '@quatrain/contract/resources/tenant.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { authorize } from '#kit/http/authorize.ts'
import { serve } from '#kit/http/serve.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { findDependents } from './references.reads.ts'

export async function referencesRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serve(app, dependentsOf, async (ctx, { params }) => {
    const { caller, userKey } = ctx
    const resourceOf = (kind: string) => {
      const resource = app.kinds.get(kind)?.resource
      return resource?.access[caller.deployment] && (!userKey || resource.userKeys === 'accepted')
        ? resource
        : undefined
    }
    const resource = resourceOf(params.kind)
    if (!resource) throw notFound('Kind')
    authorize(ctx, 'view', resource)
    // The super-tenant manages the identity providers of all tenants.
    const db = params.kind === tenants.kind ? tenancy.everyTenant : ctx.db
    const dependents = await findDependents(db, params.kind, params.key)
    return dependents.filter(({ kind }) => {
      const resource = resourceOf(kind)
      return resource && can(caller, 'view', resource)
    })
  })
}
