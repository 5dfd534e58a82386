import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithVersion } from './call.ts'

/** Public pages show everybody, whoever is signed in, what the public may see. */
export type View = 'member' | 'public'

/** Every query of a resource, keyed so that one prefix refreshes them all. */
export function resourceQueries<R extends Resource>(resource: R) {
  const all = [resource.kind] as const
  const api = resourceEndpoints(resource)
  const { paramsOf } = resource.address ?? bySegment
  return {
    all,
    list: (view: View = 'member') =>
      queryOptions({
        queryKey: [...all, view, 'list'],
        queryFn: ({ signal }) => call(view === 'public' ? api.publicList : api.list, {}, { signal }),
      }),
    /** The record and its version, which a change of it has to name. */
    details: (key: string, view: View = 'member') =>
      queryOptions({
        queryKey: [...all, view, 'details', key],
        queryFn: async ({ signal }) => {
          const endpoint = view === 'public' ? api.publicGet : api.get
          const { answer, etag } = await callWithVersion(endpoint, { params: paramsOf(key) }, { signal })
          return { record: answer, etag }
        },
      }),
    versions: (key: string) =>
      queryOptions({
        queryKey: [...all, 'versions', key],
        queryFn: ({ signal }) => call(api.versions, { params: { key } }, { signal }),
      }),
    publicVersions: (key: string) =>
      queryOptions({
        queryKey: [...all, 'public', 'versions', key],
        queryFn: ({ signal }) => call(api.publicVersions, { params: { key } }, { signal }),
      }),
  }
}
