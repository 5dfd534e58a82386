import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { isSuperTenant, publicTenants, tenants } from '@quatrain/contract/tenants.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { deleteTenant } from './delete-tenant.service.ts'
import { overview, overviews } from './tenants.repository.ts'

/** What tenants have is counted across all of them, which no tenant's own handle can do. */
export async function tenantsRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  // Follows from what every tenant does, so no revision tells whether it is still true.
  serve(app, resourceEndpoints(tenants).list, () => overviews(tenancy.everyTenant))
  serve(app, publicTenants, async () => {
    return (await overviews(tenancy.everyTenant)).filter((tenant) => !isSuperTenant(tenant))
  })
  serveResource(app, tenants, {
    get: (_, name) => overview(tenancy.everyTenant, name),
    remove: (ctx, name) => deleteTenant(tenancy, ctx, name),
  })
}
