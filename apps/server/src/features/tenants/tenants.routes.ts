import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { isSuperTenant, publicTenants, tenants } from '@quatrain/contract/resources/tenant.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'
import { deleteTenant } from './delete-tenant.service.ts'
import type { TenantFiles } from './leave-tenant-file.ts'
import { overview, overviews } from './tenants.repository.ts'

/** The objects of tenants are counted across all of them, which a tenant's own handle cannot do. */
export async function tenantsRoutes(
  app: FastifyInstance,
  { tenancy, files }: { readonly tenancy: Tenancy; readonly files?: TenantFiles | undefined },
) {
  // The list has no entity tag: it depends on the writes of every tenant, so no revision identifies its state.
  serve(app, resourceEndpoints(tenants).list, () => overviews(tenancy.everyTenant))
  serve(app, publicTenants, async () => {
    return (await overviews(tenancy.everyTenant)).filter((tenant) => !isSuperTenant(tenant))
  })
  serveResource(app, tenants, {
    get: (_, name) => overview(tenancy.everyTenant, name),
    remove: (ctx, name) => deleteTenant(tenancy, ctx, name, files),
  })
}
