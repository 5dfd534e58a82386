import { publicTenants } from '@quatrain/contract/tenants.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'

export const publicTenantsQuery = queryOptions({
  queryKey: ['public', 'tenants'],
  queryFn: ({ signal }) => call(publicTenants, {}, { signal }),
})
