import { useDebouncedValue } from '@mantine/hooks'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { bySegment, type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { keepPreviousData, type QueryKey, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { call, callWithVersion } from './call.ts'

/** Public pages show the public data, also to logged-in users. */
export type View = 'member' | 'public'

/** The previous page of the same object stays visible while another one is loaded. */
const pageOfSame =
  (key: string) =>
  <Page>(previous: Page | undefined, query: { readonly queryKey: readonly unknown[] } | undefined): Page | undefined =>
    query?.queryKey.includes(key) ? previous : undefined

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
    /** The record and its version, which a change must send. */
    details: (key: string, view: View = 'member') =>
      queryOptions({
        queryKey: [...all, view, 'details', key],
        queryFn: async ({ signal }) => {
          const endpoint = view === 'public' ? api.publicGet : api.get
          const { answer, etag } = await callWithVersion(endpoint, { params: paramsOf(key) }, { signal })
          return { record: answer, etag }
        },
      }),
    /** A page of versions without their documents, newest first: those older than `before`. */
    versionHeads: (key: string, before?: number, view: View = 'member') =>
      queryOptions({
        queryKey: [...all, view, 'versions', key, 'heads', before],
        queryFn: ({ signal }) => {
          const endpoint = view === 'public' ? api.publicVersionHeads : api.versionHeads
          return call(endpoint, { params: { key }, query: { before } }, { signal })
        },
        placeholderData: pageOfSame(key),
      }),
    /** Only versions with this name: empty if there are none. */
    versionsCalled: (key: string, version: string) =>
      queryOptions({
        queryKey: [...all, 'member', 'versions', key, 'called', version],
        queryFn: ({ signal }) => call(api.versionHeads, { params: { key }, query: { version } }, { signal }),
        select: ({ versions }) => versions,
      }),
    /** One version with its document, by its name or its number. */
    version: (key: string, version: string, view: View = 'member') =>
      queryOptions({
        queryKey: [...all, view, 'versions', key, version],
        queryFn: ({ signal }) => {
          const endpoint = view === 'public' ? api.publicVersion : api.version
          return call(endpoint, { params: { key, version } }, { signal })
        },
      }),
  }
}

/** The query of the answer of an endpoint, which is cached under the key. */
export const queryOf = <E extends Endpoint>(queryKey: QueryKey, endpoint: E, input: CallOf<E>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input, { signal }) })

/** The pause after which typing counts as over. */
export const typingPauseMs = 250

/**
 * Asks the server about something that the user is typing or choosing. It asks at the first change and when changes
 * pause, and cancels the request for an older input. The last response stays until the next one arrives; `isCurrent`
 * says whether it is the response for this input. `input` needs the same identity until it changes. While it is
 * undefined, nothing is asked.
 */
export function useDebouncedQuery<Input, Data>(
  queryKey: readonly unknown[],
  input: Input | undefined,
  read: (input: Input, signal: AbortSignal) => Promise<Data>,
) {
  const [debouncedInput] = useDebouncedValue(input, typingPauseMs, { leading: true })
  const query = useQuery({
    queryKey: [...queryKey, debouncedInput],
    queryFn: debouncedInput === undefined ? skipToken : ({ signal }) => read(debouncedInput, signal),
    placeholderData: keepPreviousData,
    enabled: input !== undefined,
  })
  return { ...query, isCurrent: debouncedInput === input && !query.isPlaceholderData && query.data !== undefined }
}
