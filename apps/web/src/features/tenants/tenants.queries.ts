import { publicTenants, tenants } from '@quatrain/contract/tenants.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'
import { resourceQueries } from '#kit/resource-queries.ts'

export const publicTenantsQuery = queryOptions({
  queryKey: ['public', 'tenants'],
  queryFn: ({ signal }) => call(publicTenants, {}, { signal }),
})

/** All tenants with what they have; the super-tenant's own entry too. */
export const tenantList = resourceQueries(tenants).list()
