import { topologyHosts } from '@quatrain/contract/topology.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { useDebouncedQuery } from '#kit/api/use-debounced-query.ts'
import { paths } from '#lib/paths.ts'
import type { Destination } from './destinations.ts'

/** Shorter texts are part of too many names. */
const minLength = 2

/** Hosts of today's topology whose names contain the text. The server searches, because there can be very many. */
export function useFoundHosts(text: string, limit: number) {
  const { visitor } = useConsoleContext()
  const isAsked = visitor.deployment === 'tenant' && text.length >= minLength
  const { data, isError } = useDebouncedQuery(
    ['topology', 'found hosts'],
    isAsked ? text : '',
    async (search, signal) =>
      search === '' ? [] : (await call(topologyHosts, { query: { search, limit: String(limit) } }, { signal })).hosts,
  )
  const hosts = (data ?? []).map(
    ({ hostname, services }): Destination => ({
      value: hostname,
      hint: `host, ${services.join(', ')}`,
      to: paths.topology.host(hostname),
    }),
  )
  return { hosts, isError }
}
