import { publicTenants } from '@quatrain/contract/tenants.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/serve.ts'
import type { Tenancy } from '#request/tenancy.ts'
import { overviews } from './tenants.repository.ts'

/** What tenants have is counted across all of them, which no tenant's own handle can do. */
export async function tenantsRoutes(app: FastifyInstance, { tenancy }: { readonly tenancy: Tenancy }) {
  serve(app, publicTenants, () => overviews(tenancy.everyTenant))
}
