import { gatewayServiceTypes } from '@quatrain/contract/web-api/gateway.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'

/** The service types of the tenant, as the Web API has them today. */
export const serviceTypes = queryOptions({
  queryKey: ['servicetypes'],
  queryFn: async ({ signal }) => (await call(gatewayServiceTypes, {}, { signal })).data,
  staleTime: 5 * 60_000,
})
