import {
  isSuperTenant,
  publicTenants,
  superTenantTitle,
  type TenantOverview,
  tenants,
} from '@quatrain/contract/resources/tenant.ts'
import type { TenantUse } from '@quatrain/contract/resources/tenant-use.ts'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'
import type { Users } from '#kit/page/WhereUsed.tsx'
import { counted } from '#lib/words.ts'

export const publicTenantsQuery = queryOf(['public', 'tenants'], publicTenants, {})

/** All tenants with the numbers of their objects, including the super-tenant's own entry. */
export const tenantList = resourceQueries(tenants).list()

/** What pages call a tenant. */
export const titleOfTenant = (tenant: TenantOverview): string =>
  isSuperTenant(tenant) ? superTenantTitle : tenant.name

/** The dependents in tenants as texts; each links to `detailsOf` it, if there is such a page. */
export const tenantUsers = (tenants: readonly TenantUse[], detailsOf?: (name: string) => string): Users => ({
  one: 'tenant',
  many: 'tenants',
  users: tenants.map((tenant) => ({ name: tenant.name, to: detailsOf?.(tenant.name), note: inWords(tenant) })),
})

/** `12 metrics, 3 metric profiles` */
export const inWords = ({ metrics, profiles }: TenantUse): string =>
  `${counted(metrics, 'metric')}, ${counted(profiles, 'metric profile')}`
