import { differenceEndpoints, storeDifferences } from '@quatrain/contract/console/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion } from '#kit/api/call.ts'
import { queryOf } from '#kit/api/queries.ts'

/** All differences between the two stores, by kind. */
export const differencesQuery = queryOf(['differences'], storeDifferences, {})

/** One object as both stores have it, with the version that a write must send. */
export const bothQuery = (resource: Resource, apiid: string) =>
  queryOptions({
    queryKey: ['differences', resource.kind, apiid],
    queryFn: async ({ signal }) => {
      const { read } = differenceEndpoints(resource)
      const { answer, etag } = await callWithVersion(read, { params: { key: apiid } }, { signal })
      return { ...answer, etag }
    },
  })
