import { gatewayServiceTypes } from '@quatrain/contract/console/gateway.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { serviceTypes as resource } from '@quatrain/contract/resources/service-type.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from '#kit/api/call.ts'
import { resourceQueries } from '#kit/api/queries.ts'

/** The service types of the tenant, as the Web API has them today. */
export const serviceTypes = queryOptions({
  queryKey: [resource.kind, 'of the Web API'],
  queryFn: async ({ signal }) => (await call(gatewayServiceTypes, {}, { signal })).data,
  staleTime: 5 * 60_000,
})

/** The whole list and its version, which a change must send. Its key begins with that of the list, to be refreshed with it. */
export const storedServiceTypes = queryOptions({
  queryKey: [...resourceQueries(resource).list().queryKey, 'with version'],
  queryFn: async ({ signal }) => {
    const { answer, etag } = await callWithVersion(resourceEndpoints(resource).list, {}, { signal })
    return { types: answer, etag }
  },
})
