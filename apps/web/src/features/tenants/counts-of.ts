import { isSuperTenant, type TenantOverview } from '@quatrain/contract/tenants.ts'

/** How much a tenant has, and its public page that lists just that. */
export const countsOf = (tenant: TenantOverview) => {
  const metrics = isSuperTenant(tenant)
    ? { what: 'Metric templates', page: 'public_metrictemplates' }
    : { what: 'Metrics', page: 'public_metrics' }
  return [
    { ...metrics, count: tenant.nr_metrics },
    { what: 'Probes', page: 'public_probes', count: tenant.nr_probes },
  ]
}
