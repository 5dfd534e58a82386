import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { defaultPorts } from '@quatrain/contract/resources/default-port.ts'
import { queryOptions } from '@tanstack/react-query'
import { callWithVersion } from '#kit/api/call.ts'
import { resourceQueries, type View } from '#kit/api/resource-queries.ts'

const api = resourceEndpoints(defaultPorts)

/** The whole list and its version, which a change must send. Its key begins with that of the list, to be refreshed with it. */
export const portList = (view: View) =>
  queryOptions({
    queryKey: [...resourceQueries(defaultPorts).list(view).queryKey, 'with version'],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithVersion(view === 'public' ? api.publicList : api.list, {}, { signal })
      return { ports: answer, etag }
    },
  })
